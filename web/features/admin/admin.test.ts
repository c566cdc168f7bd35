import { expect, test } from 'vitest'
import { admin } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const shown = async (url: string, over: Parameters<typeof testPageData>[1] = {}) =>
  (await web.render({ url, as: 'html' }, testPageData({}, { viewer: admin, ...over }))).body

test('administrators sign a member out by a plain form, which says what came of it', async () => {
  const page = await shown('/admin')
  expect(page).toMatch(/<form[^>]*action="\/api\/form\/accounts\.endSessionsOfMember"[^>]*method="post"/u)
  expect(page).toMatch(/<input[^>]*name="userName"/u)
  expect(page).not.toContain('They’re signed out everywhere')
  expect(await shown('/admin?notice=sessions-ended')).toContain('They’re signed out everywhere')
})

test('the pages of administrators are listed as their manifests declare them', async () => {
  const page = await shown('/admin')
  const listed = /<ul class="plain-list">(.*?)<\/ul>/su.exec(page)?.[1] ?? ''
  expect([...listed.matchAll(/<a href="([^"]+)">([^<]+)/gu)].map(([, href, word]) => [href, word])).toEqual([
    ['/admin/errors', 'Errors'],
    ['/admin/feedback', 'Feedback inbox'],
    ['/admin/health', 'Health'],
    ['/admin/audit', 'Audit log'],
    ['/moderation/altAccounts', 'Alternative accounts'],
    ['/reviewAdmin', 'Administer the review'],
    ['/admin/contentChecks', 'Content checks'],
    ['/bestoflesswrongadmin', 'Choose the winners of the review'],
    ['/admin/commentEmbeddings', 'Similar comments'],
    ['/admin/llmConversations', 'Assistant conversations'],
    ['/admin/pages', 'Pages about the site'],
    ['/admin/synonyms', 'Search synonyms'],
    ['/admin/seasons', 'Seasonal events'],
    ['/admin/tagMerge', 'Merge tags'],
    ['/admin/migrations', 'Migrations'],
    ['/payments/admin', 'Payments to members'],
    ['/admin/onboarding', 'First steps of a new member'],
    ['/debug/emailHistory', 'Email history'],
  ])
  expect(listed).toContain('No open errors.')
})

test('a name that nobody has comes back with the form', async () => {
  const error = { code: 'not-found', reason: null, field: 'userName', retryAfterMs: null } as const
  const page = await shown('/admin', {
    form: { mutation: 'accounts.endSessionsOfMember', values: { userName: 'nobdy' }, error, continueWith: null },
  })
  expect(page).toMatch(/<input[^>]*value="nobdy"/u)
  expect(page).toContain('href="#sign-out-name"')
})
