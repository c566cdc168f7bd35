import type { DocumentPorts } from './document-ports.ts'

/** A shared lock that is held as long as it is wanted. */
export function holdLock({ locks, report }: Pick<DocumentPorts, 'locks' | 'report'>, name: string) {
  let release: (() => void) | null = null
  return {
    want(isWanted: boolean): void {
      if (isWanted === (release !== null)) return
      release?.()
      release = null
      if (!isWanted || locks === null) return
      const { promise, resolve } = Promise.withResolvers<void>()
      release = resolve
      locks.request(name, { mode: 'shared' }, () => promise).catch(report)
    },
  }
}

/** One tab after the other. */
export async function alone({ locks }: Pick<DocumentPorts, 'locks'>, name: string, work: () => Promise<void>): Promise<void> {
  if (locks === null) await work()
  else await locks.request(name, { mode: 'exclusive' }, work)
}

/** Runs the work when nobody else holds any of the locks; with the names that could be had. */
export async function withLocks(
  { locks }: Pick<DocumentPorts, 'locks'>,
  names: readonly string[],
  work: (held: readonly string[]) => Promise<void>,
) {
  if (locks === null) return work(names)
  const held: string[] = []
  const next = async (at: number): Promise<void> => {
    const name = names[at]
    if (name === undefined) return work(held)
    // One inside the other: they are let go together.
    await locks.request(name, { mode: 'exclusive', ifAvailable: true }, async (lock) => {
      if (lock !== null) held.push(name)
      await next(at + 1)
    })
  }
  return next(0)
}
