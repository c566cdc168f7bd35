import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import type { PostRowView } from '../../../blocks/posts/post-row-view.ts'
import { Rows } from '../../../blocks/posts/rows.tsx'
import { CommentLine } from '../../../blocks/posts/comment-line.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { counted } from '../../../blocks/counts.ts'
import { useAnswer, usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import type { ArchiveBlockView, loadAllPosts } from '../archive.load.ts'
import { ArchiveControls } from '../parts/archive-controls.tsx'

const moreWords = {
  daily: 'Load more days',
  weekly: 'Load more weeks',
  monthly: 'Load more months',
  yearly: 'Load more years',
  exponential: 'Load more',
  allTime: 'More posts',
} as const
const problemWords: Readonly<Record<string, string>> = {
  after: 'The first date isn’t valid, so it was ignored. Use the form 2026-11-21.',
  before: 'The last date isn’t valid, so it was ignored. Use the form 2026-11-21.',
  limit: 'Invalid number of blocks; showing the default.',
  karmaThreshold: 'Invalid minimum score; using the default.',
}

export default function AllPostsPage() {
  const page = usePage<typeof loadAllPosts>()
  const { params, problems, blocks, more, tagName } = page
  const { kept } = useAnswer()
  const isWhole = kept === undefined || 'at' in kept
  useHoverCards()
  return (
    <>
      <div className="head first-head">
        <h1 className="page-title">{tagName === null ? 'All posts' : `Posts on ${tagName}`}</h1>
        {tagName === null ? null : (
          <a className="more" href={links.allPosts()}>
            All posts
          </a>
        )}
      </div>
      <ArchiveControls page={page} />
      {problems.length === 0 ? null : (
        <div className="refused-words" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problemWords[problem] ?? `“${problem}” isn’t a valid value; using the default.`}</p>
          ))}
        </div>
      )}
      {blocks.length === 0 ? (
        <p className="empty">
          Nothing here yet. <a href={links.newPost()}>Write something</a>
        </p>
      ) : (
        blocks.map((block) => <Block key={block.key} block={block} isAlone={params.timeframe === 'allTime'} isWhole={isWhole} />)
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>{moreWords[params.timeframe]}</MoreLink>
        </p>
      )}
    </>
  )
}

interface BlockProps {
  readonly block: ArchiveBlockView
  readonly isAlone: boolean
  /** Not made from what this device holds alone. */
  readonly isWhole: boolean
}

function Block({ block, isAlone, isWhole }: BlockProps) {
  const titleId = `block-${block.key}`
  const now = useNow()
  return (
    <section className="block" aria-labelledby={titleId}>
      <div className="head">
        <h2 className={isAlone ? 'sr' : 'section'} id={titleId}>
          {block.href === null ? block.title : <a href={block.href}>{block.title}</a>}
        </h2>
        {block.total > block.rows.length && block.href !== null ? (
          <a className="more soft" href={block.href}>
            {block.rows.length} of {counted(block.total, 'post')}
          </a>
        ) : null}
      </div>
      {block.rows.length === 0 ? <p className="soft">{isWhole ? `No posts for ${block.title}.` : 'None on this device.'}</p> : null}
      {isAlone ? (
        <Rows rows={block.rows} />
      ) : (
        <>
          <Group word="Frontpage posts" rows={block.rows.filter((row) => row.isFrontpage)} />
          <Group word="Personal posts" rows={block.rows.filter((row) => !row.isFrontpage)} />
          {block.takes.length === 0 ? null : (
            <>
              <p className="group-word" role="heading" aria-level={3}>
                Quick takes
              </p>
              <ul className="lines">
                {block.takes.map((take) => (
                  <CommentLine key={take.id} said={take} now={now} />
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </section>
  )
}

function Group({ word, rows }: { readonly word: string; readonly rows: readonly PostRowView[] }) {
  if (rows.length === 0) return null
  return (
    <>
      <p className="group-word" role="heading" aria-level={3}>
        {word}
      </p>
      <Rows rows={rows} />
    </>
  )
}
