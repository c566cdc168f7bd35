import { links } from '#shared/links.ts'
import { Icon } from '../../ui/icon.tsx'
import { Time } from '../../ui/time.tsx'
import { PersonLink } from '../person-link.tsx'
import { counted, signed } from '../counts.ts'
import type { PostRowView } from './post-row-view.ts'

const kindWords = { post: null, question: 'Question', linkpost: 'Link' } as const

interface PostRowProps {
  readonly row: PostRowView
  readonly now: number | null
}

/** One post in a list: score, title, author, age, comments. On a phone the title stands over one quiet line and the whole row is its target. */
export function PostRow({ row, now }: PostRowProps) {
  const [author, ...others] = row.authors
  const marks = [row.isPinned ? 'Pinned' : null, kindWords[row.kind], row.isCurated ? 'Curated' : null].filter((mark) => mark !== null)
  return (
    <li className="row">
      <span className="row-score" title={`${counted(row.score, 'point')} from ${counted(row.voteCount, 'vote')}`}>
        {signed(row.score)}
        <span className="sr">{Math.abs(row.score) === 1 ? ' point' : ' points'}</span>
      </span>
      <h3 className="row-title">
        {marks.length === 0 ? null : <span className="row-mark">{marks.join(', ')}</span>}
        <a href={links.post(row)} lang={row.lang} dir={row.dir}>
          {row.title}
        </a>
      </h3>
      <span className="row-by" title={others.length === 0 ? undefined : row.authors.map((person) => person.name).join(', ')}>
        {author === undefined ? '[anonymous]' : <PersonLink person={author} />}
        {others.length === 0 ? null : ` +${others.length}`}
      </span>
      <Time at={row.at} now={now} className="row-age" />
      <a className="row-talk" href={`${links.post(row)}#comments`} aria-label={counted(row.commentCount, 'comment')}>
        <Icon name="bubble" />
        {row.commentCount}
      </a>
    </li>
  )
}
