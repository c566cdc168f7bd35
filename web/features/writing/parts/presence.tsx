import { useEffect, useState } from 'react'
import type { Awareness } from 'y-protocols/awareness'
import { othersIn } from '../plugins/people.ts'
import type { Person } from '../plugins/people.ts'

/** Who else has the text open. */
export function Presence({ awareness, myUserId }: { readonly awareness: Awareness; readonly myUserId: string }) {
  const [people, setPeople] = useState<readonly Person[]>([])
  useEffect(() => {
    const look = () => {
      const found = othersIn(awareness, myUserId)
      setPeople((before) => (sameNames(before, found) ? before : found))
    }
    look()
    awareness.on('change', look)
    return () => awareness.off('change', look)
  }, [awareness, myUserId])
  if (people.length === 0) return null
  return (
    <p className="presence meta soft">
      Also editing:{' '}
      {people.map((person, index) => (
        <span key={person.userId || person.name}>
          {index === 0 ? '' : ', '}
          <span className={`peer ${person.tint}`}>
            <bdi>{person.name}</bdi>
          </span>
        </span>
      ))}
    </p>
  )
}

const sameNames = (a: readonly Person[], b: readonly Person[]): boolean =>
  a.length === b.length && a.every((person, index) => person.name === b[index]?.name && person.userId === b[index]?.userId)
