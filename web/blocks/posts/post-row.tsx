import { Suspense } from 'react'
import { links } from '#shared/links.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { useLook } from '../../data/look.ts'
import { useReadMark } from '../../data/marks.ts'
import { Icon } from '../../ui/icon.tsx'
import { latePart } from '../../ui/late-part.ts'
import { Time } from '../../ui/time.tsx'
import { PersonLink } from '../person-link.tsx'
import { counted, signed } from '../counts.ts'
import type { PostRowView } from './post-row-view.ts'

interface PostRowProps {
  readonly row: PostRowView
  readonly now: number | null
  /** Opens what can be done with it. */
  readonly onMenu?: (row: PostRowView, anchor: HTMLElement) => void
}

const RowDetails = latePart(() => import('./row-details.tsx').then((part) => part.RowDetails))

/**
 * One post in a list: score, title, author, age, comments; quieter once it was read. On a phone the
 * title stands over one quiet line and the whole row is its target.
 */
export function PostRow({ row, now, onMenu }: PostRowProps) {
  const mark = useReadMark(row.id)
  const { lists } = useLook()
  const hasNews = mark !== undefined && mark.seenUpTo > 0 && row.talkedAt > mark.seenUpTo
  const [author, ...others] = row.authors
  const won = row.wonIn === undefined ? null : `Best of ${row.wonIn}`
  const marks = [row.isPinned ? 'Pinned' : null, kindFacts(row).word, row.isCurated ? 'Curated' : null, won].filter((mark) => mark !== null)
  return (
    <li className={mark?.isRead === true ? 'row read' : 'row'}>
      <span className="row-score" title={`${counted(row.score, 'point')} from ${counted(row.voteCount, 'vote')}`}>
        {signed(row.score)}
        <span className="sr">{Math.abs(row.score) === 1 ? ' point' : ' points'}</span>
      </span>
      <h3 className="row-title">
        {/* The page is in English itself. */}
        <a href={links.post(row)} {...(row.lang !== 'en' && { lang: row.lang, dir: row.dir })}>
          {row.title}
        </a>
        {marks.length === 0 ? null : <span className="row-mark"> {marks.join(', ')}</span>}
        {mark?.isRead === true ? <span className="sr">, read</span> : null}
      </h3>
      <span className="row-by" title={others.length === 0 ? undefined : row.authors.map((person) => person.name).join(', ')}>
        {author === undefined ? '[anonymous]' : <PersonLink person={author} />}
        {others.length === 0 ? null : ` +${others.length}`}
      </span>
      <Time at={row.at} now={now} className="row-age" />
      <a
        className={hasNews ? 'row-count fresh' : 'row-count'}
        href={`${links.post(row)}#comments`}
        aria-label={`${counted(row.commentCount, 'comment')}${hasNews ? ', some new since your last visit' : ''}`}
      >
        <Icon name="bubble" />
        {row.commentCount}
      </a>
      {lists === 'long' ? (
        <Suspense>
          <RowDetails row={row} />
        </Suspense>
      ) : null}
      {onMenu === undefined ? null : (
        <button
          type="button"
          className="row-save row-more icon-btn needs-js"
          data-live=""
          aria-haspopup="menu"
          aria-label={`More about ${row.title}`}
          onClick={(event) => onMenu(row, event.currentTarget)}
        >
          <Icon name="dots" />
        </button>
      )}
    </li>
  )
}
