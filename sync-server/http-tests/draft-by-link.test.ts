/**
 * A draft that is shared by its link: what a visitor and a member get of it by plain pages and
 * forms.
 */
import { beforeAll, expect, test } from 'vitest'
import { place } from './testing/answers.ts'
import type { Client } from './testing/client.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
const key = '01m7z31xvgf4etez3209ptb6sq'
const words = 'Only with the link.'
let lina: Client
let postId = ''
const link = (of = key): string => `/editPost?postId=${postId}&key=${of}`

/** As a browser asks: who states nothing gets Markdown. */
const asPage = (by: Client, path: string) => by.send('GET', path, { headers: { accept: 'text/html' } })

const mutate = (by: Client, name: string, args: unknown) =>
  by.send('POST', `/api/mutations/${name}`, {
    headers: { 'content-type': 'application/json', accept: 'application/json', origin: by.origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ args }),
  })

beforeAll(async () => {
  lina = await site.member('lina')
  const published = await lina.postForm('posts.publish', {
    ...{ postId: '', title: 'Half a thought', markdown: words, lang: 'en', kind: 'post', from: '/newPost' },
  })
  postId = place(published).split('/')[2] ?? ''
  for (const [name, args] of [
    ['posts.unpublish', { id: postId }],
    ['posts.setLinkSharing', { id: postId, level: 'comment', key }],
  ] as const)
    if (!(await mutate(lina, name, args)).text.includes('"applied"')) throw new Error(`${name} was not applied`)
})

test('a visitor with the link reads the draft, no cache and no search keeps it, and nobody learns its address', async () => {
  const answer = await asPage(site.visitor(), link())
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-store',
  })
  expect(answer.text).toContain(words)
  expect(answer.text).toContain('With an account you can')
})

test('a wrong key opens nothing, an address of the earlier form leads to the draft', async () => {
  expect((await asPage(site.visitor(), link(`${key.slice(0, -4)}0000`))).status).toBe(404)
  const old = await site.visitor().open(link().replace('/editPost', '/collaborateOnPost'))
  expect([old.status, old.text.includes(words)]).toEqual([200, true])
})

test('without a script a member takes part by a press; a new link opens for nobody else, and the old one no more', async () => {
  const teo = await site.member('teo')
  const page = await asPage(teo, link())
  const to = place(await teo.submit(page, 'posts.joinByLink', {}))
  expect(to).not.toContain('key=')
  expect((await asPage(teo, to)).text).toContain(words)
  await mutate(lina, 'posts.setLinkSharing', { id: postId, level: 'comment', key: '01m7z31xvgf4etez3209ptb6sr' })
  expect((await site.visitor().get(link())).status).toBe(404)
  expect((await (await site.member('yusuf')).get(link())).status).toBe(404)
})
