import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { SequenceCards } from '../../../blocks/sequences/sequence-cards.tsx'
import type { UserTab } from '../user-tab.ts'

interface UserSequencesProps {
  readonly tab: Extract<UserTab, { readonly name: 'sequences' }>
  readonly name: string
  /** What is said where there is none. */
  readonly empty?: string
}

/** What somebody put in an order to be read. */
export function UserSequences({ tab: { cards, more }, name, empty = `No sequences by ${name} yet.` }: UserSequencesProps) {
  return (
    <section aria-label="Sequences">
      {cards.length === 0 ? <p className="empty">{empty}</p> : <SequenceCards cards={cards} hidesAuthor />}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More sequences</MoreLink>
        </p>
      )}
    </section>
  )
}
