/**
 * Signing in by a passkey (WebAuthn), and adding, naming and removing one. A passkey asks its
 * owner for a finger, a face or a PIN: it is two factors by itself, and nothing else is asked for.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON, WebAuthnCredential } from '@simplewebauthn/server'
import * as z from 'zod/mini'
import type { Mail } from '#server/mail/mailer.ts'
import type { MailSite, ToMember } from '#server/mail/account-mails.ts'
import type { AccountTools } from './account-tools.ts'
import { passkeysOf } from '#shared/accounts/passkey-mutations.ts'
import { passkeyLimits } from '#shared/accounts/passkey-limits.ts'
import { PasskeyId, passkeys } from '#shared/accounts/passkey-schema.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { browserLabel } from '#server/http/browser-label.ts'
import { defineForm, field, senderOf } from '#server/http/define-form.ts'
import { passkeyAddedMail, passkeyRemovedMail } from '#server/mail/sign-in-mails.ts'
import { confirmPassword } from './confirm-password.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { limits } from './limits.ts'
import { withNotice } from './notices.ts'
import { hashOf, newToken } from './tokens.ts'

const securityTab = links.account('security')
/** Of browsers' answers; a key of RSA has some 2 kB. */
const maxAnswerLength = 20_000

/** As browsers write it. The library checks what is signed; here only the shape is. */
const Answer = z.object({
  id: PasskeyId,
  rawId: PasskeyId,
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()),
})

