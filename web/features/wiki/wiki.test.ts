import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Tag, TagSlug } from '#shared/wiki/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { aComment, aMember, aPost, aTag, aTagRel, admin, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { treesOf } from './tree.load.ts'
import { blocksShown } from './cut.ts'
import { matching } from './match-name.ts'

const bob = member(idOf(300))
const page = (n: number, name: string, changes: Partial<Tag> = {}): Tag =>
  aTag({ id: idOf(n), name, slug: name.toLowerCase().replaceAll(' ', '-'), ...changes })
/** The text of a page; its revision has the page's id too. */
const textOf = (id: string, changes: Parameters<typeof aPost>[0] = {}) =>
  aPost({ id, kind: 'wiki', title: 'Its text', slug: 'its-text', revisionId: id, latestRevisionId: id, ...changes })
const revisionOf = (id: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  ...{ id, subjectKind: 'post', subjectId: id, postId: id, n: 1, version: '1.0.0', isDraft: false },
  ...{ title: 'Its text', body: paragraph('Water is wet.'), wordCount: 3, authorId: idOf(100), at: T0, ...changes },
})
const water = page(700, 'Water')
const post = aPost({ id: idOf(1), slug: 'a-river', title: 'A river' })
const relevant = [{ slug: 'water', relevance: 7 }]
const slugRow = (tag: Tag, slug = tag.slug ?? ''): TagSlug => ({ id: `${tag.id}:${slug}`, slug, tagId: tag.id })
const base: Rows = {
  posts: [post, textOf(water.id)],
  revisions: [revisionOf(water.id), revisionOf(idOf(1), { id: post.revisionId ?? '' })],
  members: [aMember(), aMember({ id: idOf(300), userName: 'bob', slug: 'bob', displayName: 'Bob' })],
  tags: [water],
  tag_slugs: [slugRow(water)],
  tag_rels: [aTagRel()],
  listings: listingsOfPost(post, undefined, T0, relevant),
}
const withPages = (...pages: readonly Tag[]): Rows => ({
  ...base,
  tags: [water, ...pages],
  tag_slugs: [water, ...pages].map((tag) => slugRow(tag)),
  posts: [
    post,
    textOf(water.id),
    ...pages.filter(({ state }) => state !== 'placeholder').map(({ id }) => textOf(id, { slug: `text-${id}` })),
  ],
  revisions: [...(base['revisions'] ?? []), ...pages.map(({ id }) => revisionOf(id))],
})
/** As the server gives it: permitted. */
const at = (url: string, given: Rows = base, over: Partial<PageData> = {}) => {
  const viewer = over.viewer ?? visitor
  const data = testPageData(given, over)
  return web.render({ url, as: 'html' }, { ...data, read: permittedRead(rowsRead(given), viewer, policies) })
}
const plain = (html: string): string => html.replaceAll('<!-- -->', '')

