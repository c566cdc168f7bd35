/**
 * Keeps reports in the store, one after another. It holds few at a time: what comes on top is told
 * to come again, so that a flood of reports neither fills the memory nor stands in the way of
 * people's mutations in the writer's queue.
 */
import type { Writer } from '#server/sync/writer.ts'
import type { KeepFeedback } from './operations.ts'
import type { RawReport } from './error-report.ts'
import type { SourceMaps } from './source-maps.ts'
import { runOperation } from '#server/sync/operations.ts'
import { groupOf } from './grouping.ts'
import { keepError, keepFeedback, pruneErrors } from './operations.ts'

export interface Keeper {
  /** Resolves once it is on disk. `busy`: too much is waiting. Repeated for one id: kept once. */
  error(report: RawReport): Promise<'kept' | 'busy'>
  /** `full`: no more can be taken until somebody deals with what there is. */
  feedback(kept: KeepFeedback): Promise<'kept' | 'busy' | 'full'>
  /** A round of tidying. */
  prune(): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

interface KeeperPorts {
  readonly writer: Pick<Writer, 'work'>
  readonly maps: SourceMaps
  readonly maxWaiting?: number
}

/** Frames that get their source lines: the first few of our own code in each exception. */
const framesWithSource = 12
const contextsRetained = 6
/** Errors kept between two rounds of tidying. */
const roundEvery = 50

export function createKeeper({ writer, maps, maxWaiting = 40 }: KeeperPorts): Keeper {
  let waiting = 0
  let kept = 0
  let last: Promise<unknown> = Promise.resolve()

  function inTurn<T>(work: () => Promise<T>): Promise<T> | 'busy' {
    if (waiting >= maxWaiting) return 'busy'
    waiting += 1
    const turn = last.then(work).finally(() => (waiting -= 1))
    last = turn.catch(() => undefined)
    return turn
  }

  const prune = async (): Promise<void> => {
    while (await runOperation(writer, pruneErrors, undefined));
  }

  return {
    error: async (report) =>
      inTurn(async () => {
        const resolved = await withSources(report, maps)
        const { platform, fingerprint: _fingerprint, ...event } = resolved
        await runOperation(writer, keepError, { group: { ...groupOf(resolved), platform }, event })
        kept += 1
        if (kept % roundEvery === 0) await prune()
        return 'kept' as const
      }),
    feedback: async (message) =>
      inTurn(async () => ((await runOperation(writer, keepFeedback, message)) === 'full' ? ('full' as const) : ('kept' as const))),
    prune: async () => {
      const round = last.then(prune)
      last = round.catch(() => undefined)
      await round
    },
    settled: async () => {
      await last
    },
  }
}

async function withSources(report: RawReport, maps: SourceMaps): Promise<RawReport> {
  const exceptions: RawReport['exceptions'] = []
  for (const exception of report.exceptions) {
    const frames: RawReport['exceptions'][number]['frames'] = []
    let contexts = 0
    for (const [at, frame] of exception.frames.entries()) {
      const resolved = at < framesWithSource || frame.isOurs ? await maps.resolve(frame) : frame
      const hasRoom = resolved.isOurs && contexts < contextsRetained
      if (hasRoom && resolved.code !== null) contexts += 1
      frames.push(hasRoom ? resolved : { ...resolved, before: [], code: null, after: [] })
    }
    exceptions.push({ ...exception, frames })
  }
  return { ...report, exceptions }
}
