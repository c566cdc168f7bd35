/** What a signed-in member changes about their own account. */
import * as z from 'zod/mini'
import type { FormRequest, SessionRef } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { typedList } from '#server/http/typed-list.ts'
import { passwordChangedMail } from '#server/mail/account-mails.ts'
import { confirmPassword } from './confirm-password.ts'
import { withNotice } from './notices.ts'
import { requireGoodPassword } from './password-rules.ts'

export function ownAccountForms(tools: AccountTools) {
  const { store, passwords, cookies, forget } = tools

  const endSession = defineForm('accounts.endSession', {
    fields: z.strictObject({ sessionId: field }),
    async run(form, { sessionId }) {
      const own = sessionOf(form)
      await tools.mutation('accounts.endSession', { userId: own.userId, sessionId })
      forget(own.userId)
      if (sessionId !== own.sessionId) return { kind: 'done', location: placeOf(form) }
      return { kind: 'done', location: links.front(), setCookies: [cookies.clearSession(), cookies.clearMark()], clearsSiteData: true }
    },
  })

  const endOtherSessions = defineForm('accounts.endOtherSessions', {
    fields: z.strictObject({}),
    async run(form) {
      const own = sessionOf(form)
      await tools.mutation('accounts.endOtherSessions', { userId: own.userId, keeps: own.sessionId })
      forget(own.userId)
      return { kind: 'done', location: placeOf(form) }
    },
  })

  const updateProfile = defineForm('accounts.updateProfile', {
    fields: z.strictObject({
      displayName: z.optional(z.string()),
      bio: z.optional(z.string()),
      links: z.optional(z.string()),
      interests: z.optional(z.string()),
    }),
    async run(form, { displayName, bio, links: typed, interests }) {
      const userId = senderOf(form)
      const member = await store.read((read) => getOrThrow(read, members, userId))
      // The form sends the present name along: sent back as it is, it is no change.
      const isChanged = displayName !== undefined && displayName !== member.displayName
      const args = {
        ...(isChanged ? { displayName } : {}),
        ...(bio === undefined ? {} : { bio }),
        ...(typed === undefined ? {} : { links: typedList(typed, /\n/u) }),
        ...(interests === undefined ? {} : { interests: typedList(interests, /[,\n]/u) }),
      }
      const seq = await applied(tools.apply, { name: 'accounts.updateProfile', args, userId, source: 'member' })
      return { kind: 'done', location: placeOf(form), seq }
    },
  })

  const changePassword = defineForm('accounts.changePassword', {
    fields: z.strictObject({ password: field, newPassword: field }),
    async run(form, { password, newPassword }) {
      const userId = senderOf(form)
      const { credential, member } = await store.read(async (read) => ({
        credential: await getOrThrow(read, credentials, userId),
        member: await getOrThrow(read, members, userId),
      }))
      requireGoodPassword(newPassword, [member.userName, credential.email, tools.site().name], 'newPassword')
      const refusal = await confirmPassword(tools, form, password)
      if (refusal !== null) return refusal
      const passwordHash = await passwords.hash(newPassword)
      await tools.mutation('accounts.changePassword', { userId, oldHash: credential.passwordHash, passwordHash, keeps: null })
      forget(userId)
      // This browser goes on under a new secret: whoever had the old one is out as well.
      const { setCookies, seq } = await tools.signIn(form, { userId, passwordHash })
      tools.post(passwordChangedMail(tools.site(), { to: credential.email, userName: member.userName }))
      return { kind: 'done', location: withNotice(links.account(), 'password-changed'), setCookies, seq }
    },
  })

  return [endSession, endOtherSessions, updateProfile, changePassword]
}

function sessionOf(form: FormRequest): SessionRef {
  if (form.session === null) throw new AppError('not-allowed', { reason: 'sign-in-first' })
  return form.session
}

/** Back to the page that had the form. */
function placeOf(form: FormRequest): string {
  return safeReturnTo(form.fields['from'], links.account())
}
