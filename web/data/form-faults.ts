import type { FormEvent } from 'react'
import type { FormError } from '#shared/pages/page-data.ts'

/**
 * Every field that its own attributes refuse (`required`, `minLength`, `type`), in their order;
 * `null`: none.
 */
export function faultsOf(form: HTMLFormElement): FormError | null {
  const names = [...form.elements].flatMap((field) => ('validity' in field && !isValid(field) ? [field.getAttribute('name') ?? ''] : []))
  const [first, ...others] = new Set(names)
  if (first === undefined) return null
  return {
    ...{ code: 'invalid', reason: null, field: first, retryAfterMs: null },
    ...(others.length > 0 && { others: others.map((field) => ({ code: 'invalid', field }) as const) }),
  }
}

const isValid = ({ validity }: { readonly validity: unknown }): boolean => !(validity instanceof ValidityState) || validity.valid

/**
 * The browser says what is wrong with one field and leaves the next for the next try: where several
 * are, the form says all of them itself. For `onInvalidCapture`, since the event does not bubble.
 */
export function onlyAllAtOnce(event: FormEvent<HTMLFormElement>, onRefused: (error: FormError) => void): void {
  const faults = faultsOf(event.currentTarget)
  if (faults?.others === undefined) return
  event.preventDefault()
  const { target } = event
  // One event for each field: the first speaks for all.
  if (target instanceof Element && target.getAttribute('name') === faults.field) onRefused(faults)
}
