import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { policies } from '#shared/policies.ts'
import { admin, aMember, aPost, aTag, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const page = (n: number, name: string, requires: readonly Tag[] = [], more: Partial<Tag> = {}): Tag =>
  aTag({ id: idOf(n), name, slug: name.toLowerCase(), ...(requires.length > 0 && { requiresIds: requires.map(({ id }) => id) }), ...more })
const moon = page(700, 'Moon')
const water = page(701, 'Water')
const tides = page(702, 'Tides', [water, moon])
const harbors = page(703, 'Harbors', [tides])
const all = [moon, water, tides, harbors]

function rowsOf(pages: readonly Tag[]): Rows {
  return {
    members: [aMember()],
    tags: pages,
    tag_slugs: pages.flatMap(({ id, slug, oldSlugs }) =>
      [...(slug === null ? [] : [slug]), ...oldSlugs].map((each) => ({ id: `${id}:${each}`, slug: each, tagId: id })),
    ),
    tag_requirements: pages.flatMap(({ id, requiresIds = [] }) =>
      requiresIds.map((requiredId) => ({ id: `${id}:${requiredId}`, tagId: id, requiredId })),
    ),
    posts: pages.map(({ id, state }) =>
      aPost({
        id,
        kind: 'wiki',
        slug: `text-${id}`,
        revisionId: id,
        latestRevisionId: id,
        status: state === 'deleted' ? 'removed' : 'published',
      }),
    ),
    revisions: pages.map(({ id }) => ({
      ...{ id, subjectKind: 'post', subjectId: id, postId: id, n: 1, version: '1.0.0', isDraft: false, title: 'Its text' },
      ...{ body: paragraph('Words.'), wordCount: 1, authorId: idOf(100), at: T0 },
    })),
  }
}

/** As the server gives it: permitted. */
const at = (url: string, pages: readonly Tag[] = all, over: Partial<PageData> = {}) => {
  const rows = rowsOf(pages)
  const data = testPageData(rows, over)
  return web.render({ url, as: 'html' }, { ...data, read: permittedRead(rowsRead(rows), over.viewer ?? visitor, policies) })
}
const main = (body: string): string => /<main.*<\/main>/su.exec(body)?.[0].replaceAll('<!-- -->', '') ?? ''
const said = async (url: string, pages: readonly Tag[] = all, over: Partial<PageData> = {}) => main((await at(url, pages, over)).body)
const words = (html: string): string =>
  html
    .replace(/<\/?(?:p|nav|h1|main|svg)\b[^>]*>/gu, ' ')
    .replace(/<[^>]+>/gu, '')
    .replace(/\s+/gu, ' ')

describe('what a page requires', () => {
  test('stands above it, with where to begin, and what builds on it at its end', async () => {
    const html = await said('/w/tides')
    expect(words(html)).toContain('Requires: Water, Moon · Start from the beginning')
    expect(html).toContain('href="/w/water?pathId=tides"')
    expect(words(html)).toContain('Relied upon by Harbors')
    expect(words(html)).not.toContain('Step ')
  })

  test('a page that requires nothing, and that nothing requires, says none of it', async () => {
    const { body } = await at('/w/kelp', [page(710, 'Kelp')])
    for (const word of ['Requires', 'Relied upon', 'Reading path', 'reliedUpon', 'requires']) expect(body).not.toContain(word)
  })

  test.each<[string, Partial<Tag>]>([
    ['was deleted', { state: 'deleted', deletedAt: T0 }],
    ['was taken back to a draft', { state: 'draft', slug: null }],
  ])('does not name a page that %s, neither above nor below nor on the way', async (_what, more) => {
    const hidden = page(701, 'Secretive', [], more)
    const relying = page(704, 'Hushed', [tides], more)
    for (const url of ['/w/tides', '/w/harbors', '/w/moon?pathId=harbors', '/w/tides?pathId=harbors']) {
      const { status, body } = await at(url, [moon, hidden, tides, harbors, relying])
      expect(status).toBe(200)
      expect(body).not.toMatch(/secretive|hushed/iu)
    }
    expect(words(await said('/w/tides', [moon, hidden, tides, harbors, relying]))).toContain('Requires: Moon ·')
  })
})

describe('a path', () => {
  test('goes from what is required to the page, step by step, by links alone', async () => {
    const steps: string[] = []
    let url = '/w/water?pathId=harbors'
    for (let n = 0; n < 9 && url !== ''; n += 1) {
      const html = await said(url)
      steps.push(/Step \d of \d on the way to Harbors/u.exec(words(html))?.[0] ?? 'none')
      url = /href="([^"]+)" aria-label="Next: /u.exec(html)?.[1] ?? ''
    }
    expect(steps).toEqual([1, 2, 3, 4].map((n) => `Step ${n} of 4 on the way to Harbors`))
    expect(await said('/w/tides?pathId=harbors')).toContain('href="/w/moon?pathId=harbors" aria-label="Previous: Moon"')
  })

  test('search engines know its pages without the path', async () => {
    expect((await at('/w/moon?pathId=harbors')).body).toContain('<link rel="canonical" href="https://example.org/w/moon"')
  })

  test('begins where the page is asked for its start, and has none where nothing is required', async () => {
    for (const query of ['startPath', 'startPath=', 'startPath=true'])
      expect(await at(`/w/harbors?${query}`)).toMatchObject({ status: 302, location: '/w/water?pathId=harbors' })
    expect((await at('/w/moon?startPath')).status).toBe(200)
    expect((await at('/w/tides?startPath&pathId=harbors')).status).toBe(200)
  })

  test.each([
    ['a page that is not there', '/w/moon?pathId=nothing'],
    ['a page that does not lead by here', '/w/harbors?pathId=tides'],
    ['a page that requires nothing', '/w/moon?pathId=moon'],
    ['nothing', '/w/moon?pathId='],
  ])('to %s is left out', async (_what, url) => {
    const { status, body } = await at(url)
    expect([status, body.includes('Reading path')]).toEqual([200, false])
  })

  test('is found by an earlier name of its page, and leads on by the present one', async () => {
    const renamed = page(703, 'Ports', [tides], { oldSlugs: ['harbors'] })
    expect(await said('/w/moon?pathId=harbors', [moon, water, tides, renamed])).toContain('href="/w/tides?pathId=ports"')
  })
})

describe('where a page is edited', () => {
  const bob = member(idOf(300), { karma: 5 })
  test('there is a form for what it requires, without scripting too; the names of what it has are links', async () => {
    const html = await said('/w/tides/edit', all, { viewer: bob })
    expect(html).toContain('action="/api/form/wiki.setRequirement"')
    expect(html).toContain('Page name or URL')
    expect(html).toContain('aria-label="Remove Water"')
  })

  test('a page with eight has no field for a ninth, and a lens none at all', async () => {
    const eight = Array.from({ length: 8 }, (_, n) => page(800 + n, `Known${n}`))
    const full = await said('/w/tides/edit', [...eight, page(702, 'Tides', eight)], { viewer: admin })
    expect([full.includes('Remove Known7'), full.includes('Page name or URL')]).toEqual([true, false])
    const lens = page(720, 'Simply', [], { state: 'lens', lensOf: tides.id })
    expect(await said('/w/tides/edit?lens=simply', [...all, lens], { viewer: admin })).not.toContain('wiki.setRequirement')
  })
})
