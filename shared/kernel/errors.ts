import type { Reason, Verdict } from './verdict.ts'

/** Why something was refused. Anything that is not an AppError is a bug. */
export type ErrorCode =
  | 'not-allowed' // a rule said no; `reason` says which
  | 'not-found' // absent, or hidden: nobody learns which
  | 'invalid' // shape, size or value; `field` says where
  | 'taken' // a unique key is in use; `field` says which
  | 'conflict' // somebody changed it since; nothing was overwritten
  | 'rate-limited' // `retryAfterMs` says when to go on
  | 'unknown-mutation'
  | 'depends' // it needs something the same device made, and that was refused
  | 'broken' // a fault of ours, met more than once; the mutation did not happen and may be tried again
  | 'outdated' // sent in a form too old to be understood: the app must be renewed first
  | 'token-invalid' // unknown, used or expired: nobody learns which

/** What is wrong with one more field of a form. */
export interface FieldError {
  readonly code: ErrorCode
  readonly field: string
}

export interface ErrorDetails {
  readonly reason?: Reason | undefined
  /** The argument at fault, dotted from the root of the arguments. */
  readonly field?: string | undefined
  readonly retryAfterMs?: number | undefined
  /** Further fields at fault, so that a form says all of them at once. */
  readonly others?: readonly FieldError[] | undefined
  /** For logs; never shown to readers. */
  readonly message?: string | undefined
}

/**
 * An expected refusal. Thrown by mutations (which rolls back), turned into an Outcome once, at the
 * edge.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly reason: Reason | undefined
  readonly field: string | undefined
  readonly retryAfterMs: number | undefined
  readonly others: readonly FieldError[]

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? [code, details.reason, details.field].filter(Boolean).join(' '))
    this.name = 'AppError'
    this.code = code
    this.reason = details.reason
    this.field = details.field
    this.retryAfterMs = details.retryAfterMs
    this.others = details.others ?? []
  }
}

/**
 * @throws AppError 'not-found' when the rule hides the thing, else 'not-allowed' with the rule's
 *   reason.
 */
export function authorize(verdict: Verdict): void {
  if (verdict.allowed) return
  if (verdict.reason === 'not-found') throw new AppError('not-found')
  throw new AppError('not-allowed', { reason: verdict.reason })
}
