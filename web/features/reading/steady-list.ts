import { useState } from 'react'

interface Listed {
  readonly id: string
}

/**
 * What was taken off a list stays in its place, so that it can be put back and nothing moves under
 * the finger.
 */
export function steadyList<Item extends Listed>(shown: readonly Item[], now: readonly Item[]): readonly Item[] {
  const present = new Set(now.map(({ id }) => id))
  const list = [...now]
  shown.forEach((item, at) => {
    if (!present.has(item.id)) list.splice(Math.min(at, list.length), 0, item)
  })
  return list
}

/** A list that loses nothing while the page stands. */
export function useSteadyList<Item extends Listed>(items: readonly Item[]): readonly Item[] {
  const [{ of, shown }, setShown] = useState({ of: items, shown: items })
  if (of === items) return shown
  const next = steadyList(shown, items)
  setShown({ of: items, shown: next })
  return next
}