export function passkeyForms(tools: AccountTools) {
  const { store } = tools

  const start = defineForm('accounts.startPasskey', {
    fields: z.strictObject({ password: field }),
    async run(form, { password }) {
      const userId = senderOf(form)
      const refusal = await confirmPassword(tools, form, password)
      if (refusal !== null) return refusal
      const { userName, displayName, known } = await store.read(async (read) => ({
        ...(await getOrThrow(read, members, userId)),
        known: await read.list(passkeysOf(userId)),
      }))
      const { generateRegistrationOptions } = await import('@simplewebauthn/server')
      const { token, hash } = newToken()
      await tools.mutation('accounts.startPasskey', { id: hash, userId })
      const options = await generateRegistrationOptions({
        ...{ rpName: tools.site().name, rpID: hostOf(tools), userName, userDisplayName: displayName },
        ...{ userID: new TextEncoder().encode(userId), challenge: new Uint8Array(Buffer.from(token, 'base64url')) },
        attestationType: 'none',
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
      return { kind: 'shown', url: securityTab, values: { options: JSON.stringify(options) } }
    },
  })

  const add = defineForm('accounts.addPasskey', {
    fields: z.strictObject({ answer: field }),
    async run(form, { answer }) {
      const userId = senderOf(form)
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      const { challengeId, expected } = expectation(tools)
      const { registrationInfo } = await checked(() =>
        verifyRegistrationResponse({ ...expected, response: answerOf<RegistrationResponseJSON>(answer) }),
      )
      if (registrationInfo === undefined) throw new AppError('token-invalid', { field: 'passkey' })
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential
      await tools.mutation('accounts.addPasskey', {
        ...{ challengeId: challengeId(), userId, id, counter, transports: transports.slice(0, 8).map((each) => each.slice(0, 30)) },
        ...{
          publicKey: Buffer.from(publicKey).toString('base64url'),
          name: browserLabel(form.userAgent).slice(0, passkeyLimits.nameLength),
        },
      })
      // From now on it has the rights of its role, which other browsers were not asked a second
      // factor for.
      if (form.viewer.kind === 'member' && form.viewer.owesSecondFactor === true) {
        await tools.mutation('accounts.endOtherSessions', { userId, keeps: form.session?.sessionId ?? null })
        tools.forget(userId)
      }
      await post(passkeyAddedMail, userId)
      return { kind: 'done', location: withNotice(securityTab, 'passkey-added') }
    },
  })

  const rename = defineForm('accounts.renamePasskey', {
    fields: z.strictObject({ id: PasskeyId, name: field }),
    async run(form, { id, name }) {
      const newName = name.trim().normalize('NFC')
      if (newName === '' || newName.length > passkeyLimits.nameLength) throw new AppError('invalid', { field: 'name' })
      await tools.mutation('accounts.renamePasskey', { userId: senderOf(form), id, name: newName })
      return { kind: 'done', location: securityTab }
    },
  })

  const remove = defineForm('accounts.removePasskey', {
    fields: z.strictObject({ id: PasskeyId }),
    async run(form, { id }) {
      const userId = senderOf(form)
      await tools.mutation('accounts.removePasskey', { userId, id })
      await post(passkeyRemovedMail, userId)
      return { kind: 'done', location: withNotice(securityTab, 'passkey-removed') }
    },
  })

  /** What a browser is to sign, of whichever account: it tells nothing about any. */
  const ask = defineForm('accounts.askPasskey', {
    fields: z.strictObject({}),
    async run(form) {
      await tools.note(form, [limits.passkeysFrom(form.address)])
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
      const { token, hash } = newToken()
      await tools.mutation('accounts.startPasskey', { id: hash, userId: null })
      const challenge = new Uint8Array(Buffer.from(token, 'base64url'))
      const options = await generateAuthenticationOptions({ rpID: hostOf(tools), challenge, userVerification: 'required' })
      return { kind: 'shown', url: links.login(), values: { options: JSON.stringify(options) } }
    },
  })

  const signIn = defineForm('accounts.signInWithPasskey', {
    fields: z.strictObject({ answer: field, returnTo: field }),
    async run(form, { answer, returnTo }) {
      const attempt = await tools.note(form, [limits.signInFrom(form.address)])
      const response = answerOf<AuthenticationResponseJSON>(answer)
      const passkey = await store.read((read) => read.get(passkeys, response.id))
      const credential = await store.read((read) => read.get(credentials, passkey?.userId ?? ''))
      if (passkey === undefined || credential === undefined) throw new AppError('token-invalid', { field: 'passkey' })
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      const { challengeId, expected } = expectation(tools)
      const known: WebAuthnCredential = {
        ...{ id: passkey.id, counter: passkey.counter },
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      }
      const { verified, authenticationInfo } = await checked(() =>
        verifyAuthenticationResponse({ ...expected, response, credential: known }),
      )
      if (!verified) throw new AppError('token-invalid', { field: 'passkey' })
      await tools.mutation('accounts.usePasskey', { challengeId: challengeId(), id: passkey.id, counter: authenticationInfo.newCounter })
      await tools.forgive(attempt)
      return finishSignIn(tools, form, { userId: credential.id, passwordHash: credential.passwordHash, forgets: [], returnTo })
    },
  })

  async function post(about: (site: MailSite, to: ToMember) => Mail, userId: string): Promise<void> {
    const to = await store.read(async (read) => ({
      to: (await getOrThrow(read, credentials, userId)).email,
      userName: (await getOrThrow(read, members, userId)).userName,
    }))
    tools.post(about(tools.site(), to))
  }

  return [start, add, rename, remove, ask, signIn]
}

/** Passkeys belong to a name of a host: a browser has none for an address of digits. */
const hostOf = (tools: Pick<AccountTools, 'site'>): string => new URL(tools.site().origin).hostname

/** `challengeId`: of what was signed. That it was asked for, and once, is the mutation's to say. */
function expectation(tools: AccountTools) {
  let signed = ''
  const expectedChallenge = (challenge: string): boolean => {
    signed = challenge
    return true
  }
  const expected = { expectedChallenge, expectedOrigin: tools.site().origin, expectedRPID: hostOf(tools), requireUserVerification: true }
  return { expected, challengeId: (): string => hashOf(signed) }
}

/** Typed as the library wants it, which checks the rest. @throws AppError 'token-invalid' */
function answerOf<T>(text: string): T {
  try {
    if (text.length > maxAnswerLength) throw new TypeError('too long')
    return Answer.parse(JSON.parse(text)) as T
  } catch {
    throw new AppError('token-invalid', { field: 'passkey' })
  }
}

/** Whatever the library finds wrong is one answer. @throws AppError 'token-invalid' */
async function checked<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw new AppError('token-invalid', { field: 'passkey' })
  }
}
