import { useEffect, useRef } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'
import { RefusalWords } from './refusal-words.tsx'

interface RefusalProps {
  readonly error: FormError | null
  /** Id of a field's input by the field's name, so that the words can lead there. */
  readonly fieldIds?: Readonly<Record<string, string>>
  /** Nobody could be asked. */
  readonly isNotSent?: boolean
}

/**
 * At the top of a form: why it was refused, with a way to the field at fault. Takes the focus, so
 * that it is read first.
 */
export function Refusal({ error, fieldIds = {}, isNotSent = false }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== null || isNotSent) box.current?.focus()
  }, [error, isNotSent])
  const fieldId = error?.field ? fieldIds[error.field] : undefined
  const words =
    error !== null ? (
      <RefusalWords of={error} />
    ) : isNotSent ? (
      'You’re offline, so it wasn’t sent. Your text is kept; send it again when you’re back online.'
    ) : null
  return (
    <div role="alert" tabIndex={-1} ref={box} className={words === null ? 'refused-words none' : 'refused-words'}>
      {words === null ? null : <p>{fieldId === undefined ? words : <a href={`#${fieldId}`}>{words}</a>}</p>}
    </div>
  )
}
