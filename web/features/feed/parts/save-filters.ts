import { filtersInForm } from '#shared/feed/filters-form.ts'
import { filterFigures } from '#shared/feed/filters.ts'
import { setFeedSettings } from '#shared/feed/settings-mutations.ts'
import { filtersCookie } from '#shared/feed/filters-cookie.ts'
import { whoIsSignedIn } from '../../../data/who-is-signed-in.ts'
import { mutate } from '../../../blocks/mutate.ts'

const retentionSeconds = 400 * 24 * 3600

/**
 * What the panel says, with the account, or in this browser for whoever has none. @returns words
 * when it was refused.
 */
export async function saveFilters(fields: Readonly<Record<string, string>>): Promise<string | null> {
  const filters = filtersInForm(fields)
  if (filters === null) return `Enter a number up to ${filterFigures.maxPoints}, or x and a number up to ${filterFigures.maxTimes}.`
  if ((await whoIsSignedIn()).kind === 'member') return (await mutate(setFeedSettings, { filters })).message
  document.cookie = `${filtersCookie}=${encodeURIComponent(filters)}; Max-Age=${filters === '' ? 0 : retentionSeconds}; Path=/; SameSite=Lax`
  return null
}
