import { forgetTraces } from '#shared/alt-accounts/mutations.ts'
import type { JobPorts } from '../define-server-domain.ts'

export async function forgetExpired({ apply }: Pick<JobPorts, 'apply'>): Promise<void> {
  await apply({ name: forgetTraces.name, args: {}, userId: null, source: 'server' })
}
