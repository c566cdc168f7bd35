import { describe, expect, test } from 'vitest'
import type { MemberViewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { answerPage } from './answer-page.ts'
import type { FeatureRoute } from './route.ts'

const site = { name: 'Lyceum', tagline: '', origin: 'https://example.org', build: 'b1', hasDevInbox: false }
const member: MemberViewer = {
  kind: 'member',
  userId: 'u',
  karma: 0,
  groups: [],
  isAdmin: false,
  postingDisabled: false,
  commentingDisabled: false,
  votingDisabled: false,
  isApproved: true,
}
const moderator: MemberViewer = { ...member, groups: ['moderators'] }
const admin: MemberViewer = { ...member, isAdmin: true }
const read = { get: async () => undefined, getMany: async () => [], list: async () => [], count: async () => 0 }
const dataFor = (viewer: PageData['viewer']): PageData => ({
  read,
  viewer,
  isGone: async () => false,
  now: 0,
  site,
  html: () => '',
  markdown: () => '',
  own: null,
  form: null,
})
const route = (audience: FeatureRoute['audience']): FeatureRoute => ({
  path: '/for-this-test',
  title: 'Test',
  audience,
  offline: 'none',
  page: async () => ({ default: () => null }),
})
const at = { params: {}, url: new URL('https://example.org/for-this-test?a=1') }

describe('who may see a page', () => {
  test.each([
    ['everyone', visitor, 200],
    ['anyone-private', visitor, 200],
    ['member', visitor, 401],
    ['member', member, 200],
    ['staff', visitor, 401],
    ['staff', member, 403],
    ['staff', moderator, 200],
    ['admin', moderator, 403],
    ['admin', admin, 200],
  ] as const)('a page for %s answers %o with %i', async (audience, viewer, status) => {
    expect(await answerPage(route(audience), dataFor(viewer), at)).toMatchObject({ kind: 'page', status })
  })

  test('a page for all says nothing of who asked; a private one does, and stays out of search engines', async () => {
    expect(await answerPage(route('everyone'), dataFor(member), at)).toMatchObject({ me: null })
    expect(await answerPage(route('member'), dataFor(member), at)).toMatchObject({ me: { viewer: member }, head: { robots: 'noindex' } })
  })
})
