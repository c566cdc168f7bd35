/** What a transaction changed: plain data, so that it can be posted to other tabs. */
export interface Changed {
  /** Shapes whose cursor, rows or presence changed. */
  readonly shapes: readonly string[]
  readonly rows: readonly RowKey[]
  /** The queue or the refused mutations are not what they were. */
  readonly isQueueChanged: boolean
  /** Mutations that moved to the refused just now. */
  readonly refused: readonly number[]
  /** Every mutation has another number. */
  readonly isRenumbered: boolean
  readonly isViewerChanged: boolean
}

export interface RowKey {
  readonly kind: string
  readonly id: string
}

export function isNothing(changed: Changed): boolean {
  return changed.shapes.length === 0 && changed.rows.length === 0 && !changed.isQueueChanged && !changed.isViewerChanged
}

/**
 * Gathers what one transaction changes. Made anew for each try: what is not committed has not
 * happened.
 */
export class ChangeLog {
  readonly #shapes = new Set<string>()
  readonly #rows = new Map<string, RowKey>()
  readonly #refused: number[] = []
  #isQueueChanged = false
  #isRenumbered = false
  #isViewerChanged = false

  shape(id: string): void {
    this.#shapes.add(id)
  }

  row(kind: string, id: string): void {
    this.#rows.set(`${kind}/${id}`, { kind, id })
  }

  queue(): void {
    this.#isQueueChanged = true
  }

  refuse(n: number): void {
    this.#isQueueChanged = true
    this.#refused.push(n)
  }

  renumber(): void {
    this.#isQueueChanged = true
    this.#isRenumbered = true
  }

  viewer(): void {
    this.#isViewerChanged = true
  }

  result(): Changed {
    return {
      shapes: [...this.#shapes],
      rows: [...this.#rows.values()],
      isQueueChanged: this.#isQueueChanged,
      refused: this.#refused,
      isRenumbered: this.#isRenumbered,
      isViewerChanged: this.#isViewerChanged,
    }
  }
}
