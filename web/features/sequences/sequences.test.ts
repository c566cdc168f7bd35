import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { aChapter, aMember, aPost, aSequence, admin, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { rowsRead, testPageData, testSite } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const ada = member(idOf(100))
const posts = [1, 2, 3].map((n) => aPost({ id: idOf(n), slug: `post-${n}`, title: `Post ${n}`, wordCount: 500 }))
const revisions = posts.map((post) => ({
  ...{ id: post.revisionId ?? '', subjectKind: 'post', subjectId: post.id, postId: post.id, n: 1, version: '1.0.0', isDraft: false },
  ...{ title: post.title, body: paragraph('Words.'), wordCount: 1, authorId: post.authorId, at: T0 },
}))
const places = (sequenceId: string) =>
  [1, 2, 3].map((n) => ({ id: `${sequenceId}:${idOf(n)}`, sequenceId, postId: idOf(n), addedAt: T0, isMain: false }))
const chapters = [
  aChapter({ title: 'Springs', postIds: [idOf(1), idOf(2)] }),
  aChapter({ id: idOf(511), number: 2, title: 'Rivers', subtitle: 'Larger', postIds: [idOf(3)] }),
]
const book = {
  ...{
    id: idOf(700),
    collectionId: idOf(600),
    number: 1,
    title: 'Water',
    subtitle: '',
    tocTitle: '',
    body: paragraph('A book.'),
    postIds: [],
  },
  ...{ sequenceIds: [idOf(500)], showsGrid: false, showsChapters: true, hidesProgress: false },
}
const collection = {
  ...{ id: idOf(600), authorId: idOf(901), title: 'The shelf', slug: 'shelf', body: paragraph('All karma changes.'), firstPageLink: null },
  ...{ hidesStart: false, cardUrl: null, noIndex: false, createdAt: T0 },
}
const rows = (changes: Rows = {}): Rows => ({
  ...{ posts, revisions, chapters, members: [aMember()], sequences: [aSequence({ bookId: idOf(700) })] },
  ...{ sequence_posts: places(idOf(500)), books: [book], collections: [collection] },
  ...changes,
})
/** As the server gives it: permitted. */
const at = (url: string, given = rows(), over: Partial<PageData> = {}) => {
  const viewer = over.viewer ?? visitor
  const data = testPageData(given, over)
  return web.render({ url, as: 'html' }, { ...data, read: permittedRead(rowsRead(given), viewer, policies) })
}
const sequence = `/s/${idOf(500)}`
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const fieldsOf = (html: string, form: string): readonly string[] =>
  [...html.matchAll(new RegExp(`<form[^>]*action="/api/form/${form.replace('.', '\\.')}"[^>]*>(.*?)</form>`, 'gsu'))].map(
    (match) => match[1] ?? '',
  )

describe('the page of a sequence', () => {
  test('has its chapters and their posts in order, a way to begin, and what machines are told', async () => {
    const { status, body } = await at(sequence)
    expect(status).toBe(200)
    expect([...body.matchAll(/series-title"[^>]*href="([^"]+)"/gu)].map((match) => match[1])).toEqual(
      [1, 2, 3].map((n) => `${sequence}/p/${idOf(n)}`),
    )
    expect(body).toContain('Start reading')
    expect(plain(body)).toContain('3 posts, about 6 minutes')
    expect(body).toContain('CreativeWorkSeries')
    expect(body).toContain(`view=sequence&amp;sequenceId=${idOf(500)}`)
    expect(body).toContain(`data-body="${idOf(500)}"`)
    expect(body.match(/<h1/gu)).toHaveLength(1)
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('leaves out what its reader may not see, and shows it again when it is back', async () => {
    const without = rows({
      posts: posts.map((post) => (post.id === idOf(2) ? { ...post, status: 'removed' as const, authorId: idOf(300) } : post)),
    })
    expect((await at(sequence, without)).body).not.toContain('Post 2')
    expect((await at(sequence)).body).toContain('Post 2')
  })

  test.each([
    ['a draft, to others', { isDraft: true, publishedAt: null }, visitor, 404],
    ['a draft, to its author', { isDraft: true, publishedAt: null }, ada, 200],
    ['a removed one, to others', { removedAt: T0 }, visitor, 410],
    ['a removed one, to its author', { removedAt: T0 }, ada, 200],
  ] as const)('%s', async (_what, changes, viewer, expected) => {
    const { status, body } = await at(sequence, rows({ sequences: [aSequence(changes)] }), { viewer })
    expect(status).toBe(expected)
    if (expected === 404) expect(body).not.toContain('On water')
    if (expected === 410) expect([body.includes('On water'), body.includes('href="/library"')]).toEqual([false, true])
  })

  test('without posts says so; what is no id is nothing; the long address leads to the short one', async () => {
    expect((await at(sequence, rows({ chapters: [aChapter()], sequence_posts: [] }))).body).toContain('No posts yet.')
    expect((await at('/s/nothing')).status).toBe(404)
    const alias = await at(`/sequences/${idOf(500)}`)
    expect([alias.status, alias.location]).toEqual([308, sequence])
  })
})

describe('a post in a sequence', () => {
  test('has what comes before and after it, and the how manieth it is, under its own address too', async () => {
    for (const url of [`${sequence}/p/${idOf(2)}`, `/posts/${idOf(2)}/post-2`]) {
      const { status, body } = await at(url)
      expect(status).toBe(200)
      expect(plain(body)).toContain('2 of 3')
      expect(body).toContain(`href="${sequence}/p/${idOf(1)}"`)
      expect(body).toContain(`href="${sequence}/p/${idOf(3)}"`)
      expect(body).toContain(`<link rel="canonical" href="https://example.org/posts/${idOf(2)}/post-2"`)
    }
  })

  test('is shown without a way on where the sequence does not have it, or is another’s draft', async () => {
    const elsewhere = rows({ chapters: [aChapter({ postIds: [idOf(1)] })], sequence_posts: [] })
    for (const given of [elsewhere, rows({ sequences: [aSequence({ isDraft: true })] })]) {
      const { status, body } = await at(`${sequence}/p/${idOf(3)}`, given)
      expect([status, body.includes('Post 3'), body.includes('series-bar')]).toEqual([200, true, false])
    }
    expect((await at(`${sequence}/p/${idOf(99)}`)).status).toBe(404)
  })
})

describe('collections', () => {
  test('have their books with contents, and a way to begin', async () => {
    const { status, body } = await at(`/collections/${idOf(600)}`)
    expect(status).toBe(200)
    for (const part of ['The shelf', 'Water', 'Springs', 'Post 3', 'Start reading']) expect(body).toContain(part)
    expect((await at(`/collections/${idOf(999)}`)).status).toBe(404)
  })

  test('a book says how long it takes, and is a grid of its sequences where it is to be one', async () => {
    const shown = async (changes: object) =>
      (await at(`/collections/${idOf(600)}`, { ...rows(), books: (rows()['books'] ?? []).map((book) => ({ ...book, ...changes })) })).body
    const asList = await shown({ showsGrid: false, hidesProgress: false })
    expect(plain(asList).match(/about \d+ minutes?/gu)?.length).toBeGreaterThan(1)
    expect(asList).not.toContain('class="series-cards')
    expect(await shown({ showsGrid: true })).toContain('class="series-cards')
    expect(plain(await shown({ hidesProgress: true })).match(/about \d+ minutes?/gu) ?? []).toHaveLength(1)
  })

  test('stand at the names that the operator gave them; a name without one leads to the library', async () => {
    const site = { ...testSite, featured: { rationality: 'shelf' } }
    for (const path of ['/rationality', '/sequences']) expect((await at(path, rows(), { site })).body).toContain('The shelf')
    expect(await at('/codex', rows(), { site })).toMatchObject({ status: 302, location: '/library' })
    const { status, body } = await at('/rationality/post-2', rows(), { site })
    expect([status, body.includes('href="/rationality"'), plain(body).includes('2 of 3')]).toEqual([200, true, true])
    expect((await at('/rationality/no-such-post', rows(), { site })).status).toBe(404)
    expect((await at('/codex/post-2', rows(), { site })).status).toBe(404)
  })
})

describe('/library', () => {
  test('has collections, curated sequences and those of everybody, each only where there is any', async () => {
    const given = rows({
      sequences: [
        aSequence({ bookId: idOf(700) }),
        aSequence({ id: idOf(501), title: 'Chosen', curatedOrder: 1 }),
        aSequence({ id: idOf(502), title: 'Theirs' }),
      ],
    })
    const { body } = await at('/library', given)
    const order = ['The shelf', 'Curated sequences', 'Chosen', 'Community sequences', 'Theirs'].map((word) => body.indexOf(word))
    expect(order.every((place, n) => place > (order[n - 1] ?? 0))).toBe(true)
    expect((await at('/library', {})).body).toContain('No sequences yet.')
  })
})

describe('editing', () => {
  const page = `/editSequence?sequenceId=${idOf(500)}`

  test('works with forms alone: each post moves up and down, over the ends of its chapter, and goes out', async () => {
    const { status, body } = await at(page, rows(), { viewer: ada })
    expect(status).toBe(200)
    const moves = fieldsOf(body, 'sequences.putPost').filter((form) => form.includes('Move Post'))
    expect(moves).toHaveLength(3)
    const [first, second] = [idOf(510), idOf(511)]
    expect(moves[1]).toContain(`value="${first}:${idOf(1)}"`)
    expect(moves[1]).toContain(`value="${second}:${idOf(3)}"`)
    expect(moves[2]).toContain(`value="${first}:"`)
    expect(moves[0]).toContain('disabled=""')
    expect(fieldsOf(body, 'sequences.takePost')).toHaveLength(3)
    expect(fieldsOf(body, 'sequences.moveChapter')).toHaveLength(2)
    for (const name of ['title', 'was-title', 'markdown', 'isDraft', 'was-isDraft', 'from'])
      expect(fieldsOf(body, 'sequences.setDetails')[0]).toContain(`name="${name}"`)
    expect(body).not.toContain('For moderators')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('is its author’s and the staff’s', async () => {
    expect((await at(page)).status).toBe(401)
    expect((await at(page, rows(), { viewer: member(idOf(300)) })).status).toBe(403)
    expect((await at(page, rows({ sequences: [aSequence({ isDraft: true })] }), { viewer: member(idOf(300)) })).status).toBe(404)
    expect((await at(page, rows(), { viewer: admin })).body).toContain('For moderators')
    expect((await at('/editCollection', rows(), { viewer: ada })).status).toBe(403)
    expect((await at(`/editCollection?collectionId=${idOf(600)}`, rows(), { viewer: admin })).body).toContain('Add a book')
  })

  test('a member’s own stand where a new one is begun', async () => {
    const { body } = await at('/sequencesNew', rows({ sequences: [aSequence({ isDraft: true })] }), { viewer: ada })
    expect([body.includes('name="title"'), body.includes('On water'), body.includes('Draft')]).toEqual([true, true, true])
  })
})

test('a profile has its member’s sequences, where there are any', async () => {
  expect((await at('/users/ada?tab=sequences')).body).toContain('series-card')
  expect((await at('/users/ada', rows({ sequences: [] }))).body).not.toContain('tab=sequences')
})
