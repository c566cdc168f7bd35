import { PersonLink } from '../person-link.tsx'
import { ReadingSoFar } from './reading-so-far.tsx'
import type { SequenceCardView } from './series-view.ts'

interface SequenceCardsProps {
  readonly cards: readonly SequenceCardView[]
  /** On the page of who made them all. */
  readonly hidesAuthor?: boolean
  /** Of the titles, below the heading that they stand under. */
  readonly level?: 3 | 4
}

/**
 * Sequences beside each other. One without a picture has its title set large on a quiet ground:
 * nothing is missing.
 */
export function SequenceCards({ cards, hidesAuthor = false, level = 3 }: SequenceCardsProps) {
  const Heading = level === 3 ? 'h3' : 'h4'
  return (
    <ul className="series-cards">
      {cards.map((card) => (
        <li key={card.id} className="series-card">
          <Heading className="series-card-title" dir="auto">
            <a href={card.href}>{card.title}</a>
          </Heading>
          {card.picture === null ? (
            <span className="series-cover" aria-hidden="true" />
          ) : (
            <img className="series-cover" src={card.picture} alt="" loading="lazy" decoding="async" width={480} height={240} />
          )}
          <span className="meta soft">
            {hidesAuthor ? null : <PersonLink person={card.author} />}
            <ReadingSoFar reading={card.reading} name={card.title} />
          </span>
        </li>
      ))}
    </ul>
  )
}
