import { useEffect, useState } from 'react'
import { noRecipients, recipientSearch } from './recipient-search.ts'

export interface RecipientListProps {
  /** Of the field. */
  readonly id: string
  readonly field: HTMLInputElement
}

/** What comes to the field with a script: the members whose name begins as what is typed. */
export function RecipientList({ id, field }: RecipientListProps) {
  const [search] = useState(() => recipientSearch(id, field))
  const [{ people, active, word }, show] = useState(noRecipients)
  useEffect(() => search.follow(show), [search])
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <>
      <div className="recipient-list" id={`${id}-list`} role="listbox" aria-label="Members" hidden={people.length === 0}>
        {people.map((person, at) => (
          // The keys are the field's, which keeps the focus.
          <div
            key={person.slug}
            className="recipient-option"
            id={`${id}-option-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => search.choose(person)}
          >
            <span dir="auto">{person.name}</span>
            <span className="meta soft">{person.slug}</span>
          </div>
        ))}
      </div>
      <p className="recipient-word meta soft" role="status">
        {word}
      </p>
    </>
  )
}
