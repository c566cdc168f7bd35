import { useState } from 'react'
import type { SynonymFault } from '#shared/search/synonym-text.ts'
import { readSynonyms, synonymLimits } from '#shared/search/synonym-text.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm, usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadSynonyms } from '../synonyms.load.ts'

const form = 'searchSynonyms.set'
const shownFaults = 5
const messages = {
  'text:invalid': 'Not saved. Fix the lines below, then save again.',
  'text:taken': 'Not saved. A term can be in one group only.',
  'text:conflict': 'Not saved: another administrator changed the groups. Copy your changes, reload the page and make them again.',
}

/** Where administrators say which search terms mean the same. */
export default function SynonymsPage() {
  const { text, changedAt, groupCount } = usePage<typeof loadSynonyms>()
  const refusal = useRefusedForm(form, {})
  const refused = refusal?.values['text']
  // What was refused stays an edit of the groups it was made from.
  const seenAt = refusal?.values['seenAt'] ?? (changedAt === null ? '' : String(changedAt))
  const [typed, setTyped] = useState<string>()
  const faults = readSynonyms(typed ?? refused ?? text).faults
  const now = useNow()
  return (
    <div className="narrow">
      <h1 className="page-title">Search synonyms</h1>
      <p className="stand">
        A search for one term also finds the other terms of its group. Write one group per line, with commas between its terms. A term can
        be several words. Case and accents make no difference, and plurals are found anyway.
      </p>
      <p className="meta soft">
        {counted(groupCount, 'group')}.{' '}
        {changedAt === null ? (
          'These come with the site.'
        ) : (
          <>
            Saved <Time at={changedAt} now={now} />.
          </>
        )}
      </p>
      <MutationForm key={seenAt} name={form} about={{}} messages={messages} className="compose">
        <input type="hidden" name="seenAt" value={seenAt} />
        <TextField
          id="synonyms"
          name="text"
          label="Groups"
          hint={`At most ${synonymLimits.groups} groups of 2 to ${synonymLimits.terms} terms. The site’s search uses them as soon as you save; search on members’ devices, after their next sync.`}
          rows={18}
          maxLength={synonymLimits.text}
          defaultValue={refused ?? text}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          dir="auto"
        />
        <div role="status">{faults.length === 0 ? null : <Faults faults={faults} />}</div>
        <div className="compose-acts">
          <button className="btn primary">Save synonyms</button>
        </div>
      </MutationForm>
    </div>
  )
}

function Faults({ faults }: { readonly faults: readonly SynonymFault[] }) {
  return (
    <ul className="field-error">
      {faults.slice(0, shownFaults).map((fault) => (
        <li key={`${fault.line} ${fault.kind} ${fault.term}`}>
          Line {fault.line}: {faultWords(fault)}
        </li>
      ))}
      {faults.length > shownFaults ? <li>{counted(faults.length - shownFaults, 'more problem')}</li> : null}
    </ul>
  )
}

function faultWords({ kind, term }: SynonymFault): string {
  switch (kind) {
    case 'too-few-terms':
      return 'add a second term, separated by a comma.'
    case 'too-many-terms':
      return `use at most ${synonymLimits.terms} terms.`
    case 'too-many-groups':
      return `there are more than ${synonymLimits.groups} groups.`
    case 'too-long':
      return `“${term.slice(0, 40).toWellFormed()}” is too long. Use at most ${synonymLimits.characters} characters and 12 words.`
    case 'no-letters':
      return `“${term.slice(0, 40)}” has no letters or digits.`
    case 'in-two-groups':
      return `“${term}” is in an earlier group already.`
  }
}
