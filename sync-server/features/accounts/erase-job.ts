import type { JobPorts } from '#server/features/define-server-domain.ts'
import { closures, closureTimes } from '#shared/accounts/closure-schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { runOperation } from '#server/sync/operations.ts'
import { beginErasure, eraseMoreOfAccount, forgetSessionsBefore } from './erase.ts'

/**
 * More than this at once is nobody's wish, but a fault or an attack: the log says so, and three
 * days are left to look at it and to stop the server. After that as many go at each turn.
 */
export const maxDueAtOnce = 10
export const haltedMs = 3 * dayMs

/**
 * Accounts whose time is over, and those that an earlier run left half done. Harmless when run
 * twice, or by two servers.
 */
export async function eraseAccounts(
  { store, writer, log }: Pick<JobPorts, 'store' | 'writer' | 'log'>,
  now: number,
  isStopping: AbortSignal,
) {
  const found = await store.read(async (read) => ({
    due: await read.list(
      defineQuery({
        table: closures,
        index: ['eraseAt'],
        equals: [],
        from: 0,
        until: now + 1,
        order: 'ascending',
        limit: maxDueAtOnce + 1,
      }),
    ),
    begun: await read.list(
      defineQuery({ table: closures, index: ['isDone', 'erasedAt'], equals: [false], from: 0, order: 'ascending', limit: 100 }),
    ),
  }))
  const isHalted = found.due.length > maxDueAtOnce
  if (isHalted) log.error({ moreThan: maxDueAtOnce }, 'more accounts than usual are to be erased: they wait three days longer')
  const until = isHalted ? now - haltedMs : now
  const due = found.due.slice(0, maxDueAtOnce).filter(({ eraseAt }) => eraseAt !== null && eraseAt <= until)
  for (const { id } of due) if (!isStopping.aborted) await runOperation(writer, beginErasure, id)
  for (const { id } of [...found.begun, ...due]) while (!isStopping.aborted && (await runOperation(writer, eraseMoreOfAccount, id)));
}

/** What browsers of erased accounts are told, as long as any may come back. */
export async function forgetErasedSessions({ writer }: Pick<JobPorts, 'writer'>, now: number): Promise<void> {
  await runOperation(writer, forgetSessionsBefore, now - closureTimes.erasedSessionsMs)
}
