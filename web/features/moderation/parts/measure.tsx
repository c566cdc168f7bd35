import type { ReactNode } from 'react'
import { Fragment, useEffect, useRef } from 'react'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import type { Messages } from '../../../blocks/forms/messages.ts'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { useRefusedForm } from '../../../data/page.ts'

export const maxReason = 500

const usualMessages = {
  'seen:conflict': 'Another moderator decided about this member in the meantime. Look at what was done below, then send again.',
  'reason:invalid': 'A reason has at most 500 characters.',
}

interface MeasureProps {
  /** Its mutation. */
  readonly name: string
  readonly about: Readonly<Record<string, string>>
  /** What it is folded under, and what it changes, for those who hear only that. */
  readonly summary: string
  readonly of: string
  /** The label of the button that does it. */
  readonly action: string
  readonly isDanger?: boolean
  /** The newest decision that was seen; for mutations that ask. */
  readonly seen?: number
  /** With a reason that may be left out, for the staff. */
  readonly hasReason?: boolean
  readonly messages?: Messages
  /** Changes once it is done, where what it is about doesn't. */
  readonly version?: string
  /** Once it is done the page is where the server leads, not drawn again where it was. */
  readonly goes?: boolean
  /** Its other fields. */
  readonly children?: ReactNode
}

/**
 * One thing that is done about a member: opened first, then done. What was typed comes back with a
 * refusal; once it is done it is closed, with the focus on it.
 */
export function Measure(props: MeasureProps) {
  const {
    name,
    about,
    summary,
    of,
    action,
    isDanger = false,
    seen,
    hasReason = false,
    messages,
    version = '',
    goes = false,
    children,
  } = props
  const refused = useRefusedForm(name, about)
  const id = `reason-${name}-${Object.values(about).join('-')}`
  const state = `${id}${version}`
  const fold = useRef<HTMLDetailsElement>(null)
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    if (fold.current?.open !== true) return
    fold.current.open = false
    fold.current.querySelector('summary')?.focus()
  }, [state])
  const navigate = useNavigate()
  const onDone = (location: string) => navigate(location, { replace: true })
  const words = { ...usualMessages, ...messages }
  return (
    <details ref={fold} className="confirm" open={refused !== null}>
      <summary>
        {summary}
        <span className="sr">: {of}</span>
      </summary>
      <MutationForm name={name} about={about} messages={words} className="measure-form" {...(goes && { onDone })}>
        {/* Not among what tells the form from others: with a refusal it is a newer one. */}
        {seen === undefined ? null : <input type="hidden" name="seen" value={seen} />}
        {/* What was typed is over with it. */}
        <Fragment key={state}>
          {children}
          {hasReason ? (
            <TextField
              {...{ id, name: 'reason', label: 'Reason, for moderators (optional)', maxLength: maxReason, dir: 'auto', messages: words }}
              defaultValue={refused?.values['reason'] ?? ''}
              error={refused?.error ?? null}
            />
          ) : null}
        </Fragment>
        <button className={isDanger ? 'btn danger' : 'btn'}>
          {action}
          <span className="sr">: {of}</span>
        </button>
      </MutationForm>
    </details>
  )
}
