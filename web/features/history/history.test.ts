import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { aMember, aPost, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const hostile = '</title></script><script>alert(1)</script>"\'&'
const revision = (n: number, version: string, body: Doc, more: Readonly<Record<string, unknown>> = {}) => ({
  ...{ id: idOf(10 + n), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n, version, isDraft: false, title: 'On tides' },
  ...{ body, wordCount: 3, authorId: idOf(100), at: T0 + n, added: n, removed: 2 * n, ...more },
})
const post = aPost({ revisionId: idOf(12), latestRevisionId: idOf(12) })
const rowsOf = (...revisions: readonly ReturnType<typeof revision>[]) => rowsWith(post, revisions)
const rowsWith = (post: ReturnType<typeof aPost>, revisions: readonly ReturnType<typeof revision>[]) =>
  testPageData({ posts: [post], revisions: [...revisions], members: [aMember(), aMember({ id: idOf(200), displayName: hostile, slug: 'bob', userName: 'bob' })], comments: [] }) // oxfmt-ignore
const two = (before: Doc, after: Doc, more: Readonly<Record<string, unknown>> = {}) =>
  rowsOf(revision(1, '1.0.0', before), revision(2, '1.1.0', after, more))

const at = async (url: string, data: PageData) => {
  const page = await web.render({ url, as: 'html' }, data)
  // React’s own marks between two pieces of text.
  return { ...page, body: page.body.replaceAll('<!-- -->', '') }
}
const tail = `post/${idOf(1)}/on-tides`
const comparing = `/compare/${tail}?before=1.0.0&after=1.1.0`

describe('the history', () => {
  test('is a form of rows that can be chosen from, newest first, the impossible ones taken out', async () => {
    const { status, body } = await at(`/revisions/${tail}`, two(paragraph('a'), paragraph('b'), { note: 'Why' }))
    expect(status).toBe(200)
    expect(/<form[^>]*action="\/compare\/post\/[^>]*>/u.exec(body)?.[0]).toContain('method="get"')
    const radios = [...body.matchAll(/<input[^>]*type="radio"[^>]*>/gu)].map(([input]) => [/name="(\w+)"/u.exec(input)?.[1], /value="([\d.]+)"/u.exec(input)?.[1], / checked/u.test(input), / disabled/u.test(input)]) // oxfmt-ignore
    expect(radios).toEqual([
      ['before', '1.1.0', false, true],
      ['after', '1.1.0', true, false],
      ['before', '1.0.0', true, false],
      ['after', '1.0.0', false, true],
    ])
    expect(body).toContain(`/posts/${idOf(1)}/on-tides?revision=1.0.0`)
    expect(body).toContain('Why')
    expect(body).toContain('noindex')
  })

  test('of one version has nothing to compare; of an unknown post there is none; another slug leads to the right one', async () => {
    expect((await at(`/revisions/${tail}`, rowsOf(revision(2, '1.0.0', paragraph('a'))))).body).toMatch(/<button[^>]*disabled/u)
    expect((await at(`/revisions/post/${idOf(77)}/on-tides`, rowsOf())).status).toBe(404)
    expect((await at(`/revisions/post/${idOf(1)}/wrong`, rowsOf(revision(2, '1.0.0', paragraph('a'))))).location).toBe(`/revisions/${tail}`)
  })

  test('more than ten wait for a second look', async () => {
    const many = Array.from({ length: 14 }, (_, at) => revision(at + 1, `1.${at}.0`, paragraph(`${at}`)))
    const data = testPageData({
      posts: [aPost({ revisionId: idOf(24), latestRevisionId: idOf(24) })],
      revisions: many,
      members: [aMember()],
      comments: [],
    })
    const { body } = await at(`/revisions/${tail}`, data)
    expect(body.match(/name="before"/gu)).toHaveLength(10)
    expect(body).toContain(`/revisions/${tail}?limit=20`)
  })
})

describe('a comparison', () => {
  test('is asked of the server’s thread; what takes too long there is said, with a way to each version', async () => {
    const data = two(paragraph('a'), paragraph('b'))
    const { status, body } = await at(comparing, { ...data, compare: async () => null })
    expect([status, body.includes('too different to compare')]).toEqual([200, true])
    for (const version of ['1.0.0', '1.1.0']) expect(body).toContain(`href="/posts/${idOf(1)}/on-tides?revision=${version}"`)
    expect(body).not.toContain('The text is the same')
  })

  test('that does not fit on a page says so, also where all of it is asked for', async () => {
    const cut = { entries: [], added: 1, removed: 1, changes: 9_000, isCut: true }
    const asked: (number | null)[] = []
    const data = { ...two(paragraph('a'), paragraph('b')), compare: async ({ words }: { readonly words: number | null }) => (asked.push(words), cut) } // oxfmt-ignore
    expect((await at(comparing, data)).body).toContain('Show all')
    expect((await at(`${comparing}&show=all`, data)).body).toContain('too many changes for one page')
    expect(asked).toEqual([600, null])
  })

  test('marks what came and what went, also in words, and takes nothing in a text for markup', async () => {
    const { status, body } = await at(comparing, two(paragraph(`The tide goes. ${hostile}`), paragraph(`The sea goes. ${hostile}`)))
    expect(status).toBe(200)
    expect(body).toMatch(/<del><span class="sr">\[removed: <\/span>tide/u)
    expect(body).toMatch(/<ins><span class="sr">\[added: <\/span>sea/u)
    expect(body).not.toContain('<script>alert(1)')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test.each([`/compare/${tail}?before=9.9.9&after=1.1.0`, `/compare/${tail}?before=1.0.0&after=0.1.0`])(
    'of what is not there says so: %s',
    async (url) => {
      const { status, body } = await at(url, two(paragraph('a'), paragraph('b')))
      expect([status, body.includes('you don’t have access')]).toEqual([404, true])
    },
  )

  const pages = (change: string): Doc => ({
    type: 'doc',
    content: Array.from({ length: 40 }, (_, n): DocNode => ({ type: 'paragraph', content: [{ type: 'text', text: n === 39 ? change : `Paragraph ${n} of forty with some thirty words in it, ${'or so many '.repeat(7)}all told.` }] })), // oxfmt-ignore
  })

  test('of a long text is cut with a way to all of it, or shows the changes alone', async () => {
    const data = () => two(pages('The end.'), pages('The very end.'))
    const cut = (await at(comparing, data())).body
    expect([cut.includes('very'), cut.includes('show=all')]).toEqual([false, true])
    expect((await at(`${comparing}&show=all`, data())).body).toContain('very')
    const only = (await at(`${comparing}&only=changes`, data())).body
    expect([only.includes('very'), only.includes('38 paragraphs without changes')]).toEqual([true, true])
  })

  test('says whose each insertion is when several wrote between the two', async () => {
    const data = rowsWith(aPost({ revisionId: idOf(13), latestRevisionId: idOf(13) }), [
      revision(1, '1.0.0', paragraph('The tide goes out in the evening.')),
      revision(2, '1.1.0', paragraph('The great tide goes out in the evening.'), { authorId: idOf(200) }),
      revision(3, '1.2.0', paragraph('The great tide goes out late in the evening.')),
    ])
    const { body } = await at(`/compare/${tail}?before=1.0.0&after=1.2.0`, { ...data })
    expect(body).toMatch(/\[added by [^<]*script[^<]*: <\/span>great/u)
    expect(body).toMatch(/\[added by (?![^<]*script)[^<]*: <\/span>late/u)
  })

  test('without an older version shows the text as it came', async () => {
    const { body } = await at(`/compare/${tail}?after=1.0.0`, two(paragraph('Water goes.'), paragraph('b')))
    expect(body).toMatch(/<ins[^>]*><span class="sr">Added: <\/span><p[^>]*>Water goes\./u)
  })
})
