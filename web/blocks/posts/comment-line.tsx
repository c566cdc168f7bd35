import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'
import { useIsLeftOut } from '../../data/muted.ts'
import { Time } from '../../ui/time.tsx'
import { counted, points } from '../counts.ts'
import { PersonLink } from '../person-link.tsx'
import type { CommentLineView } from './comment-line-view.ts'

interface CommentLineProps {
  readonly said: CommentLineView
  readonly now: number | null
  /** What can be done with it. */
  readonly children?: ReactNode
}

/** A comment or quick take in a list: how it begins, and the way to it. */
export function CommentLine({ said, now, children }: CommentLineProps) {
  const isLeftOut = useIsLeftOut()
  if (isLeftOut(said.by.slug)) return null
  const href = said.isTake ? links.comment(said.post, said.id) : links.commentInThread(said.post, said.id)
  return (
    <li className="said">
      <div className="line-head meta soft nums">
        <PersonLink person={said.by} />{' '}
        <a href={href}>
          <Time at={said.at} now={now} />
        </a>{' '}
        {said.score === null ? null : <span>{points(said.score)}</span>}
        {said.replyCount === 0 ? null : <span>{counted(said.replyCount, 'reply', 'replies')}</span>}
      </div>
      <p className="line-text" dir="auto" lang={said.isTake ? undefined : said.post.lang}>
        {said.text}
      </p>
      {children}
    </li>
  )
}
