import { wikiLimits } from '#shared/wiki/schema.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'

interface WorkFlag {
  readonly id: string
  readonly name: string
  readonly text: string
  readonly order: number
}

/** Which kinds of work there are, for administrators. */
export function FlagsPanel({ flags }: { readonly flags: readonly WorkFlag[] }) {
  return (
    <section className="after-form" aria-labelledby="flags-panel">
      <h2 className="section" id="flags-panel">
        Wiki flags
      </h2>
      {flags.map((flag) => (
        <details key={`${flag.id} ${flag.name} ${flag.text} ${flag.order}`} className="series-fold">
          <summary dir="auto">{flag.name}</summary>
          <FlagForm flag={flag} />
        </details>
      ))}
      <details key={`new ${flags.length}`} className="series-fold">
        <summary>Add a flag</summary>
        <FlagForm flag={null} />
      </details>
    </section>
  )
}

function FlagForm({ flag }: { readonly flag: WorkFlag | null }) {
  const at = flag?.id ?? 'new'
  return (
    <MutationForm name="wiki.putFlag" about={{ id: flag?.id ?? '' }} className="compose fields">
      <TextField
        id={`flag-name-${at}`}
        name="flagName"
        label="Name"
        defaultValue={flag?.name}
        required
        maxLength={wikiLimits.name}
        dir="auto"
      />
      <TextField
        id={`flag-text-${at}`}
        name="flagText"
        label="Task description"
        rows={3}
        defaultValue={flag?.text}
        maxLength={wikiLimits.flagText}
        dir="auto"
      />
      <TextField
        id={`flag-order-${at}`}
        name="order"
        label="Place"
        hint="Lowest number first."
        defaultValue={String(flag?.order ?? 0)}
        required
        pattern="-?[0-9]{1,6}"
      />
      {flag === null ? null : (
        <label className="check">
          <input type="checkbox" name="isDeleted" /> Retire this flag
        </label>
      )}
      <div className="compose-acts">
        <button className="btn">Save</button>
      </div>
    </MutationForm>
  )
}
