import { links } from '#shared/links.ts'
import type { Hit } from '#shared/search/results.ts'
import type { QuickResults } from '#shared/search/search.ts'
import { ask } from '../../data/connection.ts'
import { currentDevice } from '../../data/device/current.ts'

export interface Quick {
  readonly hits: readonly Hit[]
  /** `here`: of what is on this device. `nowhere`: nobody could be asked. */
  readonly where: 'site' | 'here' | 'nowhere'
}

const keepMs = 30_000
const maxCached = 40

/**
 * Finds the first hits for what is typed. Of words asked for a moment ago the answer is still
 * known.
 */
export function quickSearch(): (typed: string, signal: AbortSignal) => Promise<Quick> {
  const kept = new Map<string, { readonly hits: readonly Hit[]; readonly at: number }>()
  return async (typed, signal) => {
    const known = kept.get(typed)
    if (known !== undefined && performance.now() - known.at < keepMs) return { hits: known.hits, where: 'site' }
    try {
      const response = await ask(links.searchQuick(typed), { signal, headers: { accept: 'application/json' } })
      if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') !== true) return await localHits(typed)
      const { hits } = (await response.json()) as QuickResults // this site's own server, of this build
      kept.delete(typed)
      kept.set(typed, { hits, at: performance.now() })
      for (const oldest of kept.keys()) if (kept.size > maxCached) kept.delete(oldest)
      return { hits, where: 'site' }
    } catch (error) {
      if (signal.aborted) return { hits: [], where: 'nowhere' }
      if (error instanceof TypeError) return localHits(typed)
      throw error
    }
  }
}

async function localHits(typed: string): Promise<Quick> {
  const device = currentDevice.get()
  if (device === null) return { hits: [], where: 'nowhere' }
  try {
    const { quickLocally } = await import('../../data/search/local-search.ts')
    return { hits: await quickLocally(device, typed, Date.now()), where: 'here' }
  } catch {
    return { hits: [], where: 'nowhere' } // the page of results says more
  }
}
