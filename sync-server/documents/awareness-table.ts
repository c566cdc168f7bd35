/**
 * Who is in a room and where their cursors are. The server is the only one who says so: it writes
 * the identity and counts the clocks, a socket speaks for one client id, and what it says of others
 * is passed over (tabs of one browser repeat each other). Who is there by way of another node
 * counts as long as that node goes on saying so. Kept in memory alone.
 */
import type { AwarenessEntry } from './frames.ts'
import { isNestedDeeper } from '#shared/sync/protocol.ts'

/** What others see of a person. */
export interface Identity {
  readonly userId: string
  readonly name: string
  readonly slug: string
}

interface Presence<Owner> {
  readonly owner: Owner
  clock: number
  /** JSON as it goes out. */
  state: string
}

/** By way of another node; it has written the identity. */
interface Elsewhere {
  readonly clock: number
  readonly state: string
  /** When it was said last. */
  readonly at: number
}

const deepest = 8
const gone = 'null'

export class AwarenessTable<Owner> {
  readonly #present = new Map<number, Presence<Owner>>()
  readonly #elsewhere = new Map<number, Elsewhere>()
  /** Last clock under which each client id was spoken of: those who heard it take nothing older. */
  readonly #clocks = new Map<number, number>()

  /**
   * @param mayReplace whether a client id may pass from the socket that spoke for it to this one:
   *   the same account, back on a new line.
   * @returns what others are to hear; `null`: nothing.
   */
  set(
    owner: Owner,
    own: number,
    { clock, state }: AwarenessEntry,
    identity: Identity,
    mayReplace: (other: Owner) => boolean,
  ): AwarenessEntry | null {
    const before = this.#present.get(own)
    if (before !== undefined && before.owner !== owner && !mayReplace(before.owner)) return null
    const elsewhere = this.#elsewhere.get(own)
    if (elsewhere !== undefined && userIdIn(elsewhere.state) !== identity.userId) return null
    const shown = shownState(state, identity)
    if (shown === null) return this.remove(own)
    const next = Math.max(clock, (this.#clocks.get(own) ?? -1) + 1)
    this.#clocks.set(own, next)
    this.#elsewhere.delete(own)
    this.#present.set(own, { owner, clock: next, state: shown })
    return { client: own, clock: next, state: shown }
  }

  ownerOf(client: number): Owner | undefined {
    return this.#present.get(client)?.owner
  }

  remove(client: number): AwarenessEntry | null {
    const presence = this.#present.get(client)
    if (presence === undefined) return null
    this.#present.delete(client)
    const clock = presence.clock + 1
    this.#clocks.set(client, clock)
    return { client, clock, state: gone }
  }

  /**
   * What another node says of a socket of its own. @returns what those here are to hear; `null`:
   * nothing.
   */
  hear(entry: AwarenessEntry, now: number): AwarenessEntry | null {
    const { client, clock, state } = entry
    if (this.#present.has(client)) return null
    const known = this.#clocks.get(client) ?? -1
    const isSame = clock === known && this.#elsewhere.get(client)?.state === state
    if (clock <= known && !isSame) return null
    this.#clocks.set(client, clock)
    if (state === gone) this.#elsewhere.delete(client)
    else this.#elsewhere.set(client, { clock, state, at: now })
    return isSame ? null : entry
  }

  /**
   * Those elsewhere of whom nothing was heard since then are gone. @returns what those here are to
   * hear
   */
  forgetSilent(since: number): readonly AwarenessEntry[] {
    const silent = [...this.#elsewhere].filter(([, { at }]) => at < since)
    return silent.map(([client, { clock }]) => {
      this.#elsewhere.delete(client)
      this.#clocks.set(client, clock + 1)
      return { client, clock: clock + 1, state: gone }
    })
  }

  /** Those who are here. */
  own(): readonly AwarenessEntry[] {
    return [...this.#present].map(entryOf)
  }

  /** Those elsewhere too. */
  all(): readonly AwarenessEntry[] {
    return [...this.own(), ...[...this.#elsewhere].map(entryOf)]
  }
}

function entryOf([client, { clock, state }]: readonly [number, Pick<Elsewhere, 'clock' | 'state'>]): AwarenessEntry {
  return { client, clock, state }
}

/** Whom a state says it is of; `null` where it says nothing. */
export function userIdIn(state: string): string | null {
  const value = parsed(state)
  if (typeof value !== 'object' || value === null || !('user' in value)) return null
  const { user } = value
  return typeof user === 'object' && user !== null && 'userId' in user && typeof user.userId === 'string' ? user.userId : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Known fields only, and the identity that the server knows; `null` for somebody who leaves, or
 * what is no state.
 */
function shownState(text: string, { userId, name, slug }: Identity): string | null {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isNestedDeeper(value, deepest)) return null
  const given: { readonly cursor?: unknown; readonly user?: unknown; readonly isTyping?: unknown } = value
  const user = { userId, name, slug, ...colorOf(given.user) }
  return JSON.stringify({
    user,
    ...(given.cursor === undefined ? {} : { cursor: given.cursor }),
    // In a conversation, which has no carets.
    ...(given.isTyping === true && { isTyping: true }),
  })
}

function colorOf(user: unknown): { readonly color?: string } {
  if (typeof user !== 'object' || user === null || !('color' in user) || typeof user.color !== 'string') return {}
  return /^#[0-9a-f]{6}$/iu.test(user.color) ? { color: user.color } : {}
}
