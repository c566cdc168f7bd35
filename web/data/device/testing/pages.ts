import type { Row } from '#shared/kernel/table.ts'
import type { Core, SyncSession } from '../../sync/core.ts'

/**
 * Hands the core pages as the server would, without one. The first fills the shape, each next one
 * goes on from there.
 */
export function createLoosePage(core: Core) {
  return async (shape: string, rows: readonly (readonly [kind: string, row: Row])[]): Promise<void> => {
    const { session } = (await core.greet(null)).value
    await takeOne(core, session, shape, rows)
  }
}

async function takeOne(
  core: Core,
  session: SyncSession,
  shape: string,
  rows: readonly (readonly [kind: string, row: Row])[],
): Promise<void> {
  const hello = (await core.greet(null)).value
  const held = hello.hello.t === 'hello' ? hello.hello.shapes.find(({ id }) => id === shape) : undefined
  const from = held?.cursor ?? 0
  const cards = rows.filter(([kind]) => kind === 'members').map(([, row]) => row)
  const puts = rows.filter(([kind]) => kind !== 'members').map(([kind, row]) => ({ kind, version: from + 1, row }))
  const page = { t: 'page', shape, epoch: 'e', from, to: from + 1, puts, dels: [], cards, more: false } as const
  const taken = (await core.takePage(hello.session, page)).value
  if (!taken) throw new Error(`${session.device}: the page of ${shape} was not taken`)
}
