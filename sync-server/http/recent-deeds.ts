import { createHash } from 'node:crypto'
import type { FormRequest } from './ports.ts'
import { newId } from './new-id.ts'

/**
 * A form that is sent twice, by a double click or a second try over a bad line, is one deed: the same member, place and text get the same
 * ids for a minute, and a mutation that runs twice with one id leaves one row. Kept by this process, which is the only one that takes forms.
 */
export class RecentDeeds {
  readonly #entries = new Map<string, { readonly ids: readonly string[]; readonly place: string; readonly until: number }>()

  /** `count` ids for what this form is about to make. `parts`: all that tells this deed from another. */
  ids(form: FormRequest, place: string, parts: readonly string[], count: number): readonly string[] {
    this.#dropOld(form.now)
    const key = createHash('sha256')
      .update(JSON.stringify([form.name, form.session?.userId, place, ...parts]))
      .digest('base64url')
    const known = this.#entries.get(key)
    if (known !== undefined) return known.ids
    const ids = Array.from({ length: count }, () => newId(form.now))
    this.#entries.set(key, { ids, place, until: form.now + rememberedMs })
    return ids
  }

  /** What was done at this place (a post's id) has been undone or changed: doing it again is meant. */
  forget(place: string): void {
    for (const [key, entry] of this.#entries) if (entry.place === place || entry.ids.includes(place)) this.#entries.delete(key)
  }

  #dropOld(now: number): void {
    for (const [key, entry] of this.#entries) {
      // In the order they came: the first that holds is followed by those that do.
      if (entry.until > now && this.#entries.size < most) return
      this.#entries.delete(key)
    }
  }
}

const rememberedMs = 60_000
const most = 10_000
