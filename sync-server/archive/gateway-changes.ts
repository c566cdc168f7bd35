/**
 * `_changes` as replicators read it: as long as they want it, made of short questions to the
 * archive, so that it never holds a connection for us.
 */
import type { ArchiveReads, Changes } from './archive-reads.ts'
import type { ChangesParams } from './gateway-params.ts'
import { gatewayLimits } from './gateway-params.ts'

const pageSize = 500
const leastHeartbeatMs = 1_000
const usualHeartbeatMs = 10_000

export interface ChangesTools {
  readonly reads: Pick<ArchiveReads, 'changes' | 'info'>
  /** Resolves when something may have been written, at the latest after `ms`. */
  readonly news: (ms: number) => Promise<void>
}

/**
 * The first page is asked for at once, so that what goes wrong is said with a status. @throws
 * ArchiveDown, ArchiveRefused
 */
export async function changesAnswer(tools: ChangesTools, params: ChangesParams): Promise<AsyncGenerator<string>> {
  const { reads } = tools
  const most = params.limit === undefined ? Number.POSITIVE_INFINITY : Number(params.limit)
  const asked = params.since.replaceAll('"', '')
  const since = asked === 'now' ? String((await reads.info()).update_seq) : asked
  if (most === 0) return written(tools, { ...params, feed: 'normal' }, most, { results: [], last_seq: inNumbers(since), isEnd: true })
  const first = await reads.changes(since, Math.min(most, pageSize), params.style)
  return written(tools, params, most, first)
}

async function* written({ reads, news }: ChangesTools, params: ChangesParams, most: number, first: Changes): AsyncGenerator<string> {
  const { feed, style } = params
  const isLines = feed === 'continuous'
  // Waiting is by timers: a clock that is set would lengthen it.
  const until = performance.now() + Math.min(Number(params.timeout ?? gatewayLimits.waitMs), gatewayLimits.waitMs)
  const heartbeatMs = Math.max(
    leastHeartbeatMs,
    Number(params.heartbeat === 'true' ? usualHeartbeatMs : (params.heartbeat ?? usualHeartbeatMs)),
  )
  let page = first
  let sent = 0
  if (!isLines) yield '{"results":[\n'
  for (;;) {
    if (page.results.length > 0) {
      const rows = page.results.map((row) => JSON.stringify(row))
      yield isLines ? `${rows.join('\n')}\n` : `${sent > 0 ? ',\n' : ''}${rows.join(',\n')}`
    }
    sent += page.results.length
    if (sent >= most) break
    if (page.isEnd) {
      if (feed === 'normal' || (feed === 'longpoll' && sent > 0) || performance.now() >= until) break
      await news(Math.min(heartbeatMs, until - performance.now()))
      yield '\n'
    }
    page = await reads.changes(String(page.last_seq), Math.min(most - sent, pageSize), style)
  }
  yield isLines ? `{"last_seq":${JSON.stringify(page.last_seq)}}\n` : `\n],\n"last_seq":${JSON.stringify(page.last_seq)}}\n`
}

/** PouchDB counts and compares them as numbers. */
function inNumbers(since: string): number | string {
  return /^\d+$/u.test(since) ? Number(since) : since
}
