import * as z from 'zod/mini'
import { members } from '../accounts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { isSameJson } from '../kernel/same.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { noteAudit } from '../moderation/record.ts'
import { posts } from '../posts/schema.ts'
import { correctionsOf, maxCorrections } from './queries.ts'
import { canCorrectPayment, canManagePayments, canSavePaymentDetails, canSetPaymentStatus } from './rules.ts'
import type { Payment } from './schema.ts'
import { Currency, maxAmountMinor, paymentDetails, PaymentReason, PaymentReference, payments } from './schema.ts'

/**
 * The sender's own, already encrypted: the words themselves reach no mutation. `null` takes them
 * away.
 */
export const putPaymentDetails = defineMutation({
  name: 'payments.putDetails',
  from: 'server',
  args: z.strictObject({ userId: Id, sealed: z.nullable(z.string().check(z.maxLength(12_000))) }),
  async run({ tx, viewer, now }, { userId, sealed }) {
    authorize(canSavePaymentDetails(viewer))
    if (signedIn(viewer).userId !== userId) throw new AppError('not-allowed', { reason: 'not-yours' })
    if (sealed === null) return tx.delete(paymentDetails, userId)
    await tx.put(paymentDetails, { id: userId, sealed, changedAt: now })
  },
})

const Amount = z.int().check(z.minimum(1), z.maximum(maxAmountMinor))

/**
 * Writes down what is to be paid. The server refuses other currencies than the site's. Safe to
 * replay. @throws AppError 'taken' for the id of another payment.
 */
export const recordPayment = defineMutation({
  name: 'payments.record',
  args: z.strictObject({
    ...{ id: Id, userId: Id, amountMinor: Amount, currency: Currency },
    ...{ reason: PaymentReason, reference: PaymentReference, relatedPostId: z.nullable(Id) },
  }),
  async run(context, args) {
    const { tx, viewer, now } = context
    authorize(canManagePayments(viewer))
    const before = await tx.get(payments, args.id)
    if (before !== undefined) return requireSame(before, args)
    await getOrThrow(tx, members, args.userId)
    if (args.relatedPostId !== null) await getOrThrow(tx, posts, args.relatedPostId)
    const { userId: createdByUserId } = signedIn(viewer)
    await tx.put(payments, { ...args, status: 'planned', paidAt: null, correctsId: null, createdByUserId, createdAt: now })
    const { userId, amountMinor, currency } = args
    await noteAudit(context, recordPayment.name, { userId, targetId: args.id, details: { amountMinor, currency } })
  },
})

/** Approves, pays or cancels. Paid and cancelled ones stay so. */
export const setPaymentStatus = defineMutation({
  name: 'payments.setStatus',
  args: z.strictObject({ id: Id, status: z.enum(['approved', 'paid', 'cancelled']) }),
  async run(context, { id, status }) {
    const { tx, viewer, now } = context
    authorize(canManagePayments(viewer))
    const payment = await getOrThrow(tx, payments, id)
    if (payment.status === status) return
    authorize(canSetPaymentStatus(viewer, payment, status))
    await tx.put(payments, { ...payment, status, paidAt: status === 'paid' ? now : null })
    await noteAudit(context, setPaymentStatus.name, { userId: payment.userId, targetId: id, details: { status } })
  },
})

const Correction = z.int().check(
  z.minimum(-maxAmountMinor),
  z.maximum(maxAmountMinor),
  z.refine((amount) => amount !== 0, 'not zero'),
)

/**
 * Adds a row that takes from a paid payment, or adds to it; the payment stays as it is. Safe to
 * replay. @throws AppError 'invalid' where less than nothing would be left, or too much.
 */
export const correctPayment = defineMutation({
  name: 'payments.correct',
  args: z.strictObject({ id: Id, correctsId: Id, amountMinor: Correction, reason: PaymentReason, reference: PaymentReference }),
  async run(context, args) {
    const { tx, viewer, now } = context
    authorize(canManagePayments(viewer))
    const before = await tx.get(payments, args.id)
    if (before !== undefined) return requireSame(before, args)
    const wrong = await getOrThrow(tx, payments, args.correctsId)
    authorize(canCorrectPayment(viewer, wrong))
    const others = await tx.list(correctionsOf(wrong.id))
    const left = [wrong, ...others, args].reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    if (left < 0 || left > maxAmountMinor || others.length >= maxCorrections) throw new AppError('invalid', { field: 'amountMinor' })
    const { userId, currency, relatedPostId } = wrong
    const { userId: createdByUserId } = signedIn(viewer)
    await tx.put(payments, { ...args, userId, currency, relatedPostId, status: 'paid', paidAt: now, createdByUserId, createdAt: now })
    await noteAudit(context, correctPayment.name, { userId, targetId: wrong.id, details: { amountMinor: args.amountMinor, currency } })
  },
})

function requireSame(before: Payment, args: Partial<Payment>): void {
  if (!isSameJson({ ...before, ...args }, before)) throw new AppError('taken', { field: 'id' })
}
