import { useReadMark } from '../../data/marks.ts'
import { readingTime } from '../../ui/time-words.ts'
import { PersonLink } from '../person-link.tsx'
import type { SeriesLine } from './series-view.ts'

interface PostLinesProps {
  readonly lines: readonly SeriesLine[]
  /** The number of the first: a chapter goes on where the one before it ends. */
  readonly from?: number
}

/** Posts in the order in which they are read; what was read is quieter, and says so. */
export function PostLines({ lines, from = 1 }: PostLinesProps) {
  return (
    <ol className="series-posts" start={from}>
      {lines.map((line) => (
        <PostLine key={line.id} line={line} />
      ))}
    </ol>
  )
}

function PostLine({ line }: { readonly line: SeriesLine }) {
  const isRead = useReadMark(line.id)?.isRead === true
  return (
    <li className={isRead ? 'read' : undefined}>
      <a className="series-title" href={line.href} lang={line.lang} dir={line.dir}>
        {line.title}
      </a>
      {isRead ? <span className="sr">, read</span> : null}
      <span className="meta soft nums">
        {line.by.map((person, at) => (
          <span key={person.slug || at}>
            <PersonLink person={person} />
          </span>
        ))}
        {line.isWaiting ? <span className="warm-word">Not published: readers can’t see it</span> : null}
        <span>{readingTime(line.minutes)}</span>
      </span>
    </li>
  )
}
