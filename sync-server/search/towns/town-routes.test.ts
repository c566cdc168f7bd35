import { expect, test } from 'vitest'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { links } from '#shared/links.ts'
import { townsAMinute } from './town-routes.ts'

test('towns are found by anybody, with their zone; what is no question is refused, and no flood is answered', async () => {
  const site = await featureSite()
  const ada = site.browser()
  const answer = await ada.get(links.towns('Bergen'))
  expect(answer.status).toBe(200)
  expect(answer.headers['x-robots-tag']).toBe('noindex')
  expect(JSON.parse(String(answer.body))).toMatchObject({
    towns: [{ name: 'Bergen', country: 'Norway', zone: 'Europe/Oslo' }, {}, {}, {}, {}, {}, {}, {}],
  })
  expect(JSON.parse(String((await ada.get(links.towns())).body))).toEqual({ towns: [] })
  expect((await ada.get(links.towns('x'.repeat(101)))).status).toBe(400)
  expect((await ada.get('/api/towns?query=a&query=b')).status).toBe(400)
  let last = 200
  for (let asked = 0; asked < townsAMinute && last === 200; asked++) last = (await ada.get(links.towns('Oslo'))).status
  expect(last).toBe(429)
})
