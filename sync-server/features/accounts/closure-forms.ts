/** A member leaves for a while, or for good, and comes back. */
import * as z from 'zod/mini'
import { closures, closureTimes } from '#shared/accounts/closure-schema.ts'
import { credentials, emailTokens, members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { defineForm, field, senderOf } from '#server/http/define-form.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import { deletionAskedMail, deletionSoonMail } from '#server/mail/closure-mails.ts'
import type { AccountTools } from './account-tools.ts'
import { confirmPassword } from './confirm-password.ts'
import { withNotice } from './notices.ts'
import { newToken } from './tokens.ts'

type Done = Extract<FormAnswer, { kind: 'done' }>

export function closureForms(tools: AccountTools) {
  const { store, cookies } = tools

  /** This browser is signed out; what it keeps of the site stays, unsent words too. */
  const signedOut = (userId: string, notice: 'deactivated' | 'deletion-asked'): Done => {
    tools.forget(userId)
    return { kind: 'done', location: withNotice(links.login(), notice), setCookies: [cookies.clearSession(), cookies.clearMark()] }
  }

  const deactivate = defineForm('accounts.deactivate', {
    fields: z.strictObject({}),
    async run(form) {
      const userId = senderOf(form)
      await tools.mutation('accounts.deactivate', { userId })
      return signedOut(userId, 'deactivated')
    },
  })

  const requestDeletion = defineForm('accounts.requestDeletion', {
    fields: z.strictObject({ typedName: field, password: field }),
    async run(form, { typedName, password }) {
      const userId = senderOf(form)
      const refusal = await confirmPassword(tools, form, password)
      if (refusal !== null) return refusal
      const credential = await store.read((read) => getOrThrow(read, credentials, userId))
      await tools.mutation('accounts.requestDeletion', { userId, oldHash: credential.passwordHash, typedName: typedName.slice(0, 200) })
      const found = await store.read(async (read) => ({
        member: await read.get(members, userId),
        closure: await read.get(closures, userId),
      }))
      const eraseAt = found.closure?.eraseAt ?? null
      if (found.member !== undefined && eraseAt !== null)
        tools.post(deletionAskedMail(tools.site(), { to: credential.email, userName: found.member.userName }, eraseAt))
      return signedOut(userId, 'deletion-asked')
    },
  })

  return [deactivate, requestDeletion]
}

/**
 * What somebody who knows the password of a closed account is shown, where a session would be
 * opened: until when it can be brought back, and the button for it. @throws AppError 'not-found'
 */
export async function offerToReopen(tools: AccountTools, userId: string): Promise<FormAnswer> {
  const { token, hash } = newToken()
  await tools.mutation('accounts.offerReopening', { userId, tokenHash: hash })
  const closure = await tools.store.read((read) => read.get(closures, userId))
  const on = typeof closure?.eraseAt === 'number' ? new Date(closure.eraseAt).toISOString().slice(0, 10) : undefined
  return { kind: 'done', location: links.emailToken(token, { for: 'reopen', on }) }
}

/** By that button: the account is back, and this browser is signed in to it. */
export async function reopenAccount(tools: AccountTools, form: FormRequest, tokenHash: string): Promise<FormAnswer> {
  await tools.mutation('accounts.reopen', { tokenHash })
  const { credential, member } = await tools.store.read(async (read) => {
    const userId = (await read.get(emailTokens, tokenHash))?.userId ?? ''
    return { credential: await getOrThrow(read, credentials, userId), member: await getOrThrow(read, members, userId) }
  })
  try {
    const signedIn = await tools.signIn(form, { userId: credential.id, passwordHash: credential.passwordHash })
    return { kind: 'done', location: withNotice(links.account(), 'reopened'), ...signedIn }
  } catch (error) {
    if (error instanceof AppError && error.reason === 'banned') return { kind: 'done', location: links.banNotice({ user: member.slug }) }
    throw error
  }
}

/** Two days before the end, once. */
export async function remindOfEnd(tools: Pick<AccountTools, 'store' | 'apply' | 'post' | 'site'>, now: number): Promise<void> {
  const soon = defineQuery({
    ...{
      table: closures,
      index: ['eraseAt'],
      equals: [],
      from: now,
      until: now + closureTimes.remindedMs + 1,
      order: 'ascending',
      limit: 200,
    },
  })
  for (const { id, eraseAt, remindedAt } of await tools.store.read((read) => read.list(soon))) {
    if (eraseAt === null || remindedAt !== null) continue
    const noted = await tools.apply({ name: 'accounts.noteReminder', args: { userId: id }, userId: null, source: 'server' })
    if (noted.kind !== 'applied') continue
    const found = await tools.store.read(async (read) => ({
      to: (await read.get(credentials, id))?.email,
      member: await read.get(members, id),
    }))
    if (found.to !== undefined && found.member !== undefined)
      tools.post(deletionSoonMail(tools.site(), { to: found.to, userName: found.member.userName }, eraseAt))
  }
}
