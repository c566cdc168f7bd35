import { describe, expect, test } from 'vitest'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, aPost, aTag, aTagRel, idOf, member, moderator } from '#shared/testing/factories.ts'
import { relId } from '#shared/wiki/tag-vote-schema.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const water = aTag()
const tides = aTag({ id: idOf(701), name: 'Tides', slug: 'tides', postCount: 2 })
const neaps = aTag({ id: idOf(702), name: 'Neaps', slug: 'neaps', parentTagId: tides.id })
const lens = aTag({ id: idOf(703), name: 'For sailors', slug: 'tides-2', state: 'lens', lensOf: tides.id })
const on = (postId: string, tagId: string, voteCount: number) => aTagRel({ id: relId(postId, tagId), postId, tagId, voteCount })
const rows: Rows = {
  posts: [
    ...[1, 2].map((n) => aPost({ id: idOf(n), slug: `post-${n}` })),
    ...[water, tides, neaps, lens].map(({ id, slug, name }) => aPost({ id, slug, title: name, kind: 'wiki' })),
  ],
  tags: [water, tides, neaps, lens],
  tag_slugs: [water, tides, neaps].map((tag) => ({ id: `${tag.id}:${tag.slug}`, slug: tag.slug, tagId: tag.id })),
  tag_rels: [on(idOf(1), tides.id, 3), on(idOf(2), tides.id, 1), on(idOf(2), water.id, 1)],
}
const at = (query: string, viewer: Viewer = admin) =>
  web.render({ url: `/admin/tagMerge${query}`, as: 'html' }, testPageData(rows, { viewer }))
const plain = (html: string) => html.replace(/<!-- -->|<\/?bdi>/gu, '').replace(/\s+/gu, ' ')

describe('/admin/tagMerge', () => {
  test.each(['?from=Tides&to=Water', '?from=/w/tides&to=https%3A%2F%2Fexample.org%2Fw%2Fwater%3Fx%3D1', `?from=${tides.id}&to=water`])(
    'counts what a merge would change, and has its form: %s',
    async (query) => {
      const { status, body } = await at(query)
      expect(status).toBe(200)
      const words = plain(body)
      expect(words).toContain('2 posts would get the tag Water and lose Tides, of which 1 has both now.')
      expect(words).toContain('4 votes on the tag')
      expect(words).toContain('1 subpage would move: Neaps.')
      expect(words).toContain('the page Tides and its 1 lens would be deleted, and /w/tides would lead to /w/water.')
      expect(body).toContain('action="/api/form/wiki.merge"')
      expect(body).toMatch(new RegExp(`name="id" value="${tides.id}"`, 'u'))
      expect(body).toMatch(new RegExp(`name="toId" value="${water.id}"`, 'u'))
    },
  )

  test.each([
    ['nothing is asked', '', null],
    ['the first is not there', '?from=Rain&to=Water', 'No wiki page has the first name.'],
    ['the second is not there', '?from=Tides&to=Rain', 'No wiki page has the second name.'],
    ['one name is missing', '?from=Tides', 'No wiki page has the second name.'],
    ['both are one page', '?from=Tides&to=/w/tides', 'the same page'],
    ['one is a lens', `?from=${lens.id}&to=Water`, 'can’t be merged'],
    ['an address is broken', '?from=/w/%25&to=Water', 'No wiki page has the first name.'],
  ])('where %s, nothing can be merged and the page says why', async (_what, query, words) => {
    const { status, body } = await at(query)
    expect(status).toBe(200)
    expect(body).not.toContain('/api/form/wiki.merge')
    expect(body.includes('role="alert"')).toBe(words !== null)
    if (words !== null) expect(body).toContain(words)
  })

  test.each([
    ['a visitor', visitor, 401],
    ['a member', member(idOf(300)), 403],
    ['a moderator', moderator, 403],
  ])('%s gets none of it', async (_who, viewer, status) => {
    expect((await at('?from=Tides&to=Water', viewer)).status).toBe(status)
  })
})
