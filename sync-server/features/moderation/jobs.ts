import type { JobPorts } from '../define-server-domain.ts'
import { heardWorks, receptionIn } from '#server/triggers/reception.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { lastActive } from '#shared/moderation/active-members.ts'
import { alertLimits, karmaAlerts } from '#shared/moderation/karma-alerts.ts'
import { purges, userRateLimits } from '#shared/moderation/measure-schema.ts'
import { noticeEndedLimit, purgeStep } from '#shared/moderation/purge-mutations.ts'
import { noteReception } from '#shared/moderation/reception-mutations.ts'
import { dayMs } from '#shared/kernel/durations.ts'

type Ports = Pick<JobPorts, 'store' | 'apply'>

/** Of one member, at one turn of the job: fifty things each. */
const mostSteps = 1_000

/** Goes on with what was begun, until it is done or the server is about to stop. */
export async function finishPurges({ store, apply }: Ports, _now: number, isStopping: AbortSignal): Promise<void> {
  // Those that are not done come first, however many were begun after them.
  const unfinished = defineQuery({ table: purges, index: ['doneAt'], equals: [], order: 'ascending', limit: 500 })
  for (const { id, doneAt } of await store.read((read) => read.list(unfinished))) {
    if (doneAt !== null) return
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

/** Of members who wrote within a month, so many at each turn: those who wrote last. */
const mostReceived = 500

/** How each member's newest work was received, and what of it the moderators should look at. */
export async function noteReceptions({ store, apply }: Ports, now: number, isStopping: AbortSignal): Promise<void> {
  const active = await store.read((read) => lastActive(read, mostReceived))
  for (const { id, lastAt } of active) {
    if (isStopping.aborted || lastAt < now - alertLimits.monthMs) return
    const { heard, karma } = await store.read(async (read) => ({
      heard: await heardWorks(read, id),
      karma: (await read.get(karmaStats, id))?.karma ?? 0,
    }))
    const { last20Karma, monthKarma, downVoters } = receptionIn(heard, karma, now)
    const args = { reception: { id, last20Karma, monthKarma, downVoters }, alerts: karmaAlerts(karma, heard, now) }
    await apply({ name: noteReception.name, args, userId: null, source: 'server' })
  }
}
