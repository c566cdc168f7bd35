import { useEffect, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import { wikiLimits } from '#shared/wiki/schema.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useDevice } from '../../../data/device/use-device.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import type { loadCreateWiki } from '../create.load.ts'

/** What is in the form already is not taken away under anybody's hands. */
function isTyped(): boolean {
  const field = document.querySelector<HTMLTextAreaElement>('#markdown')
  return field !== null && (field.value.trim() !== '' || field === document.activeElement)
}

/**
 * Begins a page, or a lens of one. Where there is a device it is a draft with an editor of its own;
 * else it is written and published right here.
 */
export default function CreateWikiPage() {
  const page = usePage<typeof loadCreateWiki>()
  const { lensOf, existing } = page
  const device = useDevice()
  const navigate = useNavigate()
  const made = useRef('')
  const [hasEditor, setHasEditor] = useState(false)
  useEffect(() => {
    if (device !== null && device.account !== null && !isTyped()) setHasEditor(true)
  }, [device])
  return (
    <div className="narrow">
      <h1 className="page-title" dir="auto">
        {lensOf === null ? 'Create a page' : `New version of ${lensOf.name}`}
      </h1>
      <p className="stand">
        {lensOf === null
          ? 'Every member can edit a published page.'
          : 'A lens is another version of the page: shorter, deeper or for other readers.'}
      </p>
      {existing === null ? null : (
        <p className="notice-line warm">
          A page with that name already exists: <a href={existing.href}>{existing.name}</a>
        </p>
      )}
      <MutationForm
        key={`${page.name} ${lensOf?.id ?? ''}`}
        name="wiki.publish"
        about={lensOf === null ? {} : { lensOf: lensOf.id }}
        className="compose fields"
        {...(hasEditor &&
          device !== null && {
            here: async (given) => {
              // Sent again after a refusal, it is the same one.
              made.current ||= freshId()
              return (await import('../begin-page.ts')).beginPage(device, made.current, given)
            },
          })}
        onDone={(location) => void navigate(hasEditor ? links.editPost(made.current) : location)}
      >
        <TextField
          id="name"
          name="name"
          label={lensOf === null ? 'Name' : 'Title'}
          defaultValue={page.name}
          required
          maxLength={wikiLimits.name}
          dir="auto"
        />
        {lensOf === null ? (
          <fieldset>
            <legend className="group-word">Type</legend>
            <label className="check">
              <input type="radio" name="type" value="tag" defaultChecked={!page.isWikiOnly} /> Page and tag for posts
            </label>
            <label className="check">
              <input type="radio" name="type" value="wiki" defaultChecked={page.isWikiOnly} /> Page only
            </label>
          </fieldset>
        ) : (
          <TextField
            id="tabTitle"
            name="tabTitle"
            label="Tab label"
            hint="A word or two, such as “For beginners”."
            defaultValue={page.tabTitle}
            required
            maxLength={wikiLimits.tabTitle}
            dir="auto"
          />
        )}
        {hasEditor || !page.hasForm ? null : (
          <TextField id="markdown" name="markdown" label="Text (Markdown)" rows={12} defaultValue={page.markdown} dir="auto" />
        )}
        <div className="compose-acts">
          <button className="btn primary">{hasEditor ? 'Create' : 'Publish'}</button>
          <a className="btn quiet" href={lensOf === null ? links.wikiTags() : links.wiki(lensOf.slug)}>
            Cancel
          </a>
        </div>
      </MutationForm>
    </div>
  )
}
