/**
 * The step after a right password. Between the two the browser holds a secret in a cookie and the
 * server a row of ten minutes; the password is not sent again.
 */
import * as z from 'zod/mini'
import type { Credential } from '#shared/accounts/schema.ts'
import type { SecondFactor, StartedSignIn } from '#shared/accounts/second-factor-schema.ts'
import type { UsedFactor } from '#shared/accounts/second-factor-mutations.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import type { KeyedLimit } from './limits.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { needsPasskey } from '#shared/accounts/second-factor-queries.ts'
import { secondFactors, startedSignIns } from '#shared/accounts/second-factor-schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { defineForm, field } from '#server/http/define-form.ts'
import { recoveryCodeUsedMail } from '#server/mail/sign-in-mails.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { knownDeviceProof } from './known-device.ts'
import { limits } from './limits.ts'
import { usedFactor } from './one-time-codes.ts'
import { hashOf, isToken, newToken } from './tokens.ts'

const asksForCode = {
  kind: 'refused',
  status: 401,
  error: { code: 'sign-in-failed', reason: null, field: 'code', retryAfterMs: null },
} as const

/** One of the staff has a passkey, and nothing else is a second factor to them. */
const asksForPasskey = { ...asksForCode, error: { ...asksForCode.error, field: 'passkey' } } as const

interface RightPassword {
  readonly userId: string
  readonly passwordHash: string
  readonly forgets: readonly string[]
  /** The sign-in began with a mail to this address, not with a password. */
  readonly provesEmail?: string
}

/** `null`: the password is enough. Else what is answered to it: the form for the code, or words. */
export async function asksSecondFactor(tools: AccountTools, right: RightPassword): Promise<FormAnswer | null> {
  const { store, cookies } = tools
  const factor = await store.read((read) => read.get(secondFactors, right.userId))
  if (typeof factor?.confirmedAt !== 'number') {
    return (await store.read((read) => needsPasskey(read, right.userId))) ? asksForPasskey : null
  }
  const { token, hash } = newToken()
  const { passwordHash, ...kept } = right
  await tools.mutation('accounts.startSignIn', { ...kept, id: hash, passwordKey: hashOf(passwordHash) })
  return { ...asksForCode, setCookies: [cookies.setStartedSignIn(token)] }
}

export function secondFactorSignIn(tools: AccountTools) {
  const { cookies } = tools
  return defineForm('accounts.signInWithCode', {
    fields: z.strictObject({ code: field, returnTo: field }),
    async run(form, { code, returnTo }) {
      const { started, credential, factor } = await startedSignInOf(tools, form)
      const used = await checkedCode(tools, form, { credential, factor, code, more: [limits.signInFrom(form.address)] })
      await tools.mutation('accounts.useSecondFactor', { userId: credential.id, startedId: started.id, used })
      notifyOfRecovery(tools, credential, factor, used)
      const forgets = [...started.forgets, limits.codeTo(credential.id).key].slice(0, 4)
      const answer = await finishSignIn(tools, form, { userId: credential.id, passwordHash: credential.passwordHash, forgets, returnTo })
      return { ...answer, setCookies: [...(answer.setCookies ?? []), cookies.clearStartedSignIn()] }
    },
  })
}

interface CodeCheck {
  readonly credential: Credential
  readonly factor: SecondFactor
  readonly code: string
  readonly more?: readonly KeyedLimit[]
}

/** A typed code that can be taken. @throws AppError 'token-invalid'; 'rate-limited' */
export async function checkedCode(
  tools: Pick<AccountTools, 'note' | 'forgive' | 'cookies'>,
  form: FormRequest,
  { credential, factor, code, more = [] }: CodeCheck,
): Promise<UsedFactor> {
  const proof = knownDeviceProof(tools.cookies.device(form.raw.headers.cookie), credential.id, credential.passwordHash)
  // Someone who found the password out does not lock the owner out by wrong codes.
  const counted = proof === null ? [limits.codeTo(credential.id), ...more] : [limits.codeOnDevice(credential.id, proof)]
  const attempt = await tools.note(form, counted)
  const used = usedFactor(factor, code, form.now)
  // One that was taken before stays counted: it was seen by somebody else, perhaps.
  if (used === null || ('step' in used && used.step <= factor.lastStep)) throw new AppError('token-invalid', { field: 'code' })
  await tools.forgive(attempt)
  return used
}

export function notifyOfRecovery(tools: AccountTools, credential: Credential, factor: SecondFactor, used: UsedFactor): void {
  if ('step' in used) return
  tools.behind(async () => {
    const member = await tools.store.read((read) => read.get(members, credential.id))
    if (member === undefined) return
    tools.post(recoveryCodeUsedMail(tools.site(), { to: credential.email, userName: member.userName }, factor.recoveryHashes.length - 1))
  })
}

/** @throws AppError 'token-invalid' where the password has to be typed first, or again. */
async function startedSignInOf(
  { store, cookies }: AccountTools,
  form: FormRequest,
): Promise<{ readonly started: StartedSignIn; readonly credential: Credential; readonly factor: SecondFactor }> {
  const token = cookies.startedSignIn(form.raw.headers.cookie)
  const found = await store.read(async (read) => {
    const started = token === null || !isToken(token) ? undefined : await read.get(startedSignIns, hashOf(token))
    if (started === undefined || started.expiresAt <= form.now) return undefined
    const [credential, factor] = [await read.get(credentials, started.userId), await read.get(secondFactors, started.userId)]
    if (credential === undefined || typeof factor?.confirmedAt !== 'number') return undefined
    return hashOf(credential.passwordHash) === started.passwordKey ? { started, credential, factor } : undefined
  })
  if (found === undefined) throw new AppError('token-invalid', { field: 'signInStep' })
  return found
}
