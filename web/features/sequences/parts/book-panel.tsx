import { TextField } from '../../../blocks/forms/text-field.tsx'
import type { usePage } from '../../../data/page.ts'
import type { loadEditCollection } from '../edit-collection.load.ts'
import { Box, Was } from '../../../blocks/forms/mutation-form.tsx'
import { MoveButtons, stepsIn } from '../../../blocks/order/move-buttons.tsx'
import { MutationForm } from './mutation-form.tsx'

type BookEdit = ReturnType<typeof usePage<typeof loadEditCollection>>['books'][number]

interface BookPanelProps {
  readonly collectionId: string
  readonly books: readonly BookEdit[]
  /** Its place among them, from 0 on. */
  readonly at: number
}

/** One book: what it is called, how it shows itself, and what stands in it. */
export function BookPanel({ collectionId, books, at }: BookPanelProps) {
  const book = books[at]
  if (book === undefined) return null
  const name = book.title === '' ? `Book ${at + 1}` : book.title
  const about = { collectionId, bookId: book.id }
  const isEmpty = book.sequences.length + book.posts.length === 0
  return (
    <section className="series-form-section" aria-labelledby={`book-${book.id}`}>
      <div className="head">
        <h2 className="section" id={`book-${book.id}`} dir="auto">
          {name}
        </h2>
        <div className="series-moves">
          <MutationForm name="collections.moveBook" about={about}>
            <MoveButtons name={name} steps={stepsIn(books, at)} />
          </MutationForm>
          {isEmpty ? (
            <MutationForm name="collections.removeBook" about={about}>
              <button className="btn quiet" aria-label={`Remove ${name}`}>
                Remove
              </button>
            </MutationForm>
          ) : null}
        </div>
      </div>
      <Items about={about} kind="sequence" items={book.sequences} label="Add a sequence by URL" />
      <Items about={about} kind="post" items={book.posts} label="Add a post by URL" />
      <details className="series-fold">
        <summary>Name and text</summary>
        <BookForm about={about} book={book} />
      </details>
    </section>
  )
}

interface ItemsProps {
  readonly about: { readonly collectionId: string; readonly bookId: string }
  readonly kind: 'sequence' | 'post'
  readonly items: BookEdit['posts']
  readonly label: string
}

function Items({ about, kind, items, label }: ItemsProps) {
  return (
    <>
      {items.length === 0 ? null : (
        <ol className="series-order">
          {items.map(({ id, title }, n) => {
            const name = title ?? 'Hidden item'
            const item = { ...about, kind, item: id }
            return (
              <li key={id}>
                <span className="series-order-title" dir="auto">
                  {name}
                </span>
                <div className="series-moves">
                  <MutationForm name="collections.putInBook" about={item}>
                    <MoveButtons field="to" name={name} steps={stepsIn(items, n)} />
                  </MutationForm>
                  <MutationForm name="collections.takeFromBook" about={item}>
                    <button className="btn quiet" aria-label={`Take out ${name}`}>
                      Take out
                    </button>
                  </MutationForm>
                </div>
              </li>
            )
          })}
        </ol>
      )}
      <MutationForm key={items.length} name="collections.putInBook" about={{ ...about, kind, to: '' }} className="compose series-add">
        <TextField id={`${kind}-${about.bookId}`} name="item" label={label} required maxLength={500} />
        <button className="btn">Add</button>
      </MutationForm>
    </>
  )
}

function BookForm({ about, book }: { readonly about: ItemsProps['about']; readonly book: BookEdit }) {
  const fields = [
    { name: 'title', label: 'Title', value: book.title },
    { name: 'subtitle', label: 'Subtitle', value: book.subtitle },
    { name: 'tocTitle', label: 'Title in the table of contents', value: book.tocTitle },
  ]
  const boxes = [
    { name: 'showsGrid', label: 'Sequences side by side', isOn: book.showsGrid },
    { name: 'showsChapters', label: 'Show chapters of sequences', isOn: book.showsChapters },
    { name: 'hidesProgress', label: 'Hide read posts', isOn: book.hidesProgress },
  ]
  return (
    <MutationForm name="collections.setBookDetails" about={about} className="compose series-form">
      {fields.map(({ name, label, value }) => (
        <div key={`${name}-${value}`}>
          <TextField id={`${name}-${book.id}`} name={name} label={label} defaultValue={value} maxLength={500} dir="auto" />
          <Was name={name} value={value} />
        </div>
      ))}
      <TextField
        key={book.markdown}
        id={`markdown-${book.id}`}
        name="markdown"
        label="Text"
        rows={4}
        defaultValue={book.markdown}
        maxLength={50_000}
        dir="auto"
      />
      <Was name="markdown" value={book.markdown} />
      {boxes.map(({ name, label, isOn }) => (
        <Box key={`${name}-${isOn}`} name={name} isOn={isOn}>
          {label}
        </Box>
      ))}
      <div className="compose-acts">
        <button className="btn">Save</button>
      </div>
    </MutationForm>
  )
}
