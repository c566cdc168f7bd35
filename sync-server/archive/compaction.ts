/**
 * Has the archive forget earlier texts, soon after something was written over them: removed words
 * are then nowhere in it.
 */
import type { Couch } from './couch.ts'
import { ArchiveRefused } from './couch.ts'

const waitMs = 30_000
const patienceMs = 600_000

export interface Compaction {
  /** So many earlier texts more lie there. */
  due(overwritten: number): void
  /** At once, if anything is due. @throws ArchiveDown, ArchiveRefused: it stays due. */
  now(): Promise<void>
  stop(): void
}

export function startCompaction(couch: Couch, log: (error: unknown, about: string) => void): Compaction {
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  let isStopped = false

  async function now(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    if (!isDue) return
    isDue = false
    try {
      const answer = await couch.ask('POST', '_compact', { body: {}, patienceMs })
      if (answer.status >= 300) throw new ArchiveRefused('compaction', answer)
    } catch (error) {
      isDue = true
      throw error
    }
  }

  function later(): void {
    if (isStopped || timer !== undefined) return
    timer = setTimeout(() => {
      now().catch((error: unknown) => {
        log(error, 'compaction of the archive; tried again')
        later()
      })
    }, waitMs).unref()
  }

  return {
    due(overwritten) {
      if (overwritten === 0) return
      isDue = true
      later()
    },
    now,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
