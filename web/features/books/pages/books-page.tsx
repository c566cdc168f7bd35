import { usePage } from '../../../data/page.ts'
import type { loadBooks } from '../books.load.ts'
import { BookSetForm } from '../parts/book-set-form.tsx'
import { BuyLinks, Cover } from '../parts/book-set-parts.tsx'

/** Printed books of essays from here. */
export default function BooksPage() {
  const { sets, mayEdit, parts } = usePage<typeof loadBooks>()
  return (
    <>
      <h1 className="page-title">Books</h1>
      {sets.length === 0 ? <p className="empty">No books yet. Printed books of essays appear on this page.</p> : null}
      <ul className="plain-list">
        {sets.map((set) => (
          <li key={set.id} className="series-book">
            <h2 className="section" dir="auto">
              <a href={set.href}>{set.title}</a> <span className="meta soft nums">{set.year}</span>
            </h2>
            <Cover set={set} />
            <p className="stand" dir="auto">
              {set.text.split('\n', 1)[0]}
            </p>
            <BuyLinks set={set} />
            {mayEdit ? <BookSetForm set={set} /> : null}
          </li>
        ))}
      </ul>
      {mayEdit ? <BookSetForm key={sets.length} set={null} /> : null}
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
