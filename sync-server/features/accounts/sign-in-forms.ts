/**
 * Signing in, up and out. What is answered, and how long it takes, tells nothing about who is here
 * (docs/decisions/0003).
 */
import * as z from 'zod/mini'
import type { Credential } from '#shared/accounts/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { FormRequest } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import { credentialByEmail } from '#shared/accounts/credential-records.ts'
import { Email } from '#shared/accounts/email.ts'
import { userNameRefusal } from '#shared/accounts/member-names.ts'
import { nameSkeleton } from '#shared/accounts/names.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { wireErrorOf } from '#shared/sync/wire-error.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { allChecked, defineForm, field } from '#server/http/define-form.ts'
import { newId } from '#server/http/new-id.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { finishSignIn, refusedSignIn } from './finish-sign-in.ts'
import { knownDeviceProof } from './known-device.ts'
import { limits } from './limits.ts'
import { requireGoodPassword } from './password-rules.ts'
import { asksSecondFactor, secondFactorSignIn } from './second-factor.ts'
import { sendVerification } from './verification.ts'

export function signInForms(tools: AccountTools) {
  const { store, passwords, cookies, forget } = tools

  const signIn = defineForm('accounts.signIn', {
    fields: z.strictObject({ login: field, password: field, returnTo: field }),
    async run(form, { login, password, returnTo }) {
      if (login.length > 320 || password.length > 1_000) return refusedSignIn
      const credential = await store.read((read) => credentialByLogin(read, login))
      const proof = proofOf(form, credential)
      const attempt = await tools.note(form, limitsOf(form, login, proof, credential))
      // Its name and its address lead to one account, whose tries are counted together. Who tried
      // too often by the one is refused by the other as for a wrong password, with the same work: a
      // wait would tell that they are one person's.
      const total = limits.signInTo(credential?.id ?? null, login)
      const isWithin = proof !== null || (await tools.isWithin(total, form.now))
      const { isRight, isOutdated } = await passwords.verify(password, credential?.passwordHash ?? null)
      if (credential === undefined || !isRight || !isWithin) return refusedSignIn
      await tools.forgive(attempt)
      const passwordHash = isOutdated ? await raised(credential, password) : credential.passwordHash
      const right = { userId: credential.id, passwordHash, forgets: [limits.signInAt(login).key, total.key] }
      return (await asksSecondFactor(tools, right)) ?? finishSignIn(tools, form, { ...right, returnTo })
    },
  })

  function proofOf(form: FormRequest, credential: Credential | undefined): string | null {
    const device = cookies.device(form.raw.headers.cookie)
    return credential === undefined ? null : knownDeviceProof(device, credential.id, credential.passwordHash)
  }

  /**
   * A browser that was here before has a count of its own: a stranger's guesses do not lock the
   * owner out.
   */
  function limitsOf(form: FormRequest, login: string, proof: string | null, credential: Credential | undefined) {
    if (proof !== null && credential !== undefined) return [limits.signInOnDevice(credential.id, proof)]
    return [limits.signInAt(login), limits.signInFrom(form.address)]
  }

  /** The same password under today's parameters. */
  async function raised(credential: Credential, password: string): Promise<string> {
    const newHash = await passwords.hash(password)
    await tools.mutation('accounts.rehash', { userId: credential.id, oldHash: credential.passwordHash, newHash })
    return newHash
  }

  const signUp = defineForm('accounts.signUp', {
    fields: z.strictObject({ userName: field, email: field, password: field, returnTo: field }),
    async run(form, fields) {
      const userName = typedName(fields.userName)
      const siteName = tools.site().name
      const [, email] = await allChecked(
        () => requireFreeName(userName),
        () => checked(Email, fields.email, 'email'),
        () => requireGoodPassword(fields.password, [userName, fields.email, siteName]),
      )
      await tools.note(form, [limits.signUpFrom(form.address)])
      const userId = newId(form.now)
      const passwordHash = await passwords.hash(fields.password)
      const person = { userId, userName, displayName: userName, email, isEmailVerified: false, passwordHash, bio: '' }
      await tools.mutation('accounts.register', { ...person, firstIsAdmin: tools.firstIsAdmin, reservedNames: [siteName] })
      const signedIn = await tools.signIn(form, person)
      tools.behind(() => sendVerification(tools, userId, form.now))
      return { kind: 'done', location: welcomeThen(safeReturnTo(fields.returnTo)), ...signedIn }
    },
  })

  /**
   * Asked while a name is typed: a hint only, since signing up asks again. Names are public. That
   * one is taken is the answer that was asked for: no status of a failure.
   */
  const checkName = defineForm('accounts.checkName', {
    fields: z.strictObject({ userName: field }),
    async run(form, { userName }) {
      await tools.note(form, [limits.nameChecksFrom(form.address)])
      try {
        await requireFreeName(typedName(userName))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { kind: 'refused', status: 200, error: wireErrorOf(error) }
      }
      return { kind: 'done', location: links.login({ mode: 'signUp' }) }
    },
  })

  async function requireFreeName(userName: string): Promise<void> {
    const refused = await store.read((read) => userNameRefusal(read, userName, [tools.site().name]))
    if (refused !== null) throw new AppError(refused, { field: 'userName' })
  }

  const signOut = defineForm('accounts.signOut', {
    fields: z.strictObject({}),
    async run(form) {
      const done = {
        kind: 'done',
        location: links.front(),
        setCookies: [cookies.clearSession(), cookies.clearMark()],
        clearsSiteData: true,
      } as const
      if (form.session === null) return done
      await tools.mutation('accounts.endSession', form.session)
      forget(form.session.userId)
      return done
    },
  })

  return [signIn, secondFactorSignIn(tools), signUp, checkName, signOut]
}

/**
 * By user name, or by an address that its owner has confirmed. Both ways cost the same two
 * look-ups.
 */
async function credentialByLogin(read: Read, login: string): Promise<Credential | undefined> {
  if (login.includes('@')) {
    const found = await credentialByEmail(read, login)
    return read.get(credentials, found?.id ?? '')
  }
  return read.get(credentials, (await memberByName(read, login))?.id ?? '')
}

async function memberByName(read: Read, userName: string) {
  const equals = [nameSkeleton(userName.trim())]
  const [member] = await read.list(defineQuery({ table: members, index: ['userNameKey'], equals, order: 'ascending', limit: 1 }))
  return member
}

/** The first administrator comes with a link from the log, which goes before a welcome. */
function welcomeThen(returnTo: string): string {
  if (returnTo.startsWith(links.emailToken(''))) return returnTo
  return links.welcome(returnTo === links.front() ? {} : { returnTo })
}

const typedName = (name: string): string => name.trim().normalize('NFC')

function checked(schema: z.ZodMiniType<string>, value: string, field: string): string {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('invalid', { field })
}
