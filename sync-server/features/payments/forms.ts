import * as z from 'zod/mini'
import type { FormTools } from '#server/http/form-tools.ts'
import { allChecked, applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { inFormFields } from '#server/http/typed-text.ts'
import { Email } from '#shared/accounts/email.ts'
import { memberBySlug, memberByUserName } from '#shared/accounts/queries.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { prose } from '#shared/kernel/fields.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { minorUnits } from '#shared/payments/money.ts'
import { canManagePayments, canSavePaymentDetails } from '#shared/payments/rules.ts'
import { payments as ledger } from '#shared/payments/schema.ts'
import type { Payments } from './payments-port.ts'

const Info = prose(4_000)

/** Forms that encrypt, or that read amounts and names as people type them. */
export function paymentForms({ store, apply, recent }: FormTools, { vault, currency }: Payments) {
  const saveDetails = defineForm('payments.saveDetails', {
    fields: z.strictObject({ email: field, info: field }),
    async run(form, typed) {
      const userId = senderOf(form)
      authorize(canSavePaymentDetails(form.viewer))
      const [email, info] = await allChecked(
        () => (typed.email.trim() === '' ? '' : parsed(Email, typed.email, 'email')),
        () => parsed(Info, typed.info, 'info'),
      )
      if (!vault.canSave) throw new AppError('broken')
      const sealed = email === '' && info === '' ? null : await vault.seal(userId, { email, info })
      const seq = await applied(apply, { name: 'payments.putDetails', args: { userId, sealed }, userId, source: 'server' })
      return { kind: 'done', location: links.ownPayments({ notice: 'saved' }), seq }
    },
  })

  const record = defineForm('payments.record', {
    fields: z.strictObject({ member: field, amount: field, reason: field, reference: field, post: field }),
    async run(form, { member, amount, reason, reference, post }) {
      const sender = senderOf(form)
      authorize(canManagePayments(form.viewer))
      const [userId, amountMinor] = await allChecked(
        async () => store.read((read) => memberNamed(read, member)),
        () => amountIn(amount, currency),
      )
      const relatedPostId = post.trim() === '' ? null : (post.split(/[/?#\s]/u).find(isId) ?? post.trim())
      const [id] = await recent.ids(form, 'payments', [userId, String(amountMinor), reason.trim(), reference.trim()], 1)
      const args = { id, userId, amountMinor, currency, reason, reference, relatedPostId }
      const seq = await inFormFields({ amountMinor: 'amount', userId: 'member', relatedPostId: 'post' }, () =>
        applied(apply, { name: 'payments.record', args, userId: sender, source: 'member' }),
      )
      return { kind: 'done', location: links.paymentsAdmin({ state: 'planned' }), seq }
    },
  })

  const correct = defineForm('payments.correct', {
    fields: z.strictObject({ correctsId: field, amount: field, reason: field, reference: field }),
    async run(form, { correctsId, amount, reason, reference }) {
      const sender = senderOf(form)
      authorize(canManagePayments(form.viewer))
      const wrong = isId(correctsId) ? await store.read((read) => read.get(ledger, correctsId)) : undefined
      if (wrong === undefined) throw new AppError('not-found')
      const amountMinor = amountIn(amount, wrong.currency)
      const [id] = await recent.ids(form, 'payment-corrections', [correctsId, String(amountMinor), reason.trim()], 1)
      const args = { id, correctsId, amountMinor, reason, reference }
      const seq = await inFormFields({ amountMinor: 'amount' }, () =>
        applied(apply, { name: 'payments.correct', args, userId: sender, source: 'member' }),
      )
      return { kind: 'done', location: links.paymentsAdmin({ state: 'paid' }), seq }
    },
  })

  return [saveDetails, record, correct] as const
}

function parsed<Value>(schema: z.ZodMiniType<Value>, typed: string, name: string): Value {
  const result = schema.safeParse(typed)
  if (!result.success) throw new AppError('invalid', { field: name })
  return result.data
}

function amountIn(typed: string, currency: string): number {
  const amount = minorUnits(typed, currency)
  if (amount === null) throw new AppError('invalid', { field: 'amount' })
  return amount
}

/** By user name, or the address of their profile. */
async function memberNamed(read: Read, typed: string): Promise<string> {
  const slug = /\/users\/([^/?#\s]+)/u.exec(typed)?.[1]
  const found = slug === undefined ? await memberByUserName(read, typed.trim()) : await memberBySlug(read, slug)
  if (found === undefined) throw new AppError('invalid', { field: 'member' })
  return found.id
}
