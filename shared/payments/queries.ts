import { defineQuery } from '../kernel/query.ts'
import type { PaymentStatus } from './schema.ts'
import { paymentDetails, payments } from './schema.ts'

/** Of one member, newest first. */
export const paymentsOf = (userId: string, limit: number) =>
  defineQuery({ table: payments, index: ['userId', 'createdAt'], equals: [userId], order: 'descending', limit })

/** Newest first. */
export const paymentsIn = (status: PaymentStatus, limit: number) =>
  defineQuery({ table: payments, index: ['status', 'createdAt'], equals: [status], order: 'descending', limit })

/** A payment has at most so many corrections. */
export const maxCorrections = 50

export const correctionsOf = (id: string) =>
  defineQuery({ table: payments, index: ['correctsId', 'createdAt'], equals: [id], order: 'ascending', limit: maxCorrections })

export const allPaymentDetails = (limit: number) =>
  defineQuery({ table: paymentDetails, index: ['changedAt'], equals: [], order: 'descending', limit })
