import { TextField } from '../../../blocks/forms/text-field.tsx'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { shortDate } from '../../../ui/time-words.ts'
import type { MeasuresView } from '../member-measures.load.ts'
import { maxReason, Measure } from './measure.tsx'

const most = 1_000
const messages = {
  'endsOn:invalid': 'Choose a day from today on.',
  'reason:invalid': 'Write a reason of 1 to 500 characters. The member reads it.',
  'actionsPerInterval:invalid': 'Enter a whole number from 0 to 1,000.',
  'intervalLength:invalid': 'Enter a whole number from 1 to 1,000.',
}

/** Limits by hand: those that have not ended, a new one, and being spared the automatic ones. */
export function LimitsPart({ memberId, measures }: { readonly memberId: string; readonly measures: MeasuresView }) {
  const { limits, mayLimit, mayExempt, isExempt } = measures
  return (
    <section aria-labelledby="limits-title">
      <h2 className="section" id="limits-title">
        Rate limits
      </h2>
      {limits.length === 0 ? <p className="empty">No limit set by a moderator.</p> : null}
      <ul className="plain-list">
        {limits.map(({ id, words, endsAt, reason, by }) => (
          <li key={id} className="measure">
            <p>
              {words}, until {shortDate(endsAt)}{' '}
              <span className="soft" dir="auto">
                · {by}: {reason}
              </span>
            </p>
            {mayLimit ? (
              <ActionForm name="moderation.endLimit" about={{ id }} of={words}>
                End now
              </ActionForm>
            ) : null}
          </li>
        ))}
      </ul>
      {mayLimit ? <NewLimit {...{ memberId, measures }} /> : null}
      <div className="measure">
        <p>
          Automatic limits <span className={isExempt ? 'warm' : 'soft'}>· {isExempt ? 'don’t apply to this member' : 'apply'}</span>
        </p>
        {mayExempt ? (
          <ActionForm name="moderation.setExempt" about={{ userId: memberId, isExempt: isExempt ? '' : 'true' }} of="automatic limits">
            {isExempt ? 'Apply again' : 'Exempt'}
          </ActionForm>
        ) : null}
      </div>
    </section>
  )
}

function NewLimit({ memberId, measures: { limits, seen, firstDay } }: { readonly memberId: string; readonly measures: MeasuresView }) {
  const about = { id: '', userId: memberId }
  const refused = useRefusedForm('moderation.limit', about)
  const was = (name: string, usual: string): string => refused?.values[name] ?? usual
  const field = { error: refused?.error ?? null, messages, required: true }
  return (
    <Measure
      {...{ name: 'moderation.limit', about, seen, messages, version: limits.map(({ id }) => id).join('') }}
      summary="Set a limit"
      of="posts or comments"
      action="Set limit"
    >
      <div className="field">
        <label htmlFor="limit-type">Limit</label>
        <select className="input" id="limit-type" name="type" defaultValue={was('type', 'allComments')}>
          <option value="allComments">Comments</option>
          <option value="allPosts">Posts</option>
        </select>
      </div>
      <TextField
        {...{ id: 'limit-count', name: 'actionsPerInterval', label: 'At most', type: 'number', min: 0, max: most, ...field }}
        hint="0 for none at all."
        defaultValue={was('actionsPerInterval', '1')}
      />
      <TextField
        {...{ id: 'limit-length', name: 'intervalLength', label: 'In every', type: 'number', min: 1, max: most, ...field }}
        defaultValue={was('intervalLength', '1')}
      />
      <div className="field">
        <label htmlFor="limit-unit">Minutes, hours, days or weeks</label>
        <select className="input" id="limit-unit" name="intervalUnit" defaultValue={was('intervalUnit', 'days')}>
          <option value="minutes">minutes</option>
          <option value="hours">hours</option>
          <option value="days">days</option>
          <option value="weeks">weeks</option>
        </select>
      </div>
      <TextField
        {...{ id: 'limit-ends', name: 'endsOn', label: 'Last day', type: 'date', min: firstDay, ...field }}
        defaultValue={was('endsOn', '')}
      />
      <TextField
        {...{ id: 'limit-reason', name: 'reason', label: 'Reason, shown to the member', maxLength: maxReason, dir: 'auto', ...field }}
        defaultValue={was('reason', '')}
      />
    </Measure>
  )
}
