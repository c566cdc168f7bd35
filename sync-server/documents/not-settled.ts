import type { Judged } from './workers/judge.ts'

/**
 * `busy`: for nothing in the document; `failed`: the look at the whole of it did (no time, no
 * memory, or it threw); else what speaks against it.
 */
type Why = 'busy' | 'failed' | NonNullable<Judged['fault']>

/** A document did not become a revision. Nothing of it is lost by that. */
export class NotSettled extends Error {
  readonly why: Why
  constructor(why: Why, message: string) {
    super(message)
    this.why = why
  }
}
