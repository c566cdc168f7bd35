/**
 * Signing in by an OpenID provider, and linking one. Its answer comes to `provider-routes.ts`; what
 * is done with it is a form here, pressed by the person. No address that a provider names opens an
 * account: only what was linked before does.
 */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Mail } from '#server/mail/mailer.ts'
import type { MailSite, ToMember } from '#server/mail/account-mails.ts'
import type { FormRequest } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import type { ProviderClient } from './provider-client.ts'
import { Email } from '#shared/accounts/email.ts'
import { Hash, lockedHashOf } from '#shared/accounts/fields.ts'
import { UserName } from '#shared/accounts/names.ts'
import { linkedIdentities, providerSignIns } from '#shared/accounts/provider-schema.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { providerPaths } from '#shared/links/provider-paths.ts'
import { allChecked, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { newId } from '#server/http/new-id.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { providerUnlinkedMail } from '#server/mail/sign-in-mails.ts'
import { confirmPassword } from './confirm-password.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { limits } from './limits.ts'
import { withNotice } from './notices.ts'
import { asksSecondFactor } from './second-factor.ts'
import { hashOf, isToken, newToken } from './tokens.ts'
import { sendVerification } from './verification.ts'

export function providerForms(tools: AccountTools, provider: ProviderClient) {
  const { store, cookies } = tools

  async function begin(form: FormRequest, userId: string | null, returnTo: string) {
    await tools.note(form, [limits.passkeysFrom(form.address)])
    const { token, hash } = newToken()
    await tools.mutation('accounts.startProviderSignIn', {
      ...{ id: hash, issuer: provider.issuer, userId, returnTo: safeReturnTo(returnTo).slice(0, 2_000) },
    })
    return { kind: 'done', location: providerPaths.start, setCookies: [cookies.setProviderSignIn(token)] } as const
  }

  const start = defineForm('accounts.startProviderSignIn', {
    fields: z.strictObject({ returnTo: field }),
    run: (form, { returnTo }) => begin(form, null, returnTo),
  })

  const link = defineForm('accounts.linkProvider', {
    fields: z.strictObject({ password: field }),
    async run(form, { password }) {
      const userId = senderOf(form)
      return (await confirmPassword(tools, form, password)) ?? begin(form, userId, links.account('security'))
    },
  })

  const finish = defineForm('accounts.signInByProvider', {
    fields: z.strictObject({}),
    async run(form) {
      const { id, begun } = await answered(form)
      const identity = await store.read((read) => read.get(linkedIdentities, begun.answer.identityId))
      if (identity === undefined) throw startOver()
      const { userId } = identity
      await tools.mutation('accounts.useIdentity', { id, userId })
      const { passwordHash } = await store.read((read) => getOrThrow(read, credentials, userId))
      const right = { userId, passwordHash, forgets: [] }
      const answer = (await asksSecondFactor(tools, right)) ?? (await finishSignIn(tools, form, { ...right, returnTo: begun.returnTo }))
      return { ...answer, setCookies: [...(answer.setCookies ?? []), cookies.clearProviderSignIn()] }
    },
  })

  const signUp = defineForm('accounts.signUpByProvider', {
    fields: z.strictObject({ userName: field, email: field }),
    async run(form, fields) {
      const { id, begun } = await answered(form)
      const [userName, email] = await allChecked(
        () => checked(UserName, fields.userName.trim().normalize('NFC'), 'userName'),
        () => checked(Email, fields.email === '' ? (begun.answer.email ?? '') : fields.email, 'email'),
      )
      await tools.note(form, [limits.signUpFrom(form.address)])
      const userId = newId(form.now)
      const lockedHash = lockedHashOf(randomBytes(32).toString('base64url'))
      await tools.mutation('accounts.registerByProvider', {
        ...{ id, userId, userName, displayName: userName, email, lockedHash },
        ...{ firstIsAdmin: tools.firstIsAdmin, reservedNames: [tools.site().name] },
      })
      const signedIn = await tools.signIn(form, { userId, passwordHash: lockedHash })
      tools.behind(() => sendVerification(tools, userId, form.now))
      const location = links.welcome(begun.returnTo === links.front() ? {} : { returnTo: begun.returnTo })
      return { kind: 'done', location, ...signedIn, setCookies: [...signedIn.setCookies, cookies.clearProviderSignIn()] }
    },
  })

  const unlink = defineForm('accounts.unlinkProvider', {
    fields: z.strictObject({ id: Hash }),
    async run(form, { id }) {
      const userId = senderOf(form)
      await tools.mutation('accounts.unlinkIdentity', { userId, id })
      await postTo(tools, userId, (site, to) => providerUnlinkedMail(site, to, provider.name))
      return { kind: 'done', location: withNotice(links.account('security'), 'provider-unlinked') }
    },
  })

  /** What the provider has answered to this browser. @throws AppError 'token-invalid' */
  async function answered(form: FormRequest) {
    const secret = cookies.providerSignIn(form.raw.headers.cookie)
    const id = secret === null || !isToken(secret) ? null : hashOf(secret)
    const begun = id === null ? undefined : await store.read((read) => read.get(providerSignIns, id))
    const answer = begun?.answer ?? null
    if (id === null || begun === undefined || answer === null || begun.expiresAt <= form.now) throw startOver()
    return { id, begun: { ...begun, answer } }
  }

  return [start, link, finish, signUp, unlink]
}

export async function postTo(tools: AccountTools, userId: string, about: (site: MailSite, to: ToMember) => Mail): Promise<void> {
  const to = await tools.store.read(async (read) => ({
    to: (await getOrThrow(read, credentials, userId)).email,
    userName: (await getOrThrow(read, members, userId)).userName,
  }))
  tools.post(about(tools.site(), to))
}

const startOver = (): AppError => new AppError('token-invalid', { field: 'provider' })

function checked(schema: z.ZodMiniType<string>, value: string, name: string): string {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('invalid', { field: name })
}
