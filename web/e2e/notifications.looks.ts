/** The pages of notifications as they are looked at. */
import { expect } from 'vitest'
import { follow, postOf } from './support/elsewhere.ts'
import { look } from './support/looks.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('the pages of notifications look right in every theme and size', async ({ site }) => {
  const { essay } = await placesOf(site)
  const { page } = await site.newReader()
  await signIn(page, 'yusuf')
  await follow(site, 'yusuf', postOf(essay))
  const pages = {
    ...{ notices: '/notifications', noticeKarma: '/notifications?tab=karma' },
    ...{ noticeSettings: '/notifications?tab=settings', follows: '/manageSubscriptions' },
  }
  const findings: string[] = []
  for (const [name, path] of Object.entries(pages)) findings.push(...(await look(page, name, path, 'brief')))
  expect(findings).toEqual([])
})
