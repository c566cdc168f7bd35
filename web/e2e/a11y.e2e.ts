/** Every kind of page, in every theme and size: no finding of axe, nothing to be scrolled sideways, no control upon another. */
import { expect } from 'vitest'
import { look } from './support/looks.ts'
import { placesOf, signIn } from './support/places.ts'
import type { Places } from './support/places.ts'
import { test } from './support/test-page.ts'

const forAll = ({ longest, essay, german, arabic, permalink }: Places) =>
  ({
    front: '/',
    latest: '/?sort=latest',
    recommendations: '/recommendations',
    leaderboard: '/leaderboard',
    library: '/library',
    collection: '/rationality',
    inCollection: '/rationality/the-slow-clock',
    feed: '/feed',
    customize: '/customize?filters=night~reduced',
    allPosts: '/allPosts',
    allTime: '/allPosts?timeframe=allTime',
    essay,
    longest,
    german,
    arabic,
    permalink,
    user: '/users/marit-solberg',
    bestOf: '/bestoflesswrong',
    books: '/books',
    glossaries: '/postsWithApprovedJargon',
    wikiPage: '/w/water',
    wikiHistory: '/w/measurement/history',
    wikiTags: '/wikitags/all',
    wikiTree: '/arbital',
    wikiFeed: '/wFeed',
    wikiVotes: '/wActivity',
    wikiWork: '/w/dashboard',
    wikiAbsent: '/w/nobody-has-made-this',
    about: '/about',
    settings: '/settings',
    signIn: '/login',
    signUp: '/login?mode=signUp',
    reset: '/login?mode=reset',
    emailToken: '/emailToken/none',
    resetPassword: '/resetPassword/none',
    notFound: '/no-such-page',
    banNotice: '/banNotice',
    shell: '/shell',
    devInbox: '/dev/inbox',
  }) as const
const forMembers = ({ essay, commentId }: Places) =>
  ({
    newPost: '/newPost',
    drafts: '/drafts',
    newSequence: '/sequencesNew',
    newWikiPage: '/w/create',
    editWikiPage: '/w/water/edit',
    postTags: `/postTags?postId=${essay.split('/')[4] ?? ''}`,
    account: '/account',
    profile: '/account?tab=profile',
    sessions: '/account?tab=sessions',
    resend: '/resendVerificationEmail',
    logout: '/logout',
    notMine: `/editComment?commentId=${commentId}`,
    vote: `/vote?target=${commentId}`,
    essayAsMember: essay,
  }) as const

test('pages for everybody', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 404/u)
  const findings: string[] = []
  for (const [name, path] of Object.entries(forAll(await placesOf(site)))) findings.push(...(await look(page, name, path)))
  expect(findings).toEqual([])
}, 600_000)

test('pages for members', async ({ site }) => {
  const { page, expectProblems } = await site.newReader()
  expectProblems(/status of 40[34]/u)
  await signIn(page, 'lina')
  const findings: string[] = []
  for (const [name, path] of Object.entries(forMembers(await placesOf(site)))) findings.push(...(await look(page, name, path)))
  // A moderator's tools on a post, and a draft.
  await page.goto('/newPost?form=1')
  await page.locator('input[name=title]').fill('A draft to look at')
  await page.locator('textarea[name=markdown]').fill('Some words.\n\n## A heading\n\nMore of them.')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.waitForURL(/\/editPost/u)
  const draft = new URL(page.url())
  findings.push(...(await look(page, 'editPost', draft.pathname + draft.search)))
  findings.push(...(await look(page, 'draftAsRead', `/posts/${draft.searchParams.get('postId') ?? ''}`)))
  expect(findings).toEqual([])
}, 600_000)
