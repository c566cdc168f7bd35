import type { ThreadView } from './thread-view.ts'

interface Visit {
  /** What the reader asked for: another order or more comments are shown as they come. */
  readonly asked: string
  readonly view: ThreadView
  readonly held: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/**
 * Which comments came while the reader was in the thread: they wait until asked for, so that
 * nothing being read ever moves. Those of the reader are never held, nor anything while the thread
 * is out of sight below.
 */
export class Arrivals {
  #known = new Set<string>()
  #visit: Visit | null = null
  readonly #openedAt = performance.now()

  /** @param isMine of a comment's id. @param isBeingRead asked only when something came. */
  held(asked: string, view: ThreadView, isMine: (id: string) => boolean, isBeingRead: (openForMs: number) => boolean): ReadonlySet<string> {
    if (this.#visit !== null && this.#visit.asked === asked && this.#visit.view === view) return this.#withoutMine(this.#visit, isMine)
    const isSameVisit = this.#visit?.asked === asked
    const newcomers = isSameVisit ? view.comments.filter(({ id }) => !this.#known.has(id) && !isMine(id)) : []
    const held = newcomers.length > 0 && isBeingRead(performance.now() - this.#openedAt) ? new Set(newcomers.map(({ id }) => id)) : none
    for (const { id } of view.comments) if (!held.has(id)) this.#known.add(id)
    this.#visit = { asked, view, held }
    return held
  }

  /** Who is here may become known only after their own words came. */
  #withoutMine(visit: Visit, isMine: (id: string) => boolean): ReadonlySet<string> {
    const mine = [...visit.held].filter(isMine)
    if (mine.length === 0) return visit.held
    for (const id of mine) this.#known.add(id)
    const held = new Set([...visit.held].filter((id) => !mine.includes(id)))
    this.#visit = { ...visit, held }
    return held
  }

  /** Lets them in; gives their ids. */
  show(): ReadonlySet<string> {
    const held = this.#visit?.held ?? none
    for (const id of held) this.#known.add(id)
    if (this.#visit !== null) this.#visit = { ...this.#visit, held: none }
    return held
  }
}
