import { links } from '#shared/links.ts'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { PostLines } from '../../../blocks/sequences/post-lines.tsx'
import { EditableRows, EditRow } from '../../../blocks/rows/editable-rows.tsx'
import { usePage } from '../../../data/page.ts'
import type { BookSetView, loadBooks, loadBookSet } from '../books.load.ts'

const forms = {
  ...{ put: 'bookSets.put', remove: 'bookSets.remove' },
  removed: 'The book is removed from this list. Its collection stays.',
}

/** Printed books of essays from here: all of them, or those of one year with what is in them. */
export default function BooksPage() {
  const isOfYear = 'set' in usePage<typeof loadBooks | typeof loadBookSet>()
  return isOfYear ? <BooksOfYear /> : <AllBooks />
}

function NoBooks({ year }: { readonly year: number }) {
  return (
    <>
      <h1 className="page-title">{`Books of ${year}`}</h1>
      <p className="empty">{`No books came out in ${year}.`}</p>
      <p className="acts">
        <a className="btn" href={links.books()}>
          All books
        </a>
      </p>
    </>
  )
}

function AllBooks() {
  const { sets, fields, parts } = usePage<typeof loadBooks>()
  return (
    <>
      <h1 className="page-title">Books</h1>
      <EditableRows
        rows={sets}
        forms={forms}
        fields={fields}
        empty="No books yet. Printed books of essays appear on this page."
        create="New book or book set"
        className="series-book"
      >
        {(set) => (
          <>
            <h2 className="section" dir="auto">
              <a href={set.href}>{set.title}</a> <span className="meta soft nums">{set.year}</span>
            </h2>
            <Cover set={set} />
            <p className="stand" dir="auto">
              {set.text.split('\n', 1)[0]}
            </p>
            <BuyLinks set={set} />
          </>
        )}
      </EditableRows>
      {parts.map(({ id, title, href, books }) => (
        <section key={id} className="series-book" aria-labelledby={`parts-${id}`}>
          <h2 className="section" id={`parts-${id}`} dir="auto">
            <a href={href}>Edit the books of {title}</a>
          </h2>
          <ol>
            {books.map((book) => (
              <li key={book.id} dir="auto">
                {book.title}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </>
  )
}

function BooksOfYear() {
  const { year, set, contents, fields } = usePage<typeof loadBookSet>()
  useHoverCards()
  if (set === null) return <NoBooks year={year} />
  return (
    <article className="series" aria-labelledby="set-title">
      <p className="meta soft">
        <a href={links.books()}>Books</a> · {set.year}
      </p>
      <h1 className="title" id="set-title" dir="auto">
        {set.title}
      </h1>
      <Cover set={set} />
      {set.text
        .split(/\n{2,}/u)
        .filter((words) => words !== '')
        .map((words) => (
          <p key={words} className="stand" dir="auto">
            {words}
          </p>
        ))}
      <BuyLinks set={set} />
      {contents.map(({ id, title, lines }) => (
        <section key={id} className="series-book" aria-labelledby={`book-${id}`}>
          <h2 className="section" id={`book-${id}`} dir="auto">
            {title}
          </h2>
          <PostLines lines={lines} />
        </section>
      ))}
      <EditRow row={set} forms={forms} fields={fields} />
    </article>
  )
}

function Cover({ set: { cover, title } }: { readonly set: BookSetView }) {
  if (cover === null) return null
  return <img className="series-banner" src={cover} alt={`Cover of ${title}`} loading="lazy" decoding="async" width={1200} height={380} />
}

/** Where it is sold, and where it can be read here. */
function BuyLinks({ set: { buyUrl, collection } }: { readonly set: BookSetView }) {
  if (buyUrl === null && collection === null) return null
  return (
    <p className="series-acts">
      {buyUrl === null ? null : (
        <a className="btn" href={buyUrl} rel="noopener">
          Buy it
        </a>
      )}
      {collection === null ? null : (
        <a className="btn quiet" href={collection.href}>
          Read it here
        </a>
      )}
    </p>
  )
}
