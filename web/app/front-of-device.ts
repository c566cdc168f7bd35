/**
 * The front page as its reader wants it, where nobody can be asked: what the server puts into the
 * address (front-preferences.ts) comes from this device.
 */
import { filtersInCookie } from '#shared/feed/filters-cookie.ts'
import { frontPreferencesOf, defaultPreferences, preferencesQuery } from '#shared/feed/settings-queries.ts'
import { links } from '#shared/links.ts'
import type { PageAnswer } from '../data/answer.ts'
import type { Device } from '../data/device/device-api.ts'
import type { FeatureRoute, LoadRequest } from './route.ts'

type Asked = Pick<Device, 'viewer' | 'read'>

/** The same request with what this reader wants in it; any other page's as it is. */
export async function variantAddress(device: Asked, route: FeatureRoute | null, request: LoadRequest, now: number): Promise<LoadRequest> {
  const { url } = request
  if (route?.path !== links.front() || url.searchParams.get('sort') === 'latest') return request
  const { viewer, read } = device
  const preferences =
    viewer.kind === 'member'
      ? await frontPreferencesOf(read, viewer.userId, now)
      : { ...defaultPreferences, filters: filtersInCookie(document.cookie) }
  const variant = new URL(url)
  for (const [name, value] of preferencesQuery(preferences)) if (!url.searchParams.has(name)) variant.searchParams.set(name, value)
  return { ...request, url: variant }
}

/**
 * What was kept, if it was made by the filters that hold now; without the posts that have been
 * hidden since. `null`: another list is wanted.
 */
export function cachedVariantOf(answer: PageAnswer, { url }: LoadRequest): PageAnswer | null {
  const { page } = answer
  if (typeof page !== 'object' || page === null || !('filters' in page) || !('rows' in page) || !Array.isArray(page.rows)) return answer
  if (page.filters !== (url.searchParams.get('filters') ?? '')) return null
  const hidden = new Set((url.searchParams.get('hide') ?? '').split('.'))
  const rows = page.rows.filter((row: { readonly id?: unknown }) => typeof row.id !== 'string' || !hidden.has(row.id))
  return rows.length === page.rows.length ? answer : { ...answer, page: { ...page, rows } }
}
