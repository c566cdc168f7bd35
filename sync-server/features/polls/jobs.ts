import type { Store } from '#server/store/port.ts'
import type { ApplyRequest } from '#server/sync/apply.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import { talliesToOpen } from '#shared/polls/queries.ts'

interface JobPorts {
  readonly store: Pick<Store, 'read'>
  readonly apply: (request: ApplyRequest) => Promise<Outcome>
}

/** Results that were held back until their poll closed are for everybody. */
export async function openDue({ store, apply }: JobPorts, now: number): Promise<void> {
  const due = await store.read((read) => read.list(talliesToOpen(now, 500)))
  if (due.length > 0) await apply({ name: 'polls.open', args: { ids: due.map(({ id }) => id) }, userId: null, source: 'server', now })
}
