/**
 * What is due becomes mails: one a member for all that is due by then, and not one after the other
 * within minutes. Here they are only put in line, by the names of the notifications; they are
 * written when they go out (write-notices.ts).
 */
import type { Log, Writer } from '#server/sync/writer.ts'
import type { ReadStore } from './audience.ts'
import type { Delivery } from './tables.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { newId } from '#server/http/new-id.ts'
import { StoreFailure } from '#server/store/port.ts'
import { isLeaseLost } from '#server/sync/leases.ts'
import { runOperation } from '#server/sync/operations.ts'
import { queueNotices } from './mail-operations.ts'
import { deliveries, mailPauses } from './tables.ts'
import { postponeDeliveries } from './operations.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface SendMails {
  readonly store: ReadStore
  readonly writer: Pick<Writer, 'work'>
  readonly log: Log
}

/** Between two mails to one member. */
const pauseMs = 5 * 60_000
const atOnce = 1_000
/**
 * A piece is one of the writer's turns: small, so that others wait no longer than for a few
 * mutations.
 */
const piece = 25
const leftForMs = hourMs

export const dueDeliveries = (channel: Delivery['channel'], now: number, limit: number) =>
  defineQuery({ table: deliveries, index: ['channel', 'dueAt'], equals: [channel], until: now + 1, order: 'ascending', limit })

/** Until nothing is due, or as many wait as may. @returns whether any mail was put in line. */
export async function sendDueMails({ store, writer, log }: SendMails, now: number): Promise<boolean> {
  let hasQueued = false
  for (;;) {
    const { due, lastAt } = await store.read(async (read) => {
      const found = await read.list(dueDeliveries('email', now, atOnce))
      const pauses = await read.getMany(mailPauses, [...new Set(found.map(({ userId }) => userId))])
      return { due: found, lastAt: new Map(pauses.map((pause) => [pause.id, pause.lastAt])) }
    })
    const freeAt = (userId: string): number => (lastAt.get(userId) ?? 0) + pauseMs
    const early = due.filter(({ userId }) => freeAt(userId) > now)
    if (early.length > 0)
      await runOperation(writer, postponeDeliveries, { later: early.map(({ id, userId }) => ({ id, dueAt: freeAt(userId) })) })
    const userIds = [...new Set(due.flatMap(({ userId }) => (freeAt(userId) > now ? [] : [userId])))]
    for (let from = 0; from < userIds.length; from += piece) {
      const some = userIds.slice(from, from + piece)
      try {
        const answer = await runOperation(writer, queueNotices, {
          mails: some.map((userId) => ({ id: newId(now), userId })),
          until: now + 1,
        })
        if (answer === 'full') return hasQueued
        hasQueued = true
      } catch (error) {
        if (error instanceof StoreFailure || isLeaseLost(error)) throw error
        // What cannot be put in line must not keep everybody else's from going out.
        log(error, 'notify: some mails were left for later')
        const left = due.filter(({ userId }) => some.includes(userId))
        await runOperation(writer, postponeDeliveries, { later: left.map(({ id }) => ({ id, dueAt: now + leftForMs })) })
      }
    }
    if (due.length < atOnce) return hasQueued
  }
}
