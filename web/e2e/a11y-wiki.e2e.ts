/** The wiki: no finding of axe, nothing to be scrolled sideways, no control upon another. */
import { expect } from 'vitest'
import { lookAtAll } from './support/looks.ts'
import { placesOf, signIn } from './support/places.ts'
import { test } from './support/test-reading.ts'

test('the pages of the wiki are accessible and fit the window', async ({ site }) => {
  const { page } = await site.newReader()
  const { essay } = await placesOf(site)
  const findings = [
    ...(await lookAtAll(page, {
      wikiPage: '/w/water',
      wikiHistory: '/w/measurement/history',
      wikiTags: '/wikitags/all',
      wikiTree: '/arbital',
      wikiFeed: '/wFeed',
      wikiWork: '/w/dashboard',
      glossaries: '/postsWithApprovedJargon',
    })),
  ]
  await signIn(page, 'lina')
  findings.push(
    ...(await lookAtAll(page, {
      newWikiPage: '/w/create',
      editWikiPage: '/w/water/edit',
      postTags: `/postTags?postId=${essay.split('/')[4] ?? ''}`,
    })),
  )
  expect(findings).toEqual([])
})
