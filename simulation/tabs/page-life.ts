import type { Clockwork } from '../world/clockwork.ts'
import { Life } from '../world/life.ts'
import type { Random } from '../world/random.ts'
import type { Page } from './browser-globals.ts'
import { inPage } from './browser-globals.ts'

/**
 * One load of a page, from its opening to its end: whatever comes to it from outside comes by
 * `answer`, and after its end nothing does.
 */
export class PageLife {
  readonly life: Life
  readonly random: Random
  readonly clockwork: Clockwork
  readonly #page: () => Page

  constructor(name: string, clockwork: Clockwork, random: Random, page: () => Page) {
    this.life = new Life(name, clockwork)
    this.clockwork = clockwork
    this.random = random
    this.#page = page
  }

  get isOver(): boolean {
    return this.life.isOver
  }

  /** Runs what it asks for of itself. */
  does<T>(work: () => T): T {
    return inPage(this.#page(), work)
  }

  /** A timer of its own. */
  after(ms: number, work: () => void): () => void {
    const timer = this.life.after(ms, () => this.does(work))
    return () => timer.cancel()
  }

  /**
   * What it waited for comes, in a moment, if it lives to see it: its fuse may end it right before.
   */
  answer(ms: number, work: () => void): void {
    this.life.after(ms, () => {
      if (this.life.step() === undefined) this.does(work)
    })
  }

  /**
   * @param work of the world outside. Its outcome comes to the page a moment later; to nobody when
   *   the page is gone.
   */
  promise<T>(ms: number, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work().then(
        (value) => this.answer(ms, () => resolve(value)),
        (error: unknown) => this.answer(ms, () => reject(error)),
      )
    })
  }
}
