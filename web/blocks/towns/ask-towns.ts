import { links } from '#shared/links.ts'
import type { FoundTowns, Town } from '#shared/local-groups/towns.ts'
import { ask } from '../../data/connection.ts'

const words = {
  offline: 'You’re offline, so towns can’t be searched. Set the pin on the map, or enter the coordinates.',
  fast: 'You’re searching too fast. Try again in a moment.',
  broken: 'Towns can’t be searched right now. Try again later, set the pin on the map, or enter the coordinates.',
} as const

/** What the server finds, or words for why it could not be asked. @throws where it is given up. */
export async function askTowns(typed: string, signal: AbortSignal): Promise<readonly Town[] | string> {
  try {
    const response = await ask(links.towns(typed), { signal, headers: { accept: 'application/json' } })
    if (response.status === 429) return words.fast
    if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') !== true) return words.broken
    return ((await response.json()) as FoundTowns).towns // this site's own server, of this build
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError)) throw error
    return words.offline
  }
}
