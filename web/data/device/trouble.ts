import { DeviceTrouble } from './port.ts'

const lostNames = [
  // What was under way when the browser took the database away. A write that throws comes
  // through as what it threw.
  'AbortError',
  'DatabaseClosedError',
  'DatabaseClosed',
  'InvalidStateError',
  'InvalidState',
  'NotFoundError',
  'NotFound',
  'UnknownError',
]

/** A browser's error as trouble; anything else (a refusal of the rules) as it is. */
export function troubleOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DeviceTrouble) return error
  const names = namesIn(error)
  if (names.includes('QuotaExceededError')) return new DeviceTrouble('full', error)
  // The database belongs to a newer version of the app.
  if (names.includes('VersionError')) return new DeviceTrouble('closed', error)
  return names.some((name) => lostNames.includes(name) || name === 'OpenFailedError' || name === 'MissingAPIError')
    ? new DeviceTrouble('lost', error)
    : error
}

/** Its own, and those of the errors that it is made of: several rows that failed are one error. */
function namesIn(error: Error): readonly string[] {
  const inner: readonly unknown[] = [
    'inner' in error ? error.inner : error.cause,
    ...('failures' in error && Array.isArray(error.failures) ? error.failures : []),
  ]
  return [error.name, ...inner.flatMap((one) => (one instanceof Error || one instanceof DOMException ? [one.name] : []))]
}
