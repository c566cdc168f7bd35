import type { Verdict } from '../kernel/verdict.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Payment, PaymentStatus } from './schema.ts'
import { allow, deny } from '../kernel/verdict.ts'
import { mayAct } from '../moderation/measure-rules.ts'

/** Administrators: they see the details of all members, and keep the ledger. */
export const canManagePayments = (viewer: Viewer): Verdict => mayAct(viewer, 'managePayments')

/** Every member, their own. */
export function canSavePaymentDetails(viewer: Viewer): Verdict {
  if (viewer.kind === 'visitor') return deny(viewer.bannedUntil === undefined ? 'sign-in-first' : 'banned')
  return allow
}

const nextStatuses: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  planned: ['approved', 'paid', 'cancelled'],
  approved: ['paid', 'cancelled'],
  paid: [],
  cancelled: [],
}

export function canSetPaymentStatus(viewer: Viewer, { status }: Pick<Payment, 'status'>, next: PaymentStatus): Verdict {
  const verdict = canManagePayments(viewer)
  if (!verdict.allowed) return verdict
  return nextStatuses[status].includes(next) ? allow : deny('payment-is-closed')
}

/** What is paid; a correction is corrected by another one of the same payment. */
export function canCorrectPayment(viewer: Viewer, { status, correctsId }: Pick<Payment, 'status' | 'correctsId'>): Verdict {
  const verdict = canManagePayments(viewer)
  if (!verdict.allowed) return verdict
  return status === 'paid' && correctsId === null ? allow : deny('payment-is-not-paid')
}
