import type { DetailField } from '#shared/kernel/details.ts'
import { links } from '#shared/links.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { PostLines } from '../../../blocks/sequences/post-lines.tsx'
import { usePage } from '../../../data/page.ts'
import type { BookSetView, loadBooks, loadBookSet } from '../books.load.ts'

/** Printed books of essays from here: all of them, or those of one year with what is in them. */
export default function BooksPage() {
  const isOfYear = 'set' in usePage<typeof loadBooks | typeof loadBookSet>()
  return isOfYear ? <BooksOfYear /> : <AllBooks />
}

function AllBooks() {
  const { sets, fields, parts } = usePage<typeof loadBooks>()
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
            <EditForm set={set} fields={fields} />
          </li>
        ))}
      </ul>
      {fields === null ? null : (
        <DetailsForm key={sets.length} isWhole name="bookSets.put" id="" summary="New book or book set" fields={fields} />
      )}
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
  const { set, contents, fields } = usePage<typeof loadBookSet>()
  useHoverCards()
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
      <EditForm set={set} fields={fields} />
    </article>
  )
}

interface EditFormProps {
  readonly set: BookSetView
  /** `null`: the viewer is no administrator. */
  readonly fields: readonly DetailField[] | null
}

function EditForm({ set: { id, title, typed }, fields }: EditFormProps) {
  if (fields === null) return null
  return (
    <DetailsForm isWhole name="bookSets.put" id={id} fields={fields} typed={typed}>
      <Confirm summary="Delete" mutation="bookSets.remove" fields={{ id }} action={`Delete “${title}”`}>
        The book is removed from this list. Its collection stays.
      </Confirm>
    </DetailsForm>
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
