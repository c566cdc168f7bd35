/**
 * The database's clock, which all nodes go by: what one of them posts at noon is not from tomorrow
 * for another whose own clock is an hour off. It is asked now and then, and in between counted on
 * by the monotonic clock, so that setting this machine's time changes nothing.
 */
import type { Session } from './session.ts'
import { statement } from './dialect.ts'
import { numberOf } from './session.ts'
import { postgres } from './dialect.ts'
import { sql } from 'kysely'
import type { AnyRow } from './dialect.ts'

const everyMs = 30_000

interface FollowedClock {
  readonly now: () => number
  stop(): void
}

const asked = statement(sql<AnyRow>`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as ms`.compile(postgres.db))

/**
 * @throws StoreFailure when it cannot be asked the first time; later it goes on by what it knows.
 */
export async function followClock(lend: (work: (session: Session) => Promise<void>) => Promise<void>): Promise<FollowedClock> {
  let known = { ms: Date.now(), at: performance.now() }

  const ask = (): Promise<void> =>
    lend(async (session) => {
      const before = performance.now()
      const [row] = await session.all(asked, {})
      // Read somewhere on the way there and back.
      known = { ms: numberOf(row, 'ms'), at: (before + performance.now()) / 2 }
    })

  await ask()
  const timer = setInterval(() => void ask().catch(() => undefined), everyMs).unref()
  return {
    now: () => Math.round(known.ms + performance.now() - known.at),
    stop: () => clearInterval(timer),
  }
}
