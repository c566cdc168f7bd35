import { useEffect, useState } from 'react'
import type { Awareness } from 'y-protocols/awareness'
import { othersIn } from '../plugins/people.ts'

/** User ids of those who have the text open now. */
export function usePresent(awareness: Awareness): ReadonlySet<string> {
  const [present, setPresent] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const look = () => {
      const ids = othersIn(awareness, '').map(({ userId }) => userId)
      setPresent((before) => (before.size === ids.length && ids.every((id) => before.has(id)) ? before : new Set(ids)))
    }
    look()
    awareness.on('change', look)
    return () => awareness.off('change', look)
  }, [awareness])
  return present
}
