import type { OutlineEntry } from '#shared/text/outline.ts'
import { counted } from '../../../blocks/counts.ts'

interface ContentsProps {
  readonly title: string
  readonly contents: readonly OutlineEntry[]
  readonly commentCount: number
}

/** The contents beside the text. The part that is being read is marked by `useEssay`. */
export function ContentsRail({ title, contents, commentCount }: ContentsProps) {
  return (
    <nav className="rail toc" aria-label="Contents">
      <p className="toc-head">Contents</p>
      <ol>
        <li>
          <a href="#main" dir="auto">
            {title}
          </a>
        </li>
        <Entries entries={contents} />
        <li className="toc-gap">
          <a href="#comments">{commentCount === 0 ? 'Comments' : counted(commentCount, 'comment')}</a>
        </li>
      </ol>
    </nav>
  )
}

/** The same under the title on a phone, folded. */
export function ContentsSheet({ contents }: { readonly contents: readonly OutlineEntry[] }) {
  if (contents.length === 0) return null
  return (
    <details className="toc-sheet">
      <summary>Contents</summary>
      <nav className="toc" aria-label="Contents">
        <ol>
          <Entries entries={contents} />
          <li>
            <a href="#comments">Comments</a>
          </li>
        </ol>
      </nav>
    </details>
  )
}

function Entries({ entries }: { readonly entries: readonly OutlineEntry[] }) {
  return entries.map((entry) => (
    <li key={entry.id} className={`toc-${entry.level}`}>
      <a href={`#${entry.id}`} dir="auto">
        {entry.title}
      </a>
    </li>
  ))
}
