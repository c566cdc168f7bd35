/**
 * Devices at the running product: what they may follow, what they hear of others' mutations, and
 * how a conversation ends.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import { handshake, openSocket } from '../http/testing/socket-client.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let marit: Client
let teo: Client
let lina: Client
let silent: Promise<number>
beforeAll(async () => {
  ;[marit, teo, lina] = await Promise.all([site.member('marit'), site.member('teo'), site.member('lina')])
  // Says nothing; the last test looks what became of it.
  silent = (await openSocket(site.origin, cookieOf(lina))).closed
})

let devices = 0
const greeting = (shapes: readonly string[], device = deviceId((devices += 1))) => ({
  t: 'hello' as const,
  proto: 1,
  schema: 1,
  device,
  shapes: shapes.map((id) => ({ id, epoch: '', cursor: 0 })),
})
const deviceId = (n: number): string => `0${n.toString().padStart(25, '0')}`
const cookieOf = (client: Client) => ({ cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') })

async function device(client: Client, ...shapes: readonly string[]) {
  const line = await openSocket(site.origin, cookieOf(client))
  line.say(greeting(shapes))
  await line.until('welcome')
  return line
}

async function publish(client: Client, title: string): Promise<string> {
  const fields = { postId: '', title, markdown: 'Water comes back.', lang: 'en', kind: 'post', from: '/newPost' }
  const answer = await client.postForm('posts.publish', fields)
  return /\/posts\/([^/]+)/u.exec(answer.location ?? '')?.[1] ?? ''
}

const idOf = (userName: string) => String(site.table('members').find((row) => row['userName'] === userName)?.['id'])
const inlineComment = (postId: string, markdown: string) => ({ postId, parentId: '', markdown, from: `/posts/${postId}` })

describe('a device of the running product', () => {
  test('hears a comment that another has sent by a plain form', async () => {
    const postId = await publish(teo, 'Heard at once')
    const line = await device(lina, `thread:${postId}`)
    await line.until('page', ({ more }) => !more)
    expect((await marit.postForm('comments.post', inlineComment(postId, 'Heard'))).status).toBe(303)
    const page = await line.until('page', ({ puts }) => puts.some(({ kind }) => kind === 'comments'))
    expect(page.cards.map((card) => card.id)).toContain(idOf('marit'))
    line.socket.terminate()
  })

  test('writes a comment by its number, once, that readers of the page see', async () => {
    const postId = await publish(teo, 'Written twice')
    const id = deviceId(777_777)
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Written once and no more' }] }] }
    const push = {
      t: 'push' as const,
      mutations: [{ n: 1, v: 1, at: 0, name: 'comments.post', args: { id, postId, parentId: null, body } }],
    }
    const line = await device(lina)
    line.say(push)
    line.say(push)
    const first = await line.until('result')
    line.say({ t: 'ping' })
    await line.until('pong')
    await line.until('result', (result) => result !== first)
    expect(line.heard.filter(({ t }) => t === 'result')).toEqual([first, first])
    expect(first).toMatchObject({ outcome: 'applied', shapes: expect.arrayContaining([`thread:${postId}`]) })
    const page = await site.visitor().open(`/posts/${postId}`)
    expect(page.text.split('Written once and no more').length - 1).toBeGreaterThanOrEqual(1)
    expect(site.table('comments').filter((row) => row['id'] === id)).toHaveLength(1)
    line.socket.terminate()
  })

  test('is told nothing of what is another’s', async () => {
    const draft = await lina.postForm('posts.saveDraft', {
      postId: '',
      title: 'canaryzqdraft',
      markdown: 'canaryzqbody',
      lang: 'en',
      kind: 'post',
      from: '/newPost',
    })
    expect(draft.status).toBe(303)
    const draftId = String(site.table('posts').find((row) => row['title'] === 'canaryzqdraft')?.['id'])
    const shapes = [`draft:${draftId}`, `thread:${draftId}`, `me:${idOf('lina')}`, `mod:${draftId}`]
    const line = await device(teo, ...shapes)
    for (const shape of shapes) await line.until('drop', (drop) => drop.shape === shape)
    expect(JSON.stringify(line.heard)).not.toContain('canaryzq')
    expect(line.heard.filter(({ t }) => t === 'page')).toEqual([])
    line.socket.terminate()
  })

  test('is nobody else’s, though they know its id', async () => {
    const line = await openSocket(site.origin, cookieOf(lina))
    const hello = greeting([])
    line.say(hello)
    await line.until('welcome')
    const thief = await openSocket(site.origin, cookieOf(teo))
    thief.say({ ...hello, shapes: [{ id: `me:${idOf('lina')}`, epoch: '', cursor: 0 }] })
    expect([await thief.closed, thief.heard.map(({ t }) => t)]).toEqual([4403, ['bye']])
    line.socket.terminate()
  })

  test('loses a post that is taken back, in that moment', async () => {
    const postId = await publish(teo, 'Taken back')
    const line = await device(lina, `thread:${postId}`)
    await line.until('page', ({ more }) => !more)
    expect((await teo.postForm('posts.unpublish', { postId, from: '/' })).status).toBe(303)
    expect(await line.until('drop')).toEqual({ t: 'drop', shape: `thread:${postId}`, why: 'gone' })
    line.socket.terminate()
  })

  test('is closed when its member signs out elsewhere in the same browser', async () => {
    const yusuf = await site.member('yusuf')
    const line = await device(yusuf)
    expect((await yusuf.postForm('accounts.signOut', { from: '/' })).status).toBe(303)
    expect([await line.closed, line.heard.at(-1)]).toEqual([4401, { t: 'bye', code: 'auth', afterMs: 0, spreadMs: 0 }])
  })

  test('is not opened by another site’s page with the member’s cookie', async () => {
    for (const origin of ['http://evil.test', 'null', site.origin.replace('127.0.0.1', 'sub.localhost'), 'http://127.0.0.1:1']) {
      expect(await handshake(site.origin, { ...cookieOf(lina), origin })).toBe(403)
    }
    expect(await handshake(site.origin, cookieOf(lina))).toBe(403)
  })
})

test('the numbers of it are shown to administrators and to nobody else who comes from outside', async () => {
  const outside = { 'x-forwarded-for': '192.0.2.1' }
  expect((await marit.get('/metrics', outside)).text).toContain('lyceum_sync_open_sockets')
  for (const other of [site.visitor(), lina, teo]) expect((await other.get('/metrics', outside)).status).toBe(404)
})

test('a page may open the socket: the policy names it', async () => {
  const { headers } = await site.visitor().get('/')
  expect(String(headers['content-security-policy'])).toMatch(/connect-src 'self'(?: wss?:\/\/[^ ;]+)?;/u)
})

test('a line that says nothing for ten seconds is closed', async () => {
  expect(await silent).toBe(4400)
})

test('nothing of all this was a failure of the server’s own', () => {
  expect(site.errors()).toEqual([])
})
