import { useBeside } from '../comments/beside.ts'
import { commentState } from '../comments/comment-state.tsx'
import { PersonLink } from '../person-link.tsx'
import { Body } from '../../ui/body.tsx'
import { Time } from '../../ui/time.tsx'

interface MyAnswersProps {
  /** The comment that is answered. */
  readonly parentId: string
  /** What the page shows already. */
  readonly known: { has(id: string): boolean }
  readonly now: number | null
}

/**
 * My answers to a comment that the page does not know of yet: written without a network, or a
 * moment ago.
 */
export function MyAnswers({ parentId, known, now }: MyAnswersProps) {
  const { changes } = useBeside()
  const mine = [...changes.values()].filter(({ id, made, removed }) => made?.parentId === parentId && removed === null && !known.has(id))
  if (mine.length === 0) return null
  return (
    <ul>
      {mine.map(({ id, made, html, version, state, isRefused }) =>
        made === null ? null : (
          <li key={id} id={id} data-comment={id}>
            <article className={state === null ? 'c' : isRefused ? 'c refused' : 'c queued'} aria-label={`Reply by ${made.author.name}`}>
              <header className="c-head">
                <PersonLink person={made.author} className="by" />
                <span className="when">
                  <Time at={made.at} now={now} />
                </span>
              </header>
              {commentState(state, isRefused)}
              <Body className="c-body" html={html ?? ''} version={version} />
            </article>
          </li>
        ),
      )}
    </ul>
  )
}
