import type { JobPorts } from '#server/features/define-server-domain.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { endReading } from '#shared/messages/staff-reading-mutations.ts'
import { staffReadings } from '#shared/messages/staff-reading-schema.ts'

/** What the staff read of others' is closed again. */
export async function endReadings({ store, apply }: Pick<JobPorts, 'store' | 'apply'>, now: number): Promise<void> {
  const ended = defineQuery({ table: staffReadings, index: ['endsAt'], equals: [], until: now + 1, order: 'ascending', limit: 500 })
  for (const { id } of await store.read((read) => read.list(ended)))
    await apply({ name: endReading.name, args: { id }, userId: null, source: 'server' })
}
