import { links } from '#shared/links.ts'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import type { loadEditCollection } from '../edit-collection.load.ts'
import { BookPanel } from '../parts/book-panel.tsx'
import { Box, Was } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from '../parts/mutation-form.tsx'

type CollectionEdit = ReturnType<typeof usePage<typeof loadEditCollection>>

/** Where administrators make collections of books. */
export default function EditCollectionPage() {
  const { all, collection, books, mayEditBooks } = usePage<typeof loadEditCollection>()
  if (collection === null) return <NewCollection all={all} />
  return (
    <div className="series-edit">
      <h1 className="page-title" dir="auto">
        {collection.title}
      </h1>
      <p className="meta soft">
        <a href={links.collection(collection.id)}>View collection</a>
      </p>
      {mayEditBooks ? (
        <>
          {books.map((book, at) => (
            <BookPanel key={book.id} collectionId={collection.id} books={books} at={at} />
          ))}
          <MutationForm
            key={books.length}
            name="collections.addBook"
            about={{ collectionId: collection.id }}
            className="compose series-add"
          >
            <TextField id="new-book" name="title" label="New book" maxLength={500} dir="auto" />
            <button className="btn">Add a book</button>
          </MutationForm>
        </>
      ) : null}
      <section aria-labelledby="details-title">
        <h2 className="section" id="details-title">
          About this collection
        </h2>
        <CollectionForm collection={collection} />
      </section>
    </div>
  )
}

function CollectionForm({ collection }: { readonly collection: NonNullable<CollectionEdit['collection']> }) {
  return (
    <MutationForm name="collections.setDetails" about={{ collectionId: collection.id }} className="compose series-form">
      <TextField
        key={collection.title}
        id="title"
        name="title"
        label="Title"
        defaultValue={collection.title}
        required
        maxLength={500}
        dir="auto"
      />
      <Was name="title" value={collection.title} />
      <TextField
        key={collection.slug}
        id="slug"
        name="slug"
        label="URL name"
        hint="Lowercase letters, digits and hyphens."
        defaultValue={collection.slug}
        required
        maxLength={60}
      />
      <Was name="slug" value={collection.slug} />
      <TextField
        key={collection.markdown}
        id="markdown"
        name="markdown"
        label="Description"
        rows={4}
        defaultValue={collection.markdown}
        maxLength={50_000}
        dir="auto"
      />
      <Was name="markdown" value={collection.markdown} />
      <TextField
        key={collection.firstPageLink}
        id="firstPageLink"
        name="firstPageLink"
        label="Reading starts at"
        hint="A path on this site. Leave empty for the first post."
        defaultValue={collection.firstPageLink}
        maxLength={500}
      />
      <Was name="firstPageLink" value={collection.firstPageLink} />
      <TextField
        key={collection.cardUrl}
        id="cardUrl"
        name="cardUrl"
        label="List picture"
        hint="URL of a picture on this site."
        defaultValue={collection.cardUrl}
        maxLength={500}
      />
      <Was name="cardUrl" value={collection.cardUrl} />
      <Box key={`start-${collection.hidesStart}`} name="hidesStart" isOn={collection.hidesStart}>
        Hide “Start reading”
      </Box>
      <Box key={`noindex-${collection.noIndex}`} name="noIndex" isOn={collection.noIndex}>
        Hide from search engines
      </Box>
      <div className="compose-acts">
        <button className="btn primary">Save</button>
      </div>
    </MutationForm>
  )
}

function NewCollection({ all }: Pick<CollectionEdit, 'all'>) {
  const navigate = useNavigate()
  return (
    <div className="narrow">
      <h1 className="page-title">Collections</h1>
      <MutationForm name="collections.create" about={{}} className="compose" onDone={(location) => navigate(location)}>
        <TextField id="title" name="title" label="Title" required maxLength={500} dir="auto" />
        <TextField id="slug" name="slug" label="URL name" hint="Lowercase letters, digits and hyphens." required maxLength={60} />
        <div className="compose-acts">
          <button className="btn primary">Create</button>
        </div>
      </MutationForm>
      {all.length === 0 ? null : (
        <ul className="plain-list series-own">
          {all.map(({ id, title, slug }) => (
            <li key={id}>
              <a className="series-title" href={links.editCollection(id)} dir="auto">
                {title}
              </a>
              <span className="meta soft">{slug}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
