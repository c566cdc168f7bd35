import * as z from 'zod/mini'
import { Id, line, Time } from '../kernel/fields.ts'
import { defineTable } from '../kernel/table.ts'
import { serverOnly } from '../kernel/visibility.ts'

export const paymentStatuses = ['planned', 'approved', 'paid', 'cancelled'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** Whole minor units (cents): a million of the main unit in most currencies. */
export const maxAmountMinor = 100_000_000

/** ISO 4217. */
export const Currency = z.string().check(z.regex(/^[A-Z]{3}$/u))
export const PaymentReason = line(1, 300)
export const PaymentReference = line(0, 100)

/**
 * A prize or a reimbursement, written down by administrators; the money itself moves elsewhere.
 * What is paid is never changed: another row corrects it.
 */
export const Payment = z.object({
  id: Id,
  /** Who gets it. */
  userId: Id,
  /** Above 0; of a correction it may be below. */
  amountMinor: z.int(),
  currency: Currency,
  reason: z.string(),
  relatedPostId: z.nullable(Id),
  status: z.enum(paymentStatuses),
  paidAt: z.nullable(Time),
  /** The bookkeeper's, such as a number of a transfer. */
  reference: z.string(),
  /** The payment that this row corrects. */
  correctsId: z.nullable(Id),
  createdByUserId: Id,
  createdAt: Time,
})
export type Payment = z.infer<typeof Payment>

/** Its member's and the administrators'; devices hold none of it. */
export const payments = defineTable({
  name: 'payments',
  row: Payment,
  indexes: [
    ['userId', 'createdAt'],
    ['status', 'createdAt'],
    ['correctsId', 'createdAt'],
  ],
  visibility: { scope: ({ userId }) => `user:${userId}` },
})

/**
 * Where a member wants to be paid, encrypted (`sync-server/features/payments/vault.ts`); the id is
 * the member's.
 */
export const SealedDetails = z.object({ id: Id, sealed: z.string(), changedAt: Time })
export type SealedDetails = z.infer<typeof SealedDetails>

export const paymentDetails = defineTable({
  name: 'payment_details',
  row: SealedDetails,
  indexes: [['changedAt']],
  visibility: serverOnly,
  journal: false,
})
