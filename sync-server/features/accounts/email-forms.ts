/** A member gives their account another address, by a link mailed to it. */
import * as z from 'zod/mini'
import { credentialByEmail } from '#shared/accounts/credential-records.ts'
import { Email } from '#shared/accounts/email.ts'
import { emailChangeLimits } from '#shared/accounts/email-change-mutations.ts'
import { requestEmailChangeOf } from '#shared/accounts/member-edit-mutations.ts'
import { credentials, emailTokens, members } from '#shared/accounts/schema.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { canAgainst, mayAct } from '#shared/moderation/measure-rules.ts'
import { defineForm, field, senderOf } from '#server/http/define-form.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { addressNotGivenMail, emailChangeAskedMail, emailChangedMail, newEmailMail } from '#server/mail/email-change-mails.ts'
import type { AccountTools } from './account-tools.ts'
import { confirmPassword } from './confirm-password.ts'
import { limits } from './limits.ts'
import { withNotice } from './notices.ts'
import { newToken } from './tokens.ts'

interface Asked {
  readonly userId: string
  readonly email: string
}

export function emailForms(tools: AccountTools) {
  const { store } = tools

  const changeEmail = defineForm('accounts.changeEmail', {
    fields: z.strictObject({ newEmail: field, password: field }),
    async run(form, { newEmail, password }) {
      const userId = senderOf(form)
      const typed = Email.safeParse(newEmail)
      if (!typed.success) throw new AppError('invalid', { field: 'newEmail' })
      const refusal = await confirmPassword(tools, form, password)
      if (refusal !== null) return refusal
      const before = await store.read((read) => getOrThrow(read, credentials, userId))
      const { token, hash } = newToken()
      const asked = { userId, oldHash: before.passwordHash, email: typed.data, tokenHash: hash }
      await tools.mutation('accounts.requestEmailChange', asked)
      // Behind the answer: neither it nor its time tells whether somebody has the address.
      tools.behind(() => mailOf(asked, token, 'member', form.now))
      return { kind: 'done', location: withNotice(links.account(), 'email-change-sent') }
    },
  })

  async function mailOf({ userId, email }: Asked, token: string, by: 'member' | 'administrator', now: number): Promise<void> {
    const { own, member, holder } = await store.read(async (read) => {
      const found = await credentialByEmail(read, email)
      return {
        own: await getOrThrow(read, credentials, userId),
        member: await getOrThrow(read, members, userId),
        holder: found && (await read.get(members, found.id)),
      }
    })
    const { userName } = member
    if (own.emailVerifiedAt !== null) tools.post(emailChangeAskedMail(tools.site(), { to: own.email, userName }, by))
    if (!(await tools.isWithin(limits.mailTo(email), now))) return
    if (holder !== undefined) return tools.post(addressNotGivenMail(tools.site(), { to: email, userName: holder.userName }))
    // No longer than the link in it holds.
    tools.post({ ...newEmailMail(tools.site(), { to: email, userName }, token), expiresAt: now + emailChangeLimits.confirmMs })
  }

  const changeEmailOf = defineForm('accounts.changeEmailOf', {
    fields: z.strictObject({ userId: field, newEmail: field }),
    async run(form, { userId, newEmail }) {
      const byId = senderOf(form)
      const member = await store.read((read) => read.get(members, userId))
      // Before the address is read: nobody else learns what is wrong with it.
      authorize(member === undefined ? mayAct(form.viewer, 'setAddress') : canAgainst(form.viewer, 'setAddress', member))
      if (member === undefined) throw new AppError('not-found')
      const typed = Email.safeParse(newEmail)
      if (!typed.success) throw new AppError('invalid', { field: 'newEmail' })
      const { token, hash } = newToken()
      const asked = { userId, email: typed.data, tokenHash: hash }
      await tools.mutation(requestEmailChangeOf.name, asked, byId)
      tools.behind(() => mailOf(asked, token, 'administrator', form.now))
      return { kind: 'done', location: `${links.editUser(member.slug)}?notice=address-asked` }
    },
  })

  const cancelEmailChange = defineForm('accounts.cancelEmailChange', {
    fields: z.strictObject({}),
    async run(form) {
      await tools.mutation('accounts.cancelEmailChange', { userId: senderOf(form) })
      return { kind: 'done', location: withNotice(links.account(), 'email-change-canceled') }
    },
  })

  return [changeEmail, changeEmailOf, cancelEmailChange]
}

/** By the button behind the link to the new address; nobody has to be signed in there. */
export async function confirmNewEmail(tools: AccountTools, form: FormRequest, tokenHash: string): Promise<FormAnswer> {
  const restore = newToken()
  const before = await tools.store.read(async (read) => {
    const userId = (await read.get(emailTokens, tokenHash))?.userId ?? ''
    return { credential: await read.get(credentials, userId), member: await read.get(members, userId) }
  })
  await tools.mutation('accounts.confirmEmailChange', { tokenHash, restoreHash: restore.hash })
  const { credential, member } = before
  // Whom nobody has proved gets no way in: it may be a stranger's.
  if (credential !== undefined && member !== undefined && credential.emailVerifiedAt !== null)
    tools.post(emailChangedMail(tools.site(), { to: credential.email, userName: member.userName }, restore.token))
  return { kind: 'done', location: withNotice(form.session === null ? links.login() : links.account(), 'email-changed') }
}

/**
 * By the button behind the link to the old address. Who changed it may know the password: the
 * next page asks for another.
 */
export async function restoreOldEmail(tools: AccountTools, tokenHash: string): Promise<FormAnswer> {
  await tools.mutation('accounts.restoreEmail', { tokenHash })
  const { userId = null, email = '' } = (await tools.store.read((read) => read.get(emailTokens, tokenHash))) ?? {}
  const { token, hash } = newToken()
  await tools.mutation('accounts.issueEmailToken', { tokenHash: hash, kind: 'resetPassword', userId, email })
  if (userId !== null) tools.forget(userId)
  return {
    kind: 'done',
    location: links.resetPassword(token),
    setCookies: [tools.cookies.clearSession(), tools.cookies.clearMark()],
  }
}
