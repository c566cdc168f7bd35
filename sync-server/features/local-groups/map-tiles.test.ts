import { expect, test } from 'vitest'
import { featureSite } from '../testing/feature-site.ts'

const own = "'self' data: blob:"

/** Where the page at a path may have pictures from. */
async function picturesOf(settings: Record<string, string>, ...paths: readonly string[]): Promise<readonly (string | undefined)[]> {
  const site = await featureSite(settings)
  const found: (string | undefined)[] = []
  for (const path of paths) {
    const { headers } = await site.browser().get(path)
    found.push(/img-src ([^;]*)/u.exec(String(headers['content-security-policy']))?.[1])
  }
  return found
}

test('the map alone may show tiles of the operator’s source, from the cache too; without one, nobody’s', async () => {
  const paths = ['/groups-map', '/groups-map', '/groups-map?zoom=3', '/about', '/groups-mapx', '/api/me']
  const source = { MAP_TILES_URL: 'https://tiles.example:8443/a/{z}/{x}/{y}.png', MAP_TILES_ATTRIBUTION: 'Us' }
  const map = `${own} https://tiles.example:8443`
  expect(await picturesOf(source, ...paths)).toEqual([map, map, map, own, own, undefined])
  expect(await picturesOf({}, ...paths)).toEqual([own, own, own, own, own, undefined])
})
