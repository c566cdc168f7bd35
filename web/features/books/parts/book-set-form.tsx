import { links } from '#shared/links.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'

import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { useRefusedForm } from '../../../data/page.ts'
import type { BookSetView } from '../books.load.ts'

const empty = { year: '', title: '', text: '', coverUrl: '', buyUrl: '', collection: '' }

const messages = {
  'year:invalid': 'Enter a four-digit year.',
  'year:taken': 'That year already has books.',
  'coverUrl:invalid': 'Enter the URL of a picture uploaded to this site, or leave it empty.',
  'buyUrl:invalid': 'Enter a full URL starting with https://.',
}

/** For administrators. @param set `null`: one is made. */
export function BookSetForm({ set }: { readonly set: BookSetView | null }) {
  const navigate = useNavigate()
  const id = set?.id ?? ''
  const about = { id }
  const refused = useRefusedForm('bookSets.put', about)
  const said =
    set === null
      ? empty
      : {
          ...{ year: String(set.year), title: set.title, text: set.text, coverUrl: set.cover ?? '', buyUrl: set.buyUrl ?? '' },
          collection: set.collection === null ? '' : links.collection(set.collection.id),
        }
  const value = (name: keyof typeof empty): string => refused?.values[name] ?? said[name]
  const error = refused?.error ?? null
  const key = set === null ? 'new' : id
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>{set === null ? 'New book or book set' : 'Edit'}</summary>
      <MutationForm
        key={JSON.stringify(said)}
        name="bookSets.put"
        about={about}
        messages={messages}
        className="compose series-form"
        onDone={(location) => navigate(location)}
      >
        <TextField
          id={`year-${key}`}
          name="year"
          label="Year"
          defaultValue={value('year')}
          error={error}
          messages={messages}
          required
          maxLength={4}
        />
        <TextField
          id={`title-${key}`}
          name="title"
          label="Title"
          defaultValue={value('title')}
          error={error}
          required
          maxLength={200}
          dir="auto"
        />
        <TextField
          id={`text-${key}`}
          name="text"
          label="Description"
          rows={5}
          defaultValue={value('text')}
          error={error}
          maxLength={5_000}
          dir="auto"
        />
        <TextField
          id={`cover-${key}`}
          name="coverUrl"
          label="Cover"
          hint="URL of a picture on this site."
          defaultValue={value('coverUrl')}
          error={error}
          messages={messages}
          maxLength={500}
        />
        <TextField
          id={`buy-${key}`}
          name="buyUrl"
          label="Store URL"
          defaultValue={value('buyUrl')}
          error={error}
          messages={messages}
          maxLength={500}
        />
        <TextField
          id={`collection-${key}`}
          name="collection"
          label="Contents"
          hint="URL of a collection on this site."
          defaultValue={value('collection')}
          error={error}
          maxLength={500}
        />
        <div className="compose-acts">
          <button className="btn">Save</button>
        </div>
      </MutationForm>
      {set === null ? null : (
        <Confirm summary="Delete" mutation="bookSets.remove" fields={about} action={`Delete “${set.title}”`}>
          The book is removed from this list. Its collection stays.
        </Confirm>
      )}
    </details>
  )
}
