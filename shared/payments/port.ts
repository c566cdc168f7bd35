import type { Read } from '../kernel/transaction.ts'
import type { Viewer } from '../kernel/viewer.ts'

/** Where a member wants to be paid, as typed. */
export interface PaymentDetails {
  readonly email: string
  readonly info: string
}

export interface MemberToPay {
  readonly userId: string
  /** The payment email, else that of the account. */
  readonly email: string
  readonly info: string
  /** They were encrypted by another key than the server has now. */
  readonly isUnreadable: boolean
}

/** What only the server can read of payments. */
export interface PaymentsPort {
  /** ISO 4217. */
  readonly currency: string
  /** `false`: the server has no key, so nothing can be saved. */
  readonly canSave: boolean
  /** The viewer's own; `null`: none were saved. */
  own(): Promise<PaymentDetails | 'unreadable' | null>
  /** By name, without closed and banned accounts. @throws AppError for whom the rule refuses. */
  everyone(search: string, limit: number): Promise<readonly MemberToPay[]>
}

/** @param read without read policies. */
export type PaymentsOver = (read: Read, viewer: Viewer, now: number) => PaymentsPort
