import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { isAdmin, isSelf } from '../kernel/viewer.ts'
import { correctPayment, putPaymentDetails, recordPayment, setPaymentStatus } from './mutations.ts'
import { paymentDetails, payments } from './schema.ts'

export const paymentsDomain = defineDomain({
  tables: [payments, paymentDetails],
  mutations: [putPaymentDetails, recordPayment, setPaymentStatus, correctPayment],
  // Not the moderators'.
  policies: [readPolicy(payments, (payment, viewer) => (isSelf(viewer, payment.userId) || isAdmin(viewer) ? payment : undefined))],
})
