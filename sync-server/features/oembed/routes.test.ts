import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestSite } from '#server/http/testing/test-site.ts'
import { testSite } from '#server/http/testing/test-site.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { aPost, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { oembedRoutes } from './routes.ts'

let site: TestSite
const id = idOf(71)
const draft = idOf(72)
const title = 'Tides & <script>alert(1)</script>'

beforeAll(async () => {
  site = await testSite({ moreRoutes: oembedRoutes })
  await site.change(async (tx) => {
    const about = {
      subjectKind: 'post',
      postId: id,
      n: 1,
      version: '1.0.0',
      isDraft: false,
      wordCount: 2,
      authorId: idOf(999),
      at: T0,
    } as const
    const revisionId = idOf(81)
    await tx.put(revisions, { ...about, id: revisionId, subjectId: id, title, body: paragraph('The moon pulls <b>everything</b>.') })
    await tx.put(posts, aPost({ id, slug: 'tides', title, revisionId }))
    await tx.put(posts, aPost({ id: draft, slug: null, title: 'Secret plans', status: 'draft', revisionId: null, publishedAt: null }))
  })
})
afterAll(() => site.close())

const ask = (pairs: Record<string, string>) => site.get(`/oembed?${new URLSearchParams(pairs).toString()}`)

test('a post is answered as JSON and as XML, for whichever page asks', async () => {
  const url = `${site.origin}/posts/${id}/tides`
  const answer = await ask({ url })
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' })
  expect(JSON.parse(answer.text)).toMatchObject({ type: 'rich', title, thumbnail_width: 600 })
  const xml = await ask({ url, format: 'xml' })
  expect([xml.headers['content-type'], xml.text.includes('<title>Tides &amp; &lt;script&gt;')]).toEqual(['text/xml; charset=utf-8', true])
})

test.each([
  ['a draft', () => ({ url: `${site.origin}/posts/${draft}` }), 404],
  ['nothing of ours', () => ({ url: 'https://elsewhere.example/' }), 404],
  ['a page without a card', () => ({ url: `${site.origin}/about` }), 404],
  ['nothing', () => ({}), 400],
  ['an unknown format', () => ({ url: `${site.origin}/posts/${id}`, format: 'yaml' }), 501],
])('%s is refused in words a program understands', async (_what, pairs, status) => {
  const answer = await ask(pairs())
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    status,
    'application/json; charset=utf-8',
    'no-store',
  ])
  expect(answer.text).not.toContain('Secret')
})

test('the frame runs nothing, loads nothing, and may stand in any page', async () => {
  const { status, headers, text } = await site.get(`/embed/posts/${id}`)
  expect(status).toBe(200)
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; .*frame-ancestors \*; sandbox allow-popups /u)
  expect(policy).not.toMatch(/script|unsafe|connect/u)
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(text).not.toMatch(/<script|<img|<link rel="stylesheet| style=| on\w+=/u)
  expect(text).toContain('Tides &amp; &lt;script&gt;')
  expect(text).toContain('The moon pulls &lt;b&gt;everything&lt;/b&gt;.')
  expect(text.match(/<a /gu)?.length).toBe(text.match(/target="_blank" rel="noopener"/gu)?.length)
})

test.each([draft, idOf(73), 'x'])('the frame of what is hidden or absent says the same: %s', async (hidden) => {
  const { status, headers, text } = await site.get(`/embed/posts/${hidden}`)
  expect([status, headers['cache-control'], text.includes('Post not found')]).toEqual([404, 'no-store', true])
  expect(headers['content-security-policy']).toContain('frame-ancestors *')
  expect(text).not.toContain('Secret')
})
