export interface Turnstile {
  /**
   * Answers how to leave, which may be done twice; `null`: too many are inside, of this network or
   * of all.
   */
  enter(network: string): (() => void) | null
}

/** So many at once, of each network and together. */
export function turnstile(maxEach: number, most: number): Turnstile {
  const inside = new Map<string, number>()
  let all = 0
  return {
    enter(network) {
      const own = inside.get(network) ?? 0
      if (own >= maxEach || all >= most) return null
      inside.set(network, own + 1)
      all += 1
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        all -= 1
        const left = (inside.get(network) ?? 1) - 1
        if (left === 0) inside.delete(network)
        else inside.set(network, left)
      }
    },
  }
}
