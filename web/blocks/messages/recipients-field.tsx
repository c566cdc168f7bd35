import type { ComponentType } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { TextFieldProps } from '../forms/text-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import type { RecipientListProps } from './recipient-list.tsx'

/** How members are named where nothing helps with it. */
export const recipientsHint = 'Type a name to search. Separate people with commas.'

interface Loaded {
  readonly List: ComponentType<RecipientListProps>
  readonly field: HTMLInputElement
}

/**
 * Whom a message is to: usernames or profile addresses with commas between them, as the form takes
 * them without a script. With one, the name that is being typed is searched for.
 */
export function RecipientsField(props: Omit<TextFieldProps, 'name' | 'autoComplete' | 'maxLength'>) {
  const box = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let isGone = false
    import('./recipient-list.tsx').then(
      ({ RecipientList: List }) => {
        const field = box.current?.querySelector('input')
        if (!isGone && field) setLoaded({ List, field })
      },
      () => undefined, // the plain field does without
    )
    return () => {
      isGone = true
    }
  }, [])
  return (
    <div className="recipients" ref={box}>
      <TextField {...props} name="to" autoComplete="off" maxLength={2_000} hint={props.hint ?? recipientsHint} />
      {loaded === null ? null : <loaded.List id={props.id} field={loaded.field} />}
    </div>
  )
}
