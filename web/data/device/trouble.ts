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
  const names = [error.name, innerName(error)]
  if (names.includes('QuotaExceededError')) return new DeviceTrouble('full', error)
  // The database belongs to a newer version of the app.
  if (names.includes('VersionError')) return new DeviceTrouble('closed', error)
  return names.some((name) => lostNames.includes(name) || name === 'OpenFailedError' || name === 'MissingAPIError')
    ? new DeviceTrouble('lost', error)
    : error
}

function innerName(error: Error): string {
  const inner: unknown = 'inner' in error ? error.inner : error.cause
  return inner instanceof Error ? inner.name : ''
}
