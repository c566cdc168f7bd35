import { describe, expect, test } from 'vitest'
import { visitor } from '#shared/kernel/viewer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { admin, idOf, member, moderator } from '#shared/testing/factories.ts'
import { testPageData } from '../blocks/testing/rows-read.ts'
import { answerPage } from './answer-page.ts'
import type { FeatureRoute } from './route.ts'

const someone = member(idOf(1))
const dataFor = (viewer: PageData['viewer']) => testPageData({}, { viewer })
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
    ['member', someone, 200],
    ['staff', visitor, 401],
    ['staff', someone, 403],
    ['staff', moderator, 200],
    ['admin', moderator, 403],
    ['admin', admin, 200],
  ] as const)('a page for %s answers %o with %i', async (audience, viewer, status) => {
    expect(await answerPage(route(audience), dataFor(viewer), at)).toMatchObject({ kind: 'page', status })
  })

  test('a page for all says nothing of who asked; a private one does, and stays out of search engines', async () => {
    expect(await answerPage(route('everyone'), dataFor(someone), at)).toMatchObject({ me: null })
    expect(await answerPage(route('member'), dataFor(someone), at)).toMatchObject({ me: { viewer: someone }, head: { robots: 'noindex' } })
  })
})
