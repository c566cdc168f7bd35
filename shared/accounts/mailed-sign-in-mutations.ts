import * as z from 'zod/mini'
import type { Transaction } from '../kernel/transaction.ts'
import type { Credential } from './schema.ts'
import { minuteMs } from '../kernel/durations.ts'
import { AppError } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { defineQuery } from '../kernel/query.ts'
import { endSessionsOf, proveEmail, voidTokens } from './credential-records.ts'
import { Email, emailKeyOf } from './email.ts'
import { Hash, PasswordHash } from './fields.ts'
import { mailedCodeLimits } from './mailed-sign-in-limits.ts'
import { mailedSignIns } from './mailed-sign-in-schema.ts'
import { mailedSignInByLink } from './mailed-sign-in-queries.ts'
import { passkeysOf } from './passkey-mutations.ts'
import { passkeys } from './passkey-schema.ts'
import { dropIdentities } from './provider-mutations.ts'
import { credentials } from './schema.ts'
import { secondFactors } from './second-factor-schema.ts'

/** Signing in by mail. Only the server sends these: it alone has seen the secrets. */

export const mailedSignInMs = 10 * minuteMs

/** The newest takes the place of earlier ones for the same address. */
export const startMailedSignIn = defineMutation({
  name: 'accounts.startMailedSignIn',
  from: 'server',
  args: z.strictObject({ id: Hash, email: Email, codeHash: Hash, linkHash: Hash, returnTo: z.string().check(z.maxLength(2_000)) }),
  async run({ tx, now }, args) {
    if (await tx.get(mailedSignIns, args.id)) return
    const emailKey = emailKeyOf(args.email)
    const over = defineQuery({ table: mailedSignIns, index: ['expiresAt'], equals: [], until: now, order: 'ascending', limit: 100 })
    for (const old of [...(await tx.list(over)), ...(await tx.list(mailedSignInsTo(emailKey)))]) await tx.delete(mailedSignIns, old.id)
    await tx.put(mailedSignIns, { ...args, emailKey, tries: 0, expiresAt: now + mailedSignInMs })
  },
})

export const mailedSignInsTo = (emailKey: string) =>
  defineQuery({ table: mailedSignIns, index: ['emailKey', 'expiresAt'], equals: [emailKey], order: 'ascending', limit: 100 })

/**
 * Counts a try before the code is compared, so that a hundred at once are no more than five.
 * @throws AppError 'token-invalid' after those, and where nothing was asked for.
 */
export const countMailedCode = defineMutation({
  name: 'accounts.countMailedCode',
  from: 'server',
  args: z.strictObject({ id: Hash }),
  async run({ tx, now }, { id }) {
    const asked = await tx.get(mailedSignIns, id)
    if (asked === undefined || asked.expiresAt <= now || asked.tries >= mailedCodeLimits.tries) throw wrongCode()
    await tx.put(mailedSignIns, { ...asked, tries: asked.tries + 1 })
  },
})

/** What was typed on the page that asked, or what stood in the link. */
const By = z.union([z.strictObject({ id: Hash, codeHash: Hash }), z.strictObject({ linkHash: Hash })])

/**
 * The code or the link is used, once for both. Its address is proved by it, unless a second factor
 * is still to come: then that step proves it. Someone else may have made the account with another
 * person's address and wait in it: unless this browser is known to it, every way in that was made
 * before the proof ends, with `lockedHash` in place of the password.
 * @throws AppError 'token-invalid', also when the account has the address no more.
 */
export const useMailedSignIn = defineMutation({
  name: 'accounts.useMailedSignIn',
  from: 'server',
  args: z.strictObject({ by: By, userId: Id, isKnownBrowser: z.boolean(), lockedHash: PasswordHash }),
  async run({ tx, now }, { by, userId, isKnownBrowser, lockedHash }) {
    const asked = 'linkHash' in by ? await mailedSignInByLink(tx, by.linkHash, now) : await tx.get(mailedSignIns, by.id)
    if (asked === undefined || asked.expiresAt <= now || ('codeHash' in by && asked.codeHash !== by.codeHash)) throw wrongCode()
    const credential = await tx.get(credentials, userId)
    if (credential === undefined || emailKeyOf(credential.email) !== asked.emailKey) throw wrongCode()
    await tx.delete(mailedSignIns, asked.id)
    if (typeof (await tx.get(secondFactors, userId))?.confirmedAt === 'number') return
    await proveByMail(tx, credential, { isKnownBrowser, lockedHash, now })
  },
})

async function proveByMail(
  tx: Transaction,
  credential: Credential,
  { isKnownBrowser, lockedHash, now }: { isKnownBrowser: boolean; lockedHash: string; now: number },
): Promise<void> {
  if (credential.emailVerifiedAt !== null) return
  if (isKnownBrowser) return proveEmail(tx, credential, now)
  await proveEmail(tx, { ...credential, passwordHash: lockedHash }, now)
  for (const passkey of await tx.list(passkeysOf(credential.id))) await tx.delete(passkeys, passkey.id)
  await dropIdentities(tx, credential.id, 0)
  if ((await tx.get(secondFactors, credential.id)) !== undefined) await tx.delete(secondFactors, credential.id)
  await voidTokens(tx, credential.id, ['changeEmail', 'reopen', 'restoreEmail'], now)
  await endSessionsOf(tx, credential.id, now, null)
}

const wrongCode = (): AppError => new AppError('token-invalid', { field: 'mailedCode' })
