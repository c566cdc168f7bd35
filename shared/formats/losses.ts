import { shortened } from '../text/shorten.ts'

/**
 * Something that could not be taken over: how often, and the first of them as people would
 * recognise it.
 */
export interface Loss {
  readonly what: string
  readonly count: number
  /** At most 80 characters; may be empty. */
  readonly example: string
}

const maxKinds = 60

/** Gathers what is lost on the way, a line for each kind. */
export class Losses {
  readonly #byWhat = new Map<string, { count: number; readonly example: string }>()

  add(what: string, example = ''): void {
    const known = this.#byWhat.get(what)
    if (known !== undefined) known.count += 1
    else if (this.#byWhat.size < maxKinds) this.#byWhat.set(what, { count: 1, example: short(example) })
  }

  list(): readonly Loss[] {
    return Array.from(this.#byWhat, ([what, { count, example }]) => ({ what, count, example }))
  }
}

function short(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/gu, ' ').trim()
  return shortened(line, 80).toWellFormed()
}
