import type { DocumentLocks } from '../document-ports.ts'

interface Held {
  readonly mode: 'shared' | 'exclusive'
}

/**
 * Web Locks of one browser by name: as many as share one, or one alone; in the order they asked,
 * unless they would not wait.
 */
export function fakeDocumentLocks(): DocumentLocks {
  const held = new Map<string, Set<Held>>()
  const lines = new Map<string, { readonly mode: Held['mode']; readonly go: () => void }[]>()

  const isFree = (name: string, mode: Held['mode']): boolean => {
    const holders = [...(held.get(name) ?? [])]
    return holders.length === 0 || (mode === 'shared' && holders.every((holder) => holder.mode === 'shared'))
  }

  function serve(name: string): void {
    const line = lines.get(name) ?? []
    while (line[0] !== undefined && isFree(name, line[0].mode)) line.shift()?.go()
  }

  async function hold(name: string, mode: Held['mode'], work: (lock: unknown) => Promise<void>): Promise<void> {
    const mine: Held = { mode }
    held.set(name, (held.get(name) ?? new Set()).add(mine))
    try {
      await work(mine)
    } finally {
      held.get(name)?.delete(mine)
      serve(name)
    }
  }

  return {
    async request(name, { mode = 'exclusive', ifAvailable = false }, work) {
      if (isFree(name, mode)) return hold(name, mode, work)
      if (ifAvailable) return work(null)
      const { promise, resolve } = Promise.withResolvers<void>()
      lines.set(name, [...(lines.get(name) ?? []), { mode, go: resolve }])
      await promise
      return hold(name, mode, work)
    },
  }
}
