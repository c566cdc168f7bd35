import { wikiLimits } from '#shared/wiki/schema.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import type { WikiEditorView } from './wiki-editor-view.ts'

interface RequirementsFormProps {
  readonly id: string
  readonly requires: NonNullable<WikiEditorView['requires']>
}

/** Which pages to know before this one. */
export function RequirementsForm({ id, requires }: RequirementsFormProps) {
  return (
    <section className="after-form" aria-labelledby="about-requires">
      <h2 className="section" id="about-requires">
        Requires
      </h2>
      <p className="soft">Wiki pages to know before this one, at most {wikiLimits.requirements}. Readers can go through them in order.</p>
      <ul className="series-order">
        {requires.map((page) => (
          <li key={page.id}>
            <a className="series-order-title" href={page.href} dir="auto">
              {page.name}
            </a>
            <MutationForm name="wiki.setRequirement" about={{ id, requirement: page.id, isOn: 'no' }}>
              <button className="btn quiet" aria-label={`Remove ${page.name}`}>
                Remove
              </button>
            </MutationForm>
          </li>
        ))}
      </ul>
      {requires.length >= wikiLimits.requirements ? null : (
        <MutationForm key={requires.length} name="wiki.setRequirement" about={{ id, isOn: 'yes' }} className="compose">
          <TextField id="requirement" name="requirement" label="Page name or URL" required maxLength={300} autoComplete="off" dir="auto" />
          <div className="compose-acts">
            <button className="btn">Add</button>
          </div>
        </MutationForm>
      )}
    </section>
  )
}
