/**
 * A copy elsewhere (`ARCHIVE_REPLICATE_TO`), kept up by the archive's own server: it is told to
 * replicate each time something was written, and goes on from where the last time ended. What fails
 * is tried again, later each time.
 */
import * as z from 'zod/mini'
import type { Couch, CouchPlace } from './couch.ts'
import { ArchiveRefused } from './couch.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const restMs = 2_000
const longestRestMs = 600_000
/** The first time takes as long as the archive is large. */
const patienceMs = hourMs

const Done = z.object({ ok: z.literal(true) })

export interface Onward {
  /** Something was written. */
  wake(): void
  stop(): void
}

interface OnwardOptions {
  readonly couch: Couch
  /** Whole, with a name and a password if it wants them. */
  readonly target: string
  /** As the archive's server is to call its own database. */
  readonly source: () => string | null
  readonly log: (error: unknown, about: string) => void
}

export function startOnward({ couch, target, source, log }: OnwardOptions): Onward {
  let isWanted = false
  let isStopped = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null

  async function replicate(): Promise<void> {
    const from = source()
    if (from === null) return
    isWanted = false
    try {
      const answer = await couch.askServer('POST', '_replicate', { body: { source: from, target, create_target: true }, patienceMs })
      if (!Done.safeParse(answer.body).success) throw new ArchiveRefused('replicating onward', answer)
      failures = 0
    } catch (error) {
      isWanted = true
      failures += 1
      // Its address holds a password, which an answer may repeat.
      if (!isStopped)
        log(new Error(String(error).replaceAll(target, 'ARCHIVE_REPLICATE_TO')), 'replicating the archive onward; tried again')
    }
  }

  function later(): void {
    if (isStopped || timer !== undefined || running !== null) return
    timer = setTimeout(
      () => {
        timer = undefined
        running = replicate().finally(() => {
          running = null
          if (isWanted) later()
        })
      },
      Math.min(restMs * 2 ** failures, longestRestMs),
    ).unref()
  }

  return {
    wake() {
      isWanted = true
      later()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/**
 * CouchDB wants its own databases by whole addresses; in pouchdb-server's a name is enough, and
 * keeps the password out of it.
 */
export function sourceOf(place: CouchPlace | null, isChild: boolean): string | null {
  if (place === null || isChild) return place?.database ?? null
  const url = new URL(`${place.server}/${encodeURIComponent(place.database)}`)
  url.username = place.name
  url.password = place.password
  return url.href
}
