import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { banWords } from '../../../blocks/ban-words.ts'
import type { MeasuresView } from '../member-measures.load.ts'
import { maxReason, Measure } from './measure.tsx'

const maxNote = 2_000
const messages = {
  'endsOn:invalid': 'Choose a day from today on.',
  'publicReason:invalid': 'Write a reason of 1 to 500 characters. Everyone can read it.',
  'privateNote:invalid': 'A note has at most 2,000 characters.',
}

/** The ban that stands, lifting it, and another in its place. */
export function BanPart({ memberId, measures }: { readonly memberId: string; readonly measures: MeasuresView }) {
  const { ban, mayBan } = measures
  return (
    <section aria-labelledby="ban-title">
      <h2 className="section" id="ban-title">
        Ban
      </h2>
      {ban === null ? (
        <p className="empty">Not banned.</p>
      ) : (
        <div className="measure">
          <p dir="auto">
            {banWords(ban)}{' '}
            <span className="soft">
              · {ban.by}
              {ban.note === '' ? '' : `: ${ban.note}`}
            </span>
          </p>
          {mayBan ? (
            <Measure
              {...{ name: 'moderation.unban', about: { userId: memberId }, of: 'this member' }}
              {...{ hasReason: true, summary: 'Lift the ban', action: 'Lift the ban' }}
            />
          ) : null}
        </div>
      )}
      {mayBan ? <NewBan {...{ memberId, measures }} /> : null}
      {measures.purge === null ? null : <a href={measures.purge}>See what a purge takes away</a>}
    </section>
  )
}

function NewBan({ memberId, measures }: { readonly memberId: string; readonly measures: MeasuresView }) {
  const { ban, seen, firstDay, mayBanForLong } = measures
  const about = { userId: memberId }
  const refused = useRefusedForm('moderation.ban', about)
  const field = { error: refused?.error ?? null, messages, dir: 'auto' as const }
  const verb = ban === null ? 'Ban' : 'Change the ban'
  return (
    <Measure
      {...{ name: 'moderation.ban', about, seen, messages, version: String(ban?.at) }}
      isDanger
      summary={verb}
      of="this member"
      action={verb}
    >
      <p className="soft">They are signed out, and can read until it ends.</p>
      <TextField
        {...{ id: 'ban-ends', name: 'endsOn', label: 'Last day', type: 'date', min: firstDay, required: true, ...field }}
        hint={mayBanForLong ? undefined : 'Three months from now at most. Administrators can ban for longer.'}
        defaultValue={refused?.values['endsOn'] ?? ''}
      />
      <TextField
        {...{ id: 'ban-reason', name: 'publicReason', label: 'Reason, shown to everyone', maxLength: maxReason, required: true, ...field }}
        defaultValue={refused?.values['publicReason'] ?? ban?.reason ?? ''}
      />
      <TextField
        {...{ id: 'ban-note', name: 'privateNote', label: 'Note for moderators (optional)', rows: 2, maxLength: maxNote, ...field }}
        defaultValue={refused?.values['privateNote'] ?? ban?.note ?? ''}
      />
    </Measure>
  )
}
