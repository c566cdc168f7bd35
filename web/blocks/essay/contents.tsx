import type { OutlineEntry } from '#shared/text/outline.ts'
import type { ThreadView } from '../comments/thread-view.ts'
import { counted, signed } from '../counts.ts'

/** What comes after the text, below its contents. */
interface After {
  readonly href: string
  readonly word: string
}

interface ContentsProps {
  readonly title: string
  readonly contents: readonly OutlineEntry[]
  /** Of a question; `null` of anything else. */
  readonly answers?: ThreadView | null
  /** `null`: nothing. */
  readonly after: After | null
}

export const afterPost = (commentCount: number): After => ({
  href: '#comments',
  word: commentCount === 0 ? 'Comments' : counted(commentCount, 'comment'),
})

/**
 * The contents beside the text. What is being read is marked, and the contents of the discussion
 * take their place, once the page is at rest (`useEssay`).
 */
export function ContentsRail({ title, contents, answers = null, after }: ContentsProps) {
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
        {answers === null ? null : <Answers view={answers} />}
        {after === null ? null : (
          <li className="toc-gap">
            <a href={after.href}>{after.word}</a>
          </li>
        )}
      </ol>
    </nav>
  )
}

/** The same under the title on a phone, folded. */
export function ContentsSheet({ contents, after }: Pick<ContentsProps, 'contents' | 'after'>) {
  if (contents.length === 0) return null
  return (
    <details className="toc-sheet">
      <summary>Contents</summary>
      <nav className="toc" aria-label="Contents">
        <ol>
          <Entries entries={contents} />
          {after === null ? null : (
            <li>
              <a href={after.href}>{after.word}</a>
            </li>
          )}
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

/** Each answer by its score and author; what it says comes as a card. */
function Answers({ view }: { readonly view: ThreadView }) {
  return view.comments
    .filter(({ level, removed }) => level === 1 && removed === undefined)
    .map(({ id, by, score, hasHiddenScore }) => (
      <li key={id} className="toc-answer">
        <a href={`#${id}`}>
          {hasHiddenScore ? null : <span className="nums">{signed(score)} </span>}
          <bdi>{view.people[by]?.name ?? '[anonymous]'}</bdi>
        </a>
      </li>
    ))
}
