import { DeviceTrouble } from '../device/port.ts'
import type { ClientPorts } from './client-ports.ts'

/**
 * What sync could not do, and whose fault it is. A database that was let go (signed out in another
 * tab, a newer app) is not reported: the report would lie on the device that somebody has just
 * left.
 */
export function reportTrouble({ report }: Pick<ClientPorts, 'report'>, error: unknown): 'device' | 'bug' {
  const kind = error instanceof DeviceTrouble ? 'device' : 'bug'
  if (!(error instanceof DeviceTrouble && error.kind === 'closed')) report(kind, String(error))
  return kind
}
