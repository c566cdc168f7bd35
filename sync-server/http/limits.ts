/**
 * How often anybody may do something: so many in any span of time, for each caller. Counted in
 * memory, and by all nodes together: each says on the bus what it has counted, a twentieth of the
 * limit at a time, so that nodes are never more than that behind each other and busy ones say
 * little. What is lost on the way lets somebody do a little more.
 */
import { hash } from 'node:crypto'
import { AppError } from '#shared/kernel/errors.ts'
import type { Bus } from '#server/nodes/bus.ts'
import { nobodyElse } from '#server/nodes/bus.ts'

const maxCallers = 10_000
/** Times of uses are kept no finer than the window by this. */
const spans = 60
const tellsPerLimit = 20

export interface Left {
  readonly limit: number
  readonly remaining: number
  /** Until there is room again, or until the oldest use is forgotten. */
  readonly resetMs: number
  /** Whether this one is within. */
  readonly isWithin: boolean
}

interface Uses {
  /** Oldest first. */
  readonly times: { readonly at: number; count: number }[]
  /** Counted here, and no other node knows. */
  untold: number
}

export class Limit {
  readonly #most: number
  readonly #windowMs: number
  readonly #tell: (caller: string, count: number) => void
  /** By what `callerOf` makes of their keys; who was quiet longest is forgotten first. */
  readonly #byCaller = new Map<string, Uses>()

  constructor(most: number, windowMs: number, tell: (caller: string, count: number) => void = () => undefined) {
    this.#most = most
    this.#windowMs = windowMs
    this.#tell = tell
  }

  /** Ms until there is room; 0: there is. Counts nothing. */
  waitMs(key: string, now: number): number {
    const left = this.#left(callerOf(key), now)
    return left.remaining > 0 ? 0 : left.resetMs
  }

  count(key: string, now: number): void {
    this.#count(callerOf(key), now)
  }

  /** Counts it. @throws AppError 'rate-limited' when there is no room. */
  spend(key: string, now: number): void {
    const { isWithin, resetMs } = this.take(key, now)
    if (!isWithin) throw new AppError('rate-limited', { retryAfterMs: resetMs })
  }

  /** Counts it if there is room. */
  take(key: string, now: number): Left {
    const caller = callerOf(key)
    const isWithin = this.#left(caller, now).remaining > 0
    if (isWithin) this.#count(caller, now)
    return { ...this.#left(caller, now), isWithin }
  }

  /** On another node. */
  countedElsewhere(caller: string, count: number, now: number): void {
    this.#add(caller, count, now)
  }

  #add(caller: string, count: number, now: number): Uses {
    const uses = this.#recent(caller, now) ?? { times: [], untold: 0 }
    const last = uses.times.at(-1)
    if (last !== undefined && now - last.at < this.#windowMs / spans) last.count += count
    else uses.times.push({ at: now, count })
    this.#byCaller.delete(caller)
    this.#byCaller.set(caller, uses)
    const [quietest] = this.#byCaller.keys()
    if (this.#byCaller.size > maxCallers && quietest !== undefined) this.#byCaller.delete(quietest)
    return uses
  }

  #recent(caller: string, now: number): Uses | undefined {
    const uses = this.#byCaller.get(caller)
    if (uses === undefined) return undefined
    const { times } = uses
    // Of the future: the clock was set back.
    while (times[0] !== undefined && (times[0].at <= now - this.#windowMs || times[0].at > now)) times.shift()
    if (times.length > 0) return uses
    this.#byCaller.delete(caller)
    return undefined
  }

  #count(caller: string, now: number): void {
    const uses = this.#add(caller, 1, now)
    uses.untold += 1
    if (uses.untold < this.#most / tellsPerLimit) return
    this.#tell(caller, uses.untold)
    uses.untold = 0
  }

  #left(caller: string, now: number): Omit<Left, 'isWithin'> {
    const times = this.#recent(caller, now)?.times ?? []
    let used = 0
    for (const { count } of times) used += count
    return {
      limit: this.#most,
      remaining: Math.max(0, this.#most - used),
      resetMs: Math.max(1, (times[0]?.at ?? now) + this.#windowMs - now),
    }
  }
}

/** @param name what other nodes know it by */
export type Limits = (name: string, most: number, windowMs: number) => Limit

export function limitsOn(bus: Bus, now: () => number): Limits {
  const byName = new Map<string, Limit>()
  bus.hear(({ uses = [] }) => {
    for (const [name, caller, count] of uses) byName.get(name)?.countedElsewhere(caller, count, now())
  })
  return (name, most, windowMs) => {
    if (byName.has(name)) throw new Error(`two limits are called ${name}`)
    const limit = new Limit(most, windowMs, (caller, count) => bus.say({ uses: [[name, caller, count]] }))
    byName.set(name, limit)
    return limit
  }
}

/** Where there is only one node. */
export const ownLimits = (): Limits => limitsOn(nobodyElse, Date.now)

/** Addresses and accounts are not told to anybody. */
function callerOf(key: string): string {
  return hash('sha256', key, 'base64url').slice(0, 16)
}
