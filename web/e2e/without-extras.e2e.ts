/**
 * What a browser may lack, refuse or never answer takes the page with it neither together nor alone
 * (without-extras.long.ts).
 */
import { expect } from 'vitest'
import { extras, hows, readsWithout, takeAway } from './support/extras.ts'
import { signInThroughForm } from './support/places.ts'
import { test } from './support/test-reading.ts'

test('without storage, workers, databases, locks, channels and observers the page is read, links lead on, and one can sign in', async ({
  site,
}) => {
  for (const how of hows) await readsWithout(site, extras, how)
  const { page, expectProblems } = await site.newReader()
  expectProblems(/./u)
  await takeAway(page, ['localStorage', 'sessionStorage', 'indexedDB', 'caches'], 'refused')
  await signInThroughForm(page, 'lina')
  await page.goto('/account')
  await page.getByText('lina@example.org').first().waitFor()
  expect(await page.getByText('stopped working').count()).toBe(0)
})
