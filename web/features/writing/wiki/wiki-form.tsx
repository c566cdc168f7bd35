import { useState } from 'react'
import { links } from '#shared/links.ts'
import { wikiLimits } from '#shared/wiki/schema.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useLocation } from '../../../data/navigation.ts'
import { useRefusedForm } from '../../../data/page.ts'
import { fieldDirectionOf } from '../languages.ts'
import { MarkdownHelp } from '../parts/markdown-help.tsx'
import type { WritingFields } from '../write.load.ts'
import type { WikiDeskView } from './wiki-desk-view.ts'

interface WikiFormProps {
  readonly fields: WritingFields
  /** What readers have; `null`: nothing yet. */
  readonly seenId: string | null
  /** Where they have it. */
  readonly address: WikiDeskView['address']
}

/**
 * The plain form of a page of the wiki: Markdown in a text area, published at once. It is sent as browsers send forms: when somebody else has published
 * meanwhile, it comes back with what was typed, and knows what is there now.
 */
export function WikiForm({ fields, seenId: given, address }: WikiFormProps) {
  // As it was when the form was made: what is published while somebody types is not what they have seen.
  const [seenId] = useState(given)
  const { pathname, search } = useLocation()
  const refused = useRefusedForm('wiki.publish', { id: fields.postId })
  const error = refused?.error ?? null
  return (
    <form className="compose" id="writing" method="post" action={links.form('wiki.publish')}>
      <input type="hidden" name="id" value={fields.postId} />
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      <input type="hidden" name="lang" value={fields.lang} />
      {seenId === null ? null : <input type="hidden" name="seenId" value={seenId} />}
      <Refusal error={error} fieldIds={{ pageName: 'name', markdown: 'markdown' }} />
      {error?.code !== 'conflict' || address === null ? null : (
        <p>
          The newer one is <a href={links.wiki(address.slug, { lens: address.lens ?? undefined })}>what readers have now</a>; its{' '}
          <a href={links.wikiVersions(address.slug, { lens: address.lens ?? undefined })}>versions</a> say what was changed in it.
        </p>
      )}
      {seenId === null ? (
        <TextField
          id="name"
          name="name"
          label="Name"
          defaultValue={fields.title}
          required
          maxLength={wikiLimits.name}
          error={error}
          dir="auto"
        />
      ) : null}
      <TextField
        id="markdown"
        name="markdown"
        label="Text, in Markdown"
        className="text-input"
        rows={22}
        defaultValue={fields.markdown}
        error={error}
        dir={fieldDirectionOf(fields.lang)}
        lang={fields.lang}
      />
      <MarkdownHelp />
      {seenId === null ? null : <TextField id="note" name="note" label="What is new, for the history" maxLength={200} autoComplete="off" />}
      <div className="compose-acts">
        <button className="btn primary">{seenId === null ? 'Publish' : 'Publish changes'}</button>
      </div>
    </form>
  )
}
