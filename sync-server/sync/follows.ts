import type { ShapePlace } from '#server/store/port.ts'

/** How far one device is in one shape. */
export interface Followed {
  readonly shape: string
  /** Where the device stands once it has taken what was sent. */
  cursor: number
  /** It lacks nothing up to here, though no page may have said so. At or above `cursor`. */
  seen: number
  /**
   * Nothing is missing up to the subscription manager's position: changes are told as they come.
   */
  isLive: boolean
  /** It has nothing yet, or not all. */
  isFilling: boolean
  /** Where the filling goes on, and the position that it will have reached. */
  place: ShapePlace | null
  fillTo: number | null
  /** It came with a copy, which is to be compared once it has caught up. */
  isGreeted: boolean
  /** Something was said about the shape since it was last compared. */
  isChanged: boolean
  /** It has been told what it should hold. */
  isCompared: boolean
}

/**
 * The shapes of one session, and which of them may have something to send, in the order they came.
 */
export class Follows {
  readonly #shapes = new Map<string, Followed>()
  readonly #wanted = new Set<Followed>()

  get size(): number {
    return this.#shapes.size
  }

  get hasWanted(): boolean {
    return this.#wanted.size > 0
  }

  get(shape: string): Followed | undefined {
    return this.#shapes.get(shape)
  }

  all(): readonly Followed[] {
    return [...this.#shapes.values()]
  }

  /** From a cursor on; what was known of the shape before is void. */
  begin(shape: string, cursor: number): Followed {
    this.delete(shape)
    const fresh: Followed = {
      shape,
      cursor,
      seen: cursor,
      isLive: false,
      isFilling: cursor === 0,
      place: null,
      fillTo: null,
      isGreeted: cursor > 0,
      isChanged: false,
      isCompared: false,
    }
    this.#shapes.set(shape, fresh)
    return fresh
  }

  want(followed: Followed): void {
    this.#wanted.add(followed)
  }

  next(): Followed | undefined {
    for (const first of this.#wanted) {
      this.#wanted.delete(first)
      return first
    }
    return undefined
  }

  delete(shape: string): void {
    const found = this.#shapes.get(shape)
    if (found === undefined) return
    this.#shapes.delete(shape)
    this.#wanted.delete(found)
  }

  clear(): void {
    this.#shapes.clear()
    this.#wanted.clear()
  }
}
