/**
 * Randomness by name: each part of a run draws from a stream of its own, so that leaving out a step
 * moves nobody else's luck.
 */
export interface Random {
  /** 0 to 1, 1 excluded. */
  next(): number
  chance(probability: number): boolean
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  bytes(count: number): Uint8Array
  /** A stream that depends on this one's seed and `name` alone, not on what was drawn before. */
  fork(name: string): Random
}

export function randomFrom(seed: string): Random {
  let state = hashOf(seed)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    chance: (probability) => next() < probability,
    whole,
    pick<T>(items: readonly T[]): T {
      const found = items[whole(0, items.length - 1)]
      if (found === undefined) throw new RangeError('nothing to pick from')
      return found
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => whole(0, 255)),
    fork: (name) => randomFrom(`${seed}/${name}`),
  }
}

/** xmur3's mixing. */
function hashOf(text: string): number {
  let hash = 1_779_033_703 ^ text.length
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 3_432_918_353)
    hash = (hash << 13) | (hash >>> 19)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 2_246_822_507)
  hash = Math.imul(hash ^ (hash >>> 13), 3_266_489_909)
  return (hash ^ (hash >>> 16)) >>> 0
}
