/**
 * A member switches the second factor on and off. The secret and the recovery codes are in one
 * answer each, which is kept nowhere.
 */
import * as z from 'zod/mini'
import type { Mail } from '#server/mail/mailer.ts'
import type { MailSite, ToMember } from '#server/mail/account-mails.ts'
import type { FormRequest } from '#server/http/ports.ts'
import type { AccountTools } from './account-tools.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { secondFactors } from '#shared/accounts/second-factor-schema.ts'
import { secondFactorTimes } from '#shared/accounts/second-factor-mutations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { defineForm, field, senderOf } from '#server/http/define-form.ts'
import { recoveryCodesReplacedMail, secondFactorOffMail, secondFactorOnMail } from '#server/mail/sign-in-mails.ts'
import { confirmPassword } from './confirm-password.ts'
import { limits } from './limits.ts'
import { withNotice } from './notices.ts'
import { newRecoveryCodes, newSecret, otpAuthUri, recoveryHashOf, stepOfCode } from './one-time-codes.ts'
import { qrPath } from './qr-path.ts'
import { checkedCode, notifyOfRecovery } from './second-factor.ts'

const securityTab = links.account('security')

export function secondFactorForms(tools: AccountTools) {
  const { store, forget } = tools

  const start = defineForm('accounts.startSecondFactor', {
    fields: z.strictObject({ password: field }),
    async run(form, { password }) {
      const userId = senderOf(form)
      const refusal = await confirmPassword(tools, form, password)
      if (refusal !== null) return refusal
      const secret = newSecret()
      await tools.mutation('accounts.startSecondFactor', { userId, secret })
      return { kind: 'shown', url: securityTab, values: shownSecret(secret, await ownerOf(form)) }
    },
  })

  const confirm = defineForm('accounts.confirmSecondFactor', {
    fields: z.strictObject({ code: field }),
    async run(form, { code }) {
      const userId = senderOf(form)
      const [factor, owner] = [await store.read((read) => read.get(secondFactors, userId)), await ownerOf(form)]
      if (factor === undefined || factor.confirmedAt !== null || factor.startedAt < form.now - secondFactorTimes.setUp)
        throw new AppError('token-invalid', { field: 'setUp' })
      const attempt = await tools.note(form, [limits.codeTo(userId)])
      const step = stepOfCode(factor.secret, code.slice(0, 100).replaceAll(/\s/gu, ''), form.now)
      // The picture is still there, to be scanned again.
      if (step === null) {
        const error = { code: 'token-invalid', reason: null, field: 'code', retryAfterMs: null } as const
        return { kind: 'refused', status: 400, error, values: shownSecret(factor.secret, owner) }
      }
      await tools.forgive(attempt)
      const codes = newRecoveryCodes()
      const recoveryHashes = codes.map((each) => recoveryHashOf(userId, each))
      const keeps = form.session?.sessionId ?? null
      await tools.mutation('accounts.confirmSecondFactor', { userId, secret: factor.secret, step, recoveryHashes, keeps })
      forget(userId)
      post(secondFactorOnMail, owner)
      return { kind: 'shown', url: securityTab, values: { recoveryCodes: codes.join(' ') } }
    },
  })

  const renew = defineForm('accounts.replaceRecoveryCodes', {
    fields: z.strictObject({ password: field, code: field }),
    async run(form, { password, code }) {
      const refusal = await confirmPassword(tools, form, password)
      if (refusal !== null) return refusal
      const { owner, used } = await usedBy(form, code)
      const codes = newRecoveryCodes()
      const recoveryHashes = codes.map((each) => recoveryHashOf(owner.userId, each))
      await tools.mutation('accounts.replaceRecoveryCodes', { userId: owner.userId, used, recoveryHashes })
      post(recoveryCodesReplacedMail, owner)
      return { kind: 'shown', url: securityTab, values: { recoveryCodes: codes.join(' ') } }
    },
  })

  const end = defineForm('accounts.endSecondFactor', {
    fields: z.strictObject({ password: field, code: field }),
    async run(form, { password, code }) {
      const refusal = await confirmPassword(tools, form, password)
      if (refusal !== null) return refusal
      const { owner, factor, used } = await usedBy(form, code)
      await tools.mutation('accounts.endSecondFactor', { userId: owner.userId, used })
      notifyOfRecovery(tools, owner.credential, factor, used)
      post(secondFactorOffMail, owner)
      return { kind: 'done', location: withNotice(securityTab, 'second-factor-off') }
    },
  })

  async function usedBy(form: FormRequest, code: string) {
    const owner = await ownerOf(form)
    const factor = await store.read((read) => read.get(secondFactors, owner.userId))
    if (typeof factor?.confirmedAt !== 'number') throw new AppError('token-invalid', { field: 'code' })
    return { owner, factor, used: await checkedCode(tools, form, { credential: owner.credential, factor, code }) }
  }

  async function ownerOf(form: FormRequest) {
    const userId = senderOf(form)
    return store.read(async (read) => {
      const [credential, member] = [await getOrThrow(read, credentials, userId), await getOrThrow(read, members, userId)]
      return { userId, credential, to: credential.email, userName: member.userName }
    })
  }

  function shownSecret(secret: string, { userName }: ToMember) {
    const uri = otpAuthUri(secret, { site: tools.site().name, userName })
    return { secret: secret.replaceAll(/.{4}(?=.)/gu, '$& '), uri, ...qrPath(uri) }
  }

  function post(about: (site: MailSite, to: ToMember) => Mail, { to, userName }: ToMember): void {
    tools.post(about(tools.site(), { to, userName }))
  }

  return [start, confirm, renew, end]
}
