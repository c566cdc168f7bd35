import { links } from '#shared/links.ts'
import { isListable } from '#shared/sequences/listable.ts'
import { canEditSequence } from '#shared/sequences/rules.ts'
import { BookLink } from '../../../blocks/sequences/book-link.tsx'
import { FollowButton } from '../../../blocks/follow/follow-button.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { Intro } from '../../../blocks/sequences/intro.tsx'
import { KeepSeries } from '../../../blocks/sequences/keep-series.tsx'
import { PostLines } from '../../../blocks/sequences/post-lines.tsx'
import { BeginLink, ReadingSoFar } from '../../../blocks/sequences/reading-so-far.tsx'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadSequence } from '../sequence.load.ts'

type SequenceData = ReturnType<typeof usePage<typeof loadSequence>>

/** Essays in the order in which somebody means them to be read. */
export default function SequencePage() {
  const { sequence, reviewYear, author, intro, chapters, reading } = usePage<typeof loadSequence>()
  const now = useNow()
  useHoverCards()
  const isEmpty = chapters.every(({ lines }) => lines.length === 0)
  return (
    <article className="series" aria-labelledby="series-title">
      {sequence.bannerUrl === null ? null : <img className="series-banner" src={sequence.bannerUrl} alt="" width={1200} height={380} />}
      <header className={sequence.bannerUrl === null ? 'series-head plain' : 'series-head'}>
        {sequence.removedAt === null ? null : (
          <p className="notice-line warm">This sequence is deleted. Only its author and moderators can see it.</p>
        )}
        {sequence.awaitsReview === true ? (
          <p className="notice-line warm">Waiting for a moderator, usually up to three days. Only you and the moderators can see this.</p>
        ) : null}
        <h1 className="title" id="series-title" dir="auto">
          {sequence.isDraft ? '[Draft] ' : ''}
          {sequence.title}
        </h1>
        <p className="byline">
          <span>
            <PersonLink person={author} />
          </span>
          <Time at={sequence.at} now={now} />
          <span>
            <ReadingSoFar reading={reading} name={sequence.title} />
          </span>
        </p>
        <p className="page-acts series-acts">
          <BeginLink reading={reading} />
          {isListable(sequence) && reviewYear === undefined ? (
            <FollowButton kind="sequence" id={sequence.id} name={sequence.title} />
          ) : null}
          <KeepSeries sequenceId={reviewYear === undefined ? sequence.id : null} posts={reading.posts} />
          {isListable(sequence) && reading.posts.length > 0 ? <BookLink sequenceId={sequence.id} /> : null}
          {reviewYear === undefined ? (
            <EditLink sequence={sequence} word="Edit" />
          ) : (
            <a className="btn quiet" href={links.bestOf({ year: reviewYear })}>
              Gallery
            </a>
          )}
        </p>
      </header>
      <Intro of={intro} />
      {isEmpty ? (
        <p className="empty">
          No posts yet. <EditLink sequence={sequence} word="Add posts" />
        </p>
      ) : null}
      <Chapters chapters={chapters} />
    </article>
  )
}

function Chapters({ chapters }: Pick<SequenceData, 'chapters'>) {
  const begins = chapters.map((_chapter, at) => 1 + chapters.slice(0, at).reduce((sum, { lines }) => sum + lines.length, 0))
  return chapters.map((chapter, at) => (
    <section key={chapter.id} className="series-chapter" aria-labelledby={chapter.title === '' ? undefined : `chapter-${chapter.id}`}>
      {chapter.title === '' ? null : (
        <h2 className="section" id={`chapter-${chapter.id}`} dir="auto">
          {chapter.title}
        </h2>
      )}
      {chapter.subtitle === '' ? null : (
        <p className="stand" dir="auto">
          {chapter.subtitle}
        </p>
      )}
      <Intro of={chapter.intro} />
      {chapter.lines.length === 0 ? null : <PostLines lines={chapter.lines} from={begins[at] ?? 1} />}
    </section>
  ))
}

/** Once it is known who is here: the page is the same for all. */
function EditLink({ sequence, word }: Pick<SequenceData, 'sequence'> & { readonly word: string }) {
  const viewer = useViewer()
  if (!canEditSequence(viewer, sequence).allowed) return null
  return (
    <a className="btn quiet" href={links.editSequence(sequence.id)}>
      {word}
    </a>
  )
}
