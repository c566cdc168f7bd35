import { links } from '#shared/links.ts'
import { Time } from '../../ui/time.tsx'
import { counted, points } from '../counts.ts'
import { PersonLink } from '../person-link.tsx'
import type { SaidView } from './said-view.ts'

interface SaidLineProps {
  readonly said: SaidView
  readonly now: number | null
}

/** A comment or quick take in a list: how it begins, and the way to it. */
export function SaidLine({ said, now }: SaidLineProps) {
  const href = said.isTake ? links.comment(said.post, said.id) : links.commentInThread(said.post, said.id)
  return (
    <li className="said">
      <div className="said-head meta soft nums">
        <PersonLink person={said.by} />{' '}
        <a href={href}>
          <Time at={said.at} now={now} />
        </a>{' '}
        <span>{points(said.score)}</span>
        {said.replyCount === 0 ? null : <span>{counted(said.replyCount, 'reply', 'replies')}</span>}
      </div>
      <p className="said-text" dir="auto" lang={said.isTake ? undefined : said.post.lang}>
        {said.text}
      </p>
    </li>
  )
}
