/**
 * What mailed links are asked for and used with: forgotten passwords and the proof of an address.
 */
import * as z from 'zod/mini'
import type { Credential } from '#shared/accounts/schema.ts'
import type { AccountTools } from './account-tools.ts'
import { claimsOf, credentialByEmail, usableToken } from '#shared/accounts/credential-records.ts'
import { Email } from '#shared/accounts/email.ts'
import { accountTimes } from '#shared/accounts/sign-in-mutations.ts'
import { credentials, emailTokens, members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { defineForm, field, senderOf } from '#server/http/define-form.ts'
import { passwordChangedMail, resetPasswordMail, welcomeMail } from '#server/mail/account-mails.ts'
import { reopenAccount } from './closure-forms.ts'
import { confirmNewEmail, restoreOldEmail } from './email-forms.ts'
import { limits } from './limits.ts'
import { withNotice } from './notices.ts'
import { requireGoodPassword } from './password-rules.ts'
import { hashOf, newToken } from './tokens.ts'
import { sendVerification } from './verification.ts'

export function recoveryForms(tools: AccountTools) {
  const { store, passwords, forget } = tools

  const requestReset = defineForm('accounts.requestReset', {
    fields: z.strictObject({ email: field }),
    async run(form, { email }) {
      await tools.note(form, [limits.resetFrom(form.address)])
      const typed = Email.safeParse(email)
      // Behind the answer, so that neither it nor its time tells whether anybody has this address.
      if (typed.success) tools.behind(() => sendResets(typed.data, form.now))
      return { kind: 'done', location: withNotice(links.login({ mode: 'reset' }), 'reset-sent') }
    },
  })

  async function sendResets(email: string, now: number): Promise<void> {
    if (!(await tools.isWithin(limits.resetFor(email), now))) return
    const accounts = await store.read(async (read) => {
      const holder = await credentialByEmail(read, email)
      const found = holder === undefined ? (await claimsOf(read, email)).slice(-3) : [holder]
      return Promise.all(found.map(async (credential) => ({ credential, member: await read.get(members, credential.id) })))
    })
    for (const { credential, member } of accounts) {
      // A closed account too: who forgot the password cannot come back without another.
      if (member === undefined) continue
      const { token, hash } = newToken()
      await tools.mutation('accounts.issueEmailToken', {
        tokenHash: hash,
        kind: 'resetPassword',
        userId: member.id,
        email: credential.email,
      })
      const mail = resetPasswordMail(tools.site(), { to: credential.email, userName: member.userName }, token)
      // No longer than the link in it holds.
      tools.post({ ...mail, expiresAt: now + accountTimes.tokens.resetPassword })
    }
  }

  const resetPassword = defineForm('accounts.resetPassword', {
    fields: z.strictObject({ token: field, password: field }),
    async run(form, { token, password }) {
      const tokenHash = hashOf(token)
      // Before the costly hash, and to know whose names the new password must not hold.
      const { credential, userName } = await store.read(async (read) => {
        const { userId } = await usableToken(read, tokenHash, 'resetPassword', form.now)
        return { credential: await read.get(credentials, userId ?? ''), userName: (await read.get(members, userId ?? ''))?.userName }
      })
      if (credential === undefined || userName === undefined) throw new AppError('token-invalid')
      requireGoodPassword(password, [userName, credential.email, tools.site().name])
      await tools.mutation('accounts.resetPassword', { tokenHash, passwordHash: await passwords.hash(password) })
      notifyOfChange(credential, userName)
      return {
        kind: 'done',
        location: withNotice(links.login(), 'password-set'),
        setCookies: [tools.cookies.clearSession(), tools.cookies.clearMark()],
      }
    },
  })

  function notifyOfChange(credential: Credential, userName: string): void {
    forget(credential.id)
    tools.post(passwordChangedMail(tools.site(), { to: credential.email, userName }))
  }

  const useToken = defineForm('accounts.useToken', {
    fields: z.strictObject({ token: field }),
    async run(form, { token }) {
      const tokenHash = hashOf(token)
      const { kind, userId = null } = (await store.read((read) => read.get(emailTokens, tokenHash))) ?? {}
      if (kind === 'firstAdmin') {
        await tools.mutation('accounts.becomeFirstAdmin', { tokenHash }, senderOf(form))
        return { kind: 'done', location: withNotice(links.account(), 'first-admin') }
      }
      if (kind === 'changeEmail') return confirmNewEmail(tools, form, tokenHash)
      if (kind === 'reopen') return reopenAccount(tools, form, tokenHash)
      if (kind === 'restoreEmail') return restoreOldEmail(tools, tokenHash)
      // A reset needs a password too and has its own form; unknown tokens are refused in the same
      // words.
      const before = userId === null ? undefined : await store.read((read) => read.get(credentials, userId))
      await tools.mutation('accounts.redeemEmailToken', { tokenHash })
      if (before?.emailVerifiedAt === null) welcome(before)
      return { kind: 'done', location: withNotice(form.session === null ? links.login() : links.account(), 'email-confirmed') }
    },
  })

  function welcome({ id, email }: Credential): void {
    tools.behind(async () => {
      const member = await store.read((read) => read.get(members, id))
      if (member !== undefined) tools.post(welcomeMail(tools.site(), { to: email, userName: member.userName }))
    })
  }

  const resendVerification = defineForm('accounts.resendVerification', {
    fields: z.strictObject({}),
    async run(form) {
      await sendVerification(tools, senderOf(form), form.now)
      return { kind: 'done', location: withNotice(links.account(), 'verification-sent') }
    },
  })

  return [requestReset, resetPassword, useToken, resendVerification]
}
