import { useEffect, useRef } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { errorsIn } from './messages.ts'
import { RefusalWords } from './refusal-words.tsx'

interface RefusalProps {
  readonly error: FormError | null
  /** Id of a field's input by the field's name, so that the words can lead there. */
  readonly fieldIds?: Readonly<Record<string, string>>
  /** Nobody could be asked. */
  readonly isNotSent?: boolean
}

/**
 * At the top of a form: everything it was refused for, with a way to each field at fault. The first
 * of those takes the focus; where there is none, the words do.
 */
export function Refusal({ error, fieldIds = {}, isNotSent = false }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error === null && !isNotSent) return
    const field = box.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid=true]')
    ;(field ?? box.current)?.focus()
  }, [error, isNotSent])
  const shown = error === null ? [] : errorsIn(error)
  const isSilent = error === null && !isNotSent
  return (
    <div role="alert" tabIndex={-1} ref={box} className={isSilent ? 'refused-words none' : 'refused-words'}>
      {shown.map((each) => {
        const fieldId = each.field === null ? undefined : fieldIds[each.field]
        const words = <RefusalWords of={each} />
        return <p key={each.field}>{fieldId === undefined ? words : <a href={`#${fieldId}`}>{words}</a>}</p>
      })}
      {error === null && isNotSent ? (
        <p>You’re offline, so it wasn’t sent. Your text is kept; send it again when you’re back online.</p>
      ) : null}
    </div>
  )
}
