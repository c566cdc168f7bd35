import { links } from '#shared/links.ts'
import { canEditCollection } from '#shared/sequences/rules.ts'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { Intro } from '../../../blocks/sequences/intro.tsx'
import { PostLines } from '../../../blocks/sequences/post-lines.tsx'
import { BeginLink, ReadingSoFar } from '../../../blocks/sequences/reading-so-far.tsx'
import { SequenceCards } from '../../../blocks/sequences/sequence-cards.tsx'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { loadCollection } from '../collection.load.ts'

type CollectionData = ReturnType<typeof usePage<typeof loadCollection>>
type BookData = CollectionData['books'][number]

/** Books of sequences: a reading plan. */
export default function CollectionPage() {
  const { collection, firstPage, intro, books, reading } = usePage<typeof loadCollection>()
  const viewer = useViewer()
  useHoverCards()
  return (
    <article className="series" aria-labelledby="series-title">
      <header className="series-head plain">
        <h1 className="title" id="series-title" dir="auto">
          {collection.title}
        </h1>
        <p className="byline">
          <span>
            <ReadingSoFar reading={reading} name={collection.title} />
          </span>
        </p>
        <p className="page-acts series-acts">
          {collection.hidesStart ? null : <BeginLink reading={reading} first={firstPage} />}
          {canEditCollection(viewer, collection).allowed ? (
            <a className="btn quiet" href={links.editCollection(collection.id)}>
              Edit
            </a>
          ) : null}
        </p>
      </header>
      <Intro of={intro} />
      {books.length === 0 ? <p className="empty">Nothing here yet.</p> : null}
      {books.length < 2 ? null : (
        <nav className="series-toc" aria-label="Contents">
          <h2 className="group-word">Contents</h2>
          <ol>
            {books.map((book) => (
              <li key={book.id}>
                <a href={`#book-${book.id}`} dir="auto">
                  {book.tocTitle}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {books.map((book) => (
        <BookPart key={book.id} book={book} />
      ))}
    </article>
  )
}

function BookPart({ book }: { readonly book: BookData }) {
  return (
    <section className="series-book" aria-labelledby={`book-${book.id}`}>
      <h2 className="section" id={`book-${book.id}`} dir="auto">
        {book.title}
      </h2>
      {book.subtitle === '' ? null : (
        <p className="stand" dir="auto">
          {book.subtitle}
        </p>
      )}
      {book.hidesProgress ? null : (
        <p>
          <ReadingSoFar reading={book.reading} name={book.title} />
        </p>
      )}
      <Intro of={book.intro} />
      {book.showsGrid ? (
        <SequenceCards cards={book.sequences.flatMap(({ card }) => card ?? [])} />
      ) : (
        book.sequences.map((sequence) => <SequencePart key={sequence.id} sequence={sequence} />)
      )}
      {book.lines.length === 0 ? null : <PostLines lines={book.lines} />}
    </section>
  )
}

function SequencePart({ sequence }: { readonly sequence: BookData['sequences'][number] }) {
  return (
    <section className="series-part" aria-labelledby={`part-${sequence.id}`}>
      <h3 className="series-part-title" id={`part-${sequence.id}`} dir="auto">
        <a href={sequence.href}>{sequence.title}</a>
      </h3>
      {sequence.chapters.length === 0 ? (
        <PostLines lines={sequence.lines} />
      ) : (
        sequence.chapters.map((chapter, at) => (
          <div key={chapter.id}>
            {chapter.title === '' ? null : <h4 dir="auto">{chapter.title}</h4>}
            <PostLines lines={chapter.lines} from={1 + sequence.chapters.slice(0, at).reduce((sum, { lines }) => sum + lines.length, 0)} />
          </div>
        ))
      )}
    </section>
  )
}
