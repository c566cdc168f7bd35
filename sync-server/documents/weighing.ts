import type { Change, DocumentState } from './document-state.ts'
import type { Judged } from './workers/judge.ts'

/** @throws Error when it cannot be told now */
export type Measure = (updates: readonly Uint8Array[]) => Promise<Judged>

export type Weighed =
  | { readonly verdict: 'fits'; /** Once it is taken. */ readonly take: () => void }
  | { readonly verdict: 'too-large' | 'schema' | 'later' }

/**
 * Whether a change leaves a text that editors can open and that can be kept as a revision: told
 * before it is acknowledged, by counting where that is sure, and else by a worker. While one looks
 * nobody's updates are taken.
 */
export class Weighing {
  readonly #state: () => DocumentState
  readonly #tools: { readonly measure: Measure; readonly log: (error: unknown) => void }
  #looking: Promise<unknown> | null = null

  constructor(state: () => DocumentState, tools: { readonly measure: Measure; readonly log: (error: unknown) => void }) {
    this.#state = state
    this.#tools = tools
  }

  get isLooking(): boolean {
    return this.#looking !== null
  }

  /** `later`: it cannot be told now. */
  async weigh(change: Change): Promise<Weighed> {
    while (this.#looking !== null) await this.#looking
    const state = this.#state()
    if (state.surelyHolds(change)) return { verdict: 'fits', take: () => undefined }
    const { version } = state
    const judged = this.#tools.measure([state.whole(), change.bytes])
    const looking = judged.catch(() => undefined).finally(() => (this.#looking = null))
    this.#looking = looking
    try {
      const { fault, ...size } = await judged
      if (fault !== null) return { verdict: fault === 'schema' ? 'schema' : 'too-large' }
      // What came in between has not been looked at.
      return { verdict: 'fits', take: () => void (this.#state() === state && state.version === version + 1 && state.measured(size)) }
    } catch (error) {
      this.#tools.log(error)
      return { verdict: 'later' }
    } finally {
      await looking
    }
  }
}
