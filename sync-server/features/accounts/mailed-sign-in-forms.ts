/**
 * Signing in by mail: a code that is typed on the page that asked for it, and a link. Answers and
 * their time are the same for every address: who has it is looked up behind the answer, and again
 * once the right code is there.
 */
import { randomBytes, randomInt } from 'node:crypto'
import * as z from 'zod/mini'
import type { Credential } from '#shared/accounts/schema.ts'
import type { FormAnswer, FormRequest } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import { Email } from '#shared/accounts/email.ts'
import { lockedHashOf } from '#shared/accounts/fields.ts'
import { mailedCodeLimits } from '#shared/accounts/mailed-sign-in-limits.ts'
import { mailedSignInMs } from '#shared/accounts/mailed-sign-in-mutations.ts'
import { accountOfAddress, mailedSignInByLink } from '#shared/accounts/mailed-sign-in-queries.ts'
import { mailedSignIns } from '#shared/accounts/mailed-sign-in-schema.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { defineForm, field } from '#server/http/define-form.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { signInMail } from '#server/mail/sign-in-mails.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { knownDeviceProof } from './known-device.ts'
import { limits } from './limits.ts'
import { withNotice } from './notices.ts'
import { asksSecondFactor } from './second-factor.ts'
import { hashOf, isToken, newToken } from './tokens.ts'

const wrongCode = (): AppError => new AppError('token-invalid', { field: 'mailedCode' })

export function mailedSignInForms(tools: AccountTools) {
  const { store, cookies } = tools

  const request = defineForm('accounts.requestSignInMail', {
    fields: z.strictObject({ email: field, returnTo: field }),
    async run(form, { email, returnTo }) {
      const typed = Email.safeParse(email)
      if (!typed.success) throw new AppError('invalid', { field: 'email' })
      await tools.note(form, [limits.signInMailTo(typed.data), limits.signInMailFrom(form.address)])
      const [browser, link] = [newToken(), newToken()]
      const code = String(randomInt(10 ** mailedCodeLimits.digits)).padStart(mailedCodeLimits.digits, '0')
      await tools.mutation('accounts.startMailedSignIn', {
        ...{ id: browser.hash, email: typed.data, codeHash: codeHashOf(browser.token, code), linkHash: link.hash },
        returnTo: safeReturnTo(returnTo).slice(0, 2_000),
      })
      tools.behind(() => send(form, typed.data, { code, link: link.token }))
      return { kind: 'shown', setCookies: [cookies.setMailedSignIn(browser.token)] }
    },
  })

  async function send(form: FormRequest, email: string, secrets: { readonly code: string; readonly link: string }): Promise<void> {
    const found = await store.read(async (read) => {
      const credential = await accountOfAddress(read, email, (each) => isKnownHere(form, each))
      return credential && { to: credential.email, member: await read.get(members, credential.id) }
    })
    if (found?.member === undefined) return
    const mail = signInMail(tools.site(), { to: found.to, userName: found.member.userName }, secrets)
    // No longer than what stands in it holds.
    tools.post({ ...mail, expiresAt: form.now + mailedSignInMs })
  }

  const byCode = defineForm('accounts.signInWithMailedCode', {
    fields: z.strictObject({ mailedCode: field, email: field, returnTo: field }),
    async run(form, { mailedCode, returnTo }) {
      const attempt = await tools.note(form, [limits.signInFrom(form.address)])
      const secret = secretOf(form)
      const id = hashOf(secret ?? '')
      await tools.mutation('accounts.countMailedCode', { id })
      const asked = await store.read((read) => read.get(mailedSignIns, id))
      const codeHash = codeHashOf(secret ?? '', mailedCode.slice(0, 100).replaceAll(/[\s-]/gu, ''))
      if (asked === undefined || asked.codeHash !== codeHash) throw wrongCode()
      const answer = await signIn(form, { by: { id, codeHash }, email: asked.email, returnTo })
      await tools.forgive(attempt)
      return answer
    },
  })

  const byLink = defineForm('accounts.signInWithMailedLink', {
    fields: z.strictObject({ token: field, isElsewhere: field }),
    async run(form, { token, isElsewhere }) {
      const attempt = await tools.note(form, [limits.signInFrom(form.address)])
      const linkHash = hashOf(token)
      const asked = await store.read((read) => mailedSignInByLink(read, linkHash, form.now))
      if (asked === undefined) throw new AppError('token-invalid')
      const isHere = hashOf(secretOf(form) ?? '') === asked.id
      // Said first: somebody else may have asked, and have sent the link on.
      if (!isHere && isElsewhere !== 'yes') throw new AppError('conflict', { field: 'otherBrowser' })
      const answer = await signIn(form, { by: { linkHash }, email: asked.email, returnTo: isHere ? asked.returnTo : links.front() })
      await tools.forgive(attempt)
      return answer
    },
  })

  interface Right {
    readonly by: { readonly id: string; readonly codeHash: string } | { readonly linkHash: string }
    readonly email: string
    readonly returnTo: string
  }

  async function signIn(form: FormRequest, { by, email, returnTo }: Right): Promise<FormAnswer> {
    const before = await store.read((read) => accountOfAddress(read, email, (each) => isKnownHere(form, each)))
    if (before === undefined) throw wrongCode()
    const userId = before.id
    // Nothing has this hash; it is a secret, since proofs of known browsers are made from it.
    const lockedHash = lockedHashOf(randomBytes(32).toString('base64url'))
    await tools.mutation('accounts.useMailedSignIn', { by, userId, isKnownBrowser: isKnownHere(form, before), lockedHash })
    const { passwordHash, emailVerifiedAt } = await store.read((read) => getOrThrow(read, credentials, userId))
    if (passwordHash !== before.passwordHash) tools.forget(userId)
    const right = { userId, passwordHash, forgets: [], ...(emailVerifiedAt === null && { provesEmail: before.email }) }
    const answer = (await asksSecondFactor(tools, right)) ?? (await finishSignIn(tools, form, { ...right, returnTo }))
    const setCookies = [...(answer.setCookies ?? []), cookies.clearMailedSignIn()]
    if (answer.kind !== 'done' || answer.session === undefined || passwordHash === before.passwordHash) return { ...answer, setCookies }
    return { ...answer, location: withNotice(links.account('security'), 'signed-in-by-mail-first'), setCookies }
  }

  function isKnownHere(form: FormRequest, { id, passwordHash }: Credential): boolean {
    return knownDeviceProof(cookies.device(form.raw.headers.cookie), id, passwordHash) !== null
  }

  function secretOf(form: FormRequest): string | null {
    const secret = cookies.mailedSignIn(form.raw.headers.cookie)
    return secret !== null && isToken(secret) ? secret : null
  }

  return [request, byCode, byLink]
}

/**
 * Of 27 bits alone it could be tried out by readers of the store; the browser's secret is nowhere
 * there.
 */
const codeHashOf = (secret: string, code: string): string => hashOf(`${secret} ${code}`)
