import type { JobPorts } from '../define-server-domain.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { purges, userRateLimits } from '#shared/moderation/measure-schema.ts'
import { noticeEndedLimit, purgeStep } from '#shared/moderation/purge-mutations.ts'
import { dayMs } from '#shared/kernel/durations.ts'

type Ports = Pick<JobPorts, 'store' | 'apply'>

/** Of one member, at one turn of the job: fifty things each. */
const mostSteps = 1_000

/** Goes on with what was begun, until it is done or the server is about to stop. */
export async function finishPurges({ store, apply }: Ports, _now: number, isStopping: AbortSignal): Promise<void> {
  const newest = defineQuery({ table: purges, index: ['at'], equals: [], order: 'descending', limit: 100 })
  for (const { id, doneAt } of await store.read((read) => read.list(newest))) {
    if (doneAt !== null) continue
    for (let steps = 0; steps < mostSteps && !isStopping.aborted; steps += 1) {
      await apply({ name: purgeStep.name, args: { userId: id }, userId: null, source: 'server' })
      const purge = await store.read((read) => read.get(purges, id))
      if (purge === undefined || purge.doneAt !== null) break
    }
  }
}

/** A member who was limited is looked at again within a day of its end. */
export async function noticeEndedLimits({ store, apply }: Ports, now: number): Promise<void> {
  const ended = defineQuery({
    ...{ table: userRateLimits, index: ['endsAt'], equals: [], from: now - dayMs, until: now + 1, order: 'ascending' },
    limit: 500,
  })
  for (const { id, isNoticed } of await store.read((read) => read.list(ended)))
    if (isNoticed !== true) await apply({ name: noticeEndedLimit.name, args: { id }, userId: null, source: 'server' })
}
