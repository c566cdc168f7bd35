import { DeviceTrouble } from './port.ts'

/**
 * A database that was let go (signed out, another account, a newer app) is no fault of whoever was
 * still reading; the page says it elsewhere.
 */
export function reportUnlessClosed(error: unknown): void {
  if (!(error instanceof DeviceTrouble) || error.kind !== 'closed') reportError(error)
}
