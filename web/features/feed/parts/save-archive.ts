import { setFeedSettings } from '#shared/feed/settings-mutations.ts'
import { query } from '#shared/links.ts'
import { mutate } from '../../../blocks/mutate.ts'
import { whoIsSignedIn } from '../../../data/who-is-signed-in.ts'

/** What a choice is without being said. */
const usual: Readonly<Record<string, string>> = { timeframe: 'daily', sortedBy: 'magic', filter: 'all' }
/** Dates and words are of one visit. */
const ofOneVisit: ReadonlySet<string> = new Set(['after', 'before', 'tag'])

/** Keeps the controls of `/allPosts` with the member's account. */
export async function saveArchive(fields: readonly (readonly [string, string])[]): Promise<void> {
  if ((await whoIsSignedIn()).kind !== 'member') return
  const kept = fields.filter(([name, value]) => value !== '' && !ofOneVisit.has(name) && usual[name] !== value)
  await mutate(setFeedSettings, { archive: query(Object.fromEntries(kept)).slice(1) })
}