describe('a page of the wiki', () => {
  test('has its text, the ways to look at it, its posts, and what machines are told', async () => {
    const { status, body } = await at('/w/water')
    expect(status).toBe(200)
    expect(body.match(/<h1/gu)).toHaveLength(1)
    for (const href of ['/w/water/discussion', '/w/water/history', '/w/water/edit']) expect(body).toContain(`href="${href}"`)
    expect(plain(body)).toContain('Posts tagged Water')
    expect(body).toContain('A river')
    expect(body).toContain('<link rel="canonical" href="https://example.org/w/water"')
    expect(body).toContain('application/ld+json')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('nobody has made: 404, with a name, what carries it, and the way to make it', async () => {
    const none = await at('/w/night-watch')
    expect(none.status).toBe(404)
    expect(none.body).toContain('This page has not been created yet.')
    expect(none.body).toContain('Night watch')
    expect(none.body).toContain('/w/create?name=Night%20watch')
    expect(none.body).toContain('noindex')
    const placeholder = page(710, 'Kelp', { state: 'placeholder', publishedAt: null })
    const tagged = { ...withPages(placeholder), listings: listingsOfPost(post, undefined, T0, [{ slug: 'kelp', relevance: 1 }]) }
    const found = await at('/w/kelp', tagged)
    expect([found.status, found.body.includes('A river')]).toEqual([404, true])
  })

  test('that cannot be applied shows no posts; one without words says so', async () => {
    const only = { ...base, tags: [{ ...water, isWikiOnly: true }], revisions: [revisionOf(water.id, { wordCount: 0 })] }
    const { body } = await at('/w/water', only)
    expect(body).not.toContain('Posts tagged')
    expect(body).toContain('This page is empty.')
  })

  test('is found by an earlier address, and a lens by its own', async () => {
    const lens = page(720, 'Water for beginners', { state: 'lens', lensOf: water.id, tabTitle: 'Beginners' })
    const given = { ...withPages(lens), tag_slugs: [slugRow(water), slugRow(lens), slugRow(water, 'h2o')] }
    expect(await at('/w/h2o?sortedBy=new', given)).toMatchObject({ status: 308, location: '/w/water?sortedBy=new' })
    expect(await at('/w/water-for-beginners', given)).toMatchObject({ status: 308, location: '/w/water?lens=water-for-beginners' })
    const { status, body } = await at('/w/water?lens=water-for-beginners', given)
    expect([status, body.includes('Water for beginners'), body.includes('Posts tagged')]).toEqual([200, true, false])
  })

  test.each([
    ['a visitor', visitor, 404],
    ['a member', bob, 404],
    ['an administrator', admin, 200],
  ] as const)('that is deleted answers %s with %s', async (_who, viewer, expected) => {
    const gone = { ...base, tags: [{ ...water, state: 'deleted' as const }], posts: [post, textOf(water.id, { status: 'removed' })] }
    const { status, body } = await at('/w/water', gone, { viewer })
    expect(status).toBe(expected)
    if (expected === 200) expect(body).toContain('wiki.restore')
    else expect(body).not.toContain('words</p>')
  })

  test('kept for administrators says so', async () => {
    const kept = { ...base, posts: [post, textOf(water.id, { editing: { isAdminOnly: true, editorIds: null } })] }
    expect((await at('/w/water', kept)).body).toContain('Only administrators can edit this page.')
  })

  test('an earlier version says which it is; one that is not there is none', async () => {
    const two = {
      ...base,
      posts: [post, textOf(water.id, { revisionId: idOf(99), latestRevisionId: idOf(99) })],
      revisions: [revisionOf(water.id), revisionOf(water.id, { id: idOf(99), n: 2, version: '1.1.0' })],
    }
    const { body } = await at('/w/water?version=1.0.0', two)
    expect(plain(body)).toMatch(/This is version 1\.0\.0 <time[^>]*>of /u)
    expect(body).toContain('noindex')
    expect((await at('/w/water?version=9.9.9', two)).status).toBe(404)
  })

  test('draws whose words it is made of', async () => {
    const shares = [
      {
        id: water.id,
        postId: water.id,
        n: 1,
        wordCount: 4,
        entries: [
          { userId: idOf(100), wordCount: 3 },
          { userId: idOf(300), wordCount: 1 },
        ],
      },
    ]
    const { body } = await at('/w/water', { ...base, contributions: shares })
    expect(plain(body)).toMatch(/history\?user=bob"[^>]*>25%/u)
    expect(body.match(/<rect/gu)).toHaveLength(2)
  })

  test('says what somebody wrote as words, wherever it stands', async () => {
    const hostile = '</title></script><script>alert(1)</script>"\'&'
    const summaries = [{ id: idOf(5), tabTitle: hostile, text: hostile }]
    const tag = { ...water, name: hostile, subtitle: hostile, summaries }
    for (const path of [
      '/w/water',
      '/w/water/discussion',
      '/w/water/history',
      '/wikitags/all',
      '/arbital',
      '/wFeed',
      '/w/dashboard?focus=allPages',
    ]) {
      expect((await at(path, { ...base, tags: [tag] })).body).not.toContain('<script>alert')
    }
    expect((await at('/w/water/edit', { ...base, tags: [tag] }, { viewer: admin })).body).not.toContain('<script>alert')
  })

  test('asked for to be edited leads to its editor', async () => {
    expect(await at('/w/water?edit=true')).toMatchObject({ status: 302, location: '/w/water/edit' })
  })

  test('its post’s address leads to it, and with a comment to the discussion', async () => {
    expect(await at(`/posts/${idOf(700)}/its-text`)).toMatchObject({ status: 308, location: '/w/water' })
    expect(await at(`/posts/${idOf(700)}/its-text?commentId=${idOf(5)}`)).toMatchObject({
      status: 308,
      location: `/w/water/discussion?commentId=${idOf(5)}`,
    })
  })

  test('the history and a comparison of its post lead to its own, with what was asked for', async () => {
    const tail = `post/${idOf(700)}/its-text`
    expect(await at(`/revisions/${tail}?limit=20`)).toMatchObject({ status: 308, location: '/revisions/w/water?limit=20' })
    const compared = await at(`/compare/${tail}?before=1.0.0&only=changes`)
    expect(compared).toMatchObject({ status: 308, location: '/compare/w/water?before=1.0.0&only=changes' })
  })
})

describe('beside it', () => {
  test('its history draws what changed in ten edits, in more by a link, and with a name in that member’s alone', async () => {
    const edits = Array.from({ length: 13 }, (_, n) =>
      revisionOf(water.id, {
        ...{
          id: n === 0 ? water.id : idOf(8_000 + n),
          n: n + 1,
          version: `1.${n}.0`,
          at: T0 + n,
          body: paragraph(`Water is wet ${n} times.`),
        },
        ...{ authorId: n % 4 === 3 ? idOf(300) : idOf(100), ...(n > 0 && { followsId: n === 1 ? water.id : idOf(7_999 + n) }) },
      }),
    )
    const drawn = async (query: string) => {
      const { body } = await at(`/w/water/history${query}`, { ...base, revisions: edits })
      return [body.match(/class="essay compared/gu)?.length ?? 0, body.match(/approval:1"/gu)?.length ?? 0, body]
    }
    const first = await drawn('')
    expect(first.slice(0, 2)).toEqual([10, 13])
    expect(first[2]).toContain('href="/w/water/history?compared=20"')
    expect((await drawn('?compared=20')).slice(0, 2)).toEqual([12, 13])
    expect((await drawn('?format=dense')).slice(0, 2)).toEqual([0, 13])
    expect((await drawn('?user=bob')).slice(0, 2)).toEqual([3, 13])
    expect((await drawn('?user=bob&only=1')).slice(0, 2)).toEqual([3, 3])
  })

  test('each edit in the history and the feed has its votes, by a plain form too', async () => {
    const tally = { id: water.id, targetKind: 'revision', postId: water.id, baseScore: 7, approvalVoteCount: 3, agreement: 0, agreementVoteCount: 0, maxBaseScore: 7 } // oxfmt-ignore
    for (const path of ['/w/water/history', '/wFeed']) {
      const { body } = await at(path, { ...base, tallies: [tally] })
      expect(body).toContain(`value="revision:${water.id}:approval:-1"`)
      expect(body).toMatch(/aria-label="Votes on this edit by [^"]+: 7"/u)
    }
  })

  test('the discussion, the history and the versions answer, and what is not there does not', async () => {
    for (const path of ['/w/water/discussion', '/w/water/history', '/revisions/w/water']) {
      const { status, body } = await at(path)
      expect([path, status, body.match(/<h1/gu)?.length]).toEqual([path, 200, 1])
      expect((await at(path.replace('water', 'nothing'))).status).toBe(404)
    }
    expect((await at('/w/water/history')).body).toContain('created the page')
    expect((await at('/compare/w/water?after=1.0.0')).status).toBe(200)
  })

  test('without a script another order of its comments is asked for where they stand', async () => {
    const said = [60, 61].map((n) => aComment({ id: idOf(n), rootId: idOf(n), postId: water.id }))
    const { body } = await at('/w/water/discussion', { ...base, posts: [post, textOf(water.id, { commentCount: 2 })], comments: said })
    expect(body).toContain('action="/w/water/discussion#comments"')
  })

  test('the editor is for members who may edit, and says why it is not', async () => {
    expect((await at('/w/water/edit')).status).toBe(401)
    expect((await at('/w/water/edit', base, { viewer: { ...bob, karma: 0 } })).body).toContain('You need 1 karma')
    const open = await at('/w/water/edit', base, { viewer: { ...bob, karma: 5 } })
    expect([open.status, open.body.includes('wiki.publish'), open.body.includes('wiki.setDetails')]).toEqual([200, true, false])
    const keeper = await at('/w/water/edit', base, { viewer: admin })
    for (const form of ['wiki.rename', 'wiki.setSummary', 'wiki.setDetails', 'wiki.setEditing', 'wiki.delete'])
      expect(keeper.body).toContain(`/api/form/${form}`)
  })

  test('what somebody else has published meanwhile is not written over by the form, which says where it is and keeps what was typed', async () => {
    const error = { code: 'conflict', reason: null, field: null, retryAfterMs: null } as const
    const form = { mutation: 'wiki.publish', values: { id: water.id, markdown: 'Mine alone.' }, error, continueWith: null }
    const { body } = await at('/w/water/edit', base, { viewer: { ...bob, karma: 5 }, form })
    expect([body.includes('Mine alone.'), body.includes('href="/revisions/w/water"')]).toEqual([true, true])
  })

  test('a page is begun by members with karma', async () => {
    expect((await at('/w/create')).status).toBe(401)
    expect((await at('/w/create', base, { viewer: { ...bob, karma: 0 } })).status).toBe(403)
    const { status, body } = await at('/w/create?name=%23Water&type=wiki', base, { viewer: { ...bob, karma: 1 } })
    expect([status, body.includes('value="Water"'), body.includes('A page with that name already exists')]).toEqual([200, true, true])
  })
})

describe('who may see what', () => {
  const open = [200, 200, 200, 200]
  const forEditors = [401, 403, 200, 200]
  test.each([
    ['/w/water', open],
    ['/w/water/discussion', open],
    ['/w/water/history', open],
    ['/revisions/w/water', open],
    ['/compare/w/water', open],
    ['/wikitags/all', open],
    ['/w/dashboard', open],
    ['/wFeed', open],
    ['/arbital', open],
    ['/w/random', [302, 302, 302, 302]],
    ['/w/create', forEditors],
    ['/w/water/edit', forEditors],
    ['/w/nothing', [404, 404, 404, 404]],
    ['/w/nothing/discussion', [404, 404, 404, 404]],
    ['/w/nothing/edit', [401, 404, 404, 404]],
    ['/revisions/w/nothing', [404, 404, 404, 404]],
  ])('%s answers a visitor, a newcomer, a member and an administrator with %j', async (path, expected) => {
    const viewers = [visitor, { ...bob, karma: 0 }, { ...bob, karma: 5 }, admin]
    const found = await Promise.all(viewers.map(async (viewer) => (await at(path, base, { viewer })).status))
    expect(found).toEqual(expected)
  })
})

describe('the ways into the wiki', () => {
  const core = page(730, 'Nature', { isCore: true })
  const rivers = page(731, 'Rivers', { coreTagId: core.id, likes: 3 })

  test('the portal groups pages, and finds them by name', async () => {
    const given = withPages(core, rivers)
    const { body } = await at('/wikitags/all', given)
    expect(body.indexOf('Nature')).toBeLessThan(body.indexOf('Rivers'))
    expect(body.indexOf('Uncategorized')).toBeLessThan(body.lastIndexOf('href="/w/water"'))
    const found = await at('/wikitags/all?q=riv', given)
    expect([found.body.includes('href="/w/rivers"'), found.body.includes('href="/w/water"')]).toEqual([true, false])
    expect((await at('/wikitags/all?q=zzz', given)).body).toContain('Nothing found.')
    expect((await at('/wikitags/all', {})).body).toContain('No pages yet.')
  })

  test('which kinds of work there are, administrators alone change', async () => {
    const flag = { id: idOf(80), name: 'Too short', slug: 'too-short', text: 'Says too little.', order: 1, isDeleted: false }
    const given = { ...base, tag_flags: [flag] }
    expect((await at('/w/dashboard', given, { viewer: admin })).body).toContain('wiki.putFlag')
    for (const viewer of [visitor, bob]) expect((await at('/w/dashboard', given, { viewer })).body).not.toContain('wiki.putFlag')
  })

  test('the portal has a core tag that heads no page yet', async () => {
    const { body } = await at('/wikitags/all', withPages(core))
    expect(body.match(/href="\/w\/nature"/gu)).toHaveLength(2)
  })

  test('what is new is told with the page that it is about', async () => {
    const change = { id: `${water.id}:1:summaries`, tagId: water.id, userId: idOf(300), at: T0, field: 'summaries', from: '', to: '' }
    const said = aComment({ id: idOf(60), postId: water.id, authorId: idOf(300), body: paragraph('Is it?') })
    const lens = page(720, 'Water for beginners', { state: 'lens', lensOf: water.id, tabTitle: 'Beginners' })
    const all = withPages(lens)
    const texts = [post, textOf(water.id, { commentCount: 1 }), textOf(lens.id, { slug: 'lens' })]
    const given = { ...all, posts: texts, tag_changes: [change], comments: [said] }
    const words = plain((await at('/wFeed', given)).body).replaceAll(/<[^>]+>/gu, '')
    expect(words).toContain('created the lens Beginners')
    expect(words).toContain('Bob changed the summaries of Water')
    expect(words).toContain('Bob commented on Water: “Is it?”')
    const told = async (from: string) => {
      const one = { ...change, from }
      return plain((await at('/w/water/history', { ...given, tag_changes: [one] })).body).replaceAll(/<[^>]+>/gu, '')
    }
    expect(await told('')).toContain('Bob commented: “Is it?”')
    expect(await told('')).not.toContain('changed the summaries from')
    expect(await told('It is wet.')).toContain('changed the summaries from It is wet. to nothing')
  })

  test('a random page is one that stands, and none is said', async () => {
    expect(await at('/w/random')).toMatchObject({ status: 302, location: '/w/water' })
    const kept = { ...base, posts: [post, textOf(water.id, { editing: { isAdminOnly: true, editorIds: null } })] }
    expect((await at('/w/random', kept)).body).toContain('No pages yet.')
  })

  test.each(['/w/dashboard', '/w/dashboard?focus=allPages', '/wFeed', '/arbital', '/arbital?depth=all'])(
    '%s answers, with pages and without',
    async (path) => {
      for (const given of [withPages(core, rivers), {}]) {
        const { status, body } = await at(path, given)
        expect([status, body.match(/<h1/gu)?.length]).toEqual([200, 1])
        expect(body).not.toMatch(/\sstyle=/u)
      }
    },
  )

  test('the tree has each page once, under what it is a part of, also where two name each other', () => {
    const sea = page(740, 'Sea', { parentTagId: rivers.id })
    const [a, b] = [page(741, 'A', { coreTagId: idOf(742) }), page(742, 'B', { coreTagId: idOf(741) })]
    const trees = treesOf([core, rivers, sea, a, b])
    const names = (nodes: typeof trees): unknown => nodes.map(({ name, below }) => [name, names(below)])
    expect(names(trees)).toEqual([
      ['Nature', [['Rivers', [['Sea', []]]]]],
      ['B', [['A', []]]],
    ])
  })
})

test('as many blocks stand above “Read more” as paragraphs are asked for, with their headings', () => {
  const text = (...types: readonly ('heading' | 'paragraph')[]) => ({ type: 'doc' as const, content: types.map((type) => ({ type })) })
  const [h, p] = ['heading', 'paragraph'] as const
  expect(blocksShown(text(p, p, p, p, p, p), 0)).toBe(4)
  expect(blocksShown(text(h, p, h, p, p, p, p, p), 2)).toBe(4)
  expect(blocksShown(text(p, p, p, p, p), 0)).toBe(null)
  expect(blocksShown(text(...Array.from({ length: 40 }, () => p)), 30)).toBe(null)
})

test('a name is found by its beginning first, then by a word of it, then by what stands in it; marks over letters do not count', () => {
  const all = ['Night watch', 'Watchmaking', 'The Wátch', 'Overwatched', 'Tide'].map((name) => ({ name, shortName: '' }))
  expect(matching(all, 'WATCH').map(({ name }) => name)).toEqual(['Watchmaking', 'Night watch', 'The Wátch', 'Overwatched'])
})
