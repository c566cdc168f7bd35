import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreFailure } from '#server/store/port.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { makeId } from '#shared/kernel/ids.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { comments } from '#shared/comments/schema.ts'
import { carriedFields } from './ports.ts'
import type { FormAnswer, FormHandler, FormRequest } from './ports.ts'
import type { TestSite } from './testing/test-site.ts'
import { ada, ben, postId, postUrl, smallCommunity, testSite } from './testing/test-site.ts'

/**
 * Handlers as features write them, cut down: a comment, a sign-in by name alone, a preview, a bug.
 */
let count = 0
const handlers = new Map<string, FormHandler>([
  [
    'comments.post',
    async (form) => {
      if (form.viewer.kind === 'visitor') return { kind: 'sign-in-first' }
      if (form.fields['markdown'] === '') throw new AppError('invalid', { field: 'markdown' })
      const id = makeId(
        form.now,
        Uint8Array.from({ length: 10 }, () => (count += 1)),
      )
      const outcome = await site.writer.apply({
        name: 'comments.post',
        userId: form.session?.userId ?? null,
        source: 'member',
        args: { id, postId: form.fields['postId'], parentId: null, body: paragraph(form.fields['markdown'] ?? '') },
      })
      if (outcome.kind === 'applied') return { kind: 'done', location: `${postUrl}#${id}`, seq: outcome.seq }
      if (outcome.kind === 'rejected') throw outcome.error
      return {
        kind: 'refused',
        status: 429,
        error: { code: 'rate-limited', reason: null, field: null, retryAfterMs: outcome.retryAfterMs },
      }
    },
  ],
  [
    'accounts.signIn',
    async (form): Promise<FormAnswer> => {
      if (form.fields['password'] !== 'right')
        return { kind: 'refused', status: 401, error: { code: 'sign-in-failed', reason: null, field: null, retryAfterMs: null } }
      return {
        kind: 'done',
        location: form.fields['returnTo'] ?? '/',
        setCookies: [`as=${ada}; Path=/; HttpOnly; SameSite=Lax`],
        session: { sessionId: 's', userId: ada },
      }
    },
  ],
  ['accounts.signOut', async () => ({ kind: 'done', location: '/', setCookies: ['as=; Max-Age=0'], clearsSiteData: true })],
  ['posts.publish', async () => ({ kind: 'shown' })],
  [
    'test.echo',
    async (form) => ({
      kind: 'done',
      location: `/about?${new URLSearchParams({ ...form.fields, file: form.file === null ? '' : `${form.file.name}:${form.file.text}` })}`,
    }),
  ],
  [
    'test.breaks',
    async ({ fields: { fault } }) => {
      throw fault === 'full' || fault === 'unavailable' || fault === 'io' ? new StoreFailure(fault, 'the store') : new Error('bug')
    },
  ],
])

let site: TestSite
beforeAll(async () => {
  site = await testSite({ forms: handlers })
  await smallCommunity(site)
})
afterAll(() => site.close())

const asBen = { cookie: `as=${ben}` }
const form = (name: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  site.send(
    'POST',
    `/api/form/${name}`,
    { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    new URLSearchParams(fields).toString(),
  )
const liveComments = async (): Promise<number> =>
  Number(JSON.parse(/<main>(.*)<\/main>/u.exec((await site.get(postUrl)).text)?.[1] ?? '{}').comments)

describe('a form without scripting', () => {
  test('that is done leads on, and the next page shows it', async () => {
    const before = await liveComments()
    const answer = await form('comments.post', { postId, markdown: 'I wonder.', from: postUrl }, asBen)
    expect([answer.status, answer.headers['location']]).toEqual([303, expect.stringContaining(`${postUrl}#`)])
    expect(await liveComments()).toBe(before + 1)
    expect(answer.headers['cache-control']).toBe('private, no-store')
  })

  test('that is refused shows its page with everything typed in it', async () => {
    const answer = await form('comments.post', { postId, markdown: '', parentId: 'x', from: `${postUrl}?commentId=1` }, asBen)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(`"form":{"mutation":"comments.post","values":{"postId":"${postId}","markdown":"","parentId":"x"`)
    expect(answer.text).toContain('"error":{"code":"invalid","reason":null,"field":"markdown"')
    expect([answer.text.includes('"viewer":"member"'), answer.headers['cache-control']]).toEqual([true, 'private, no-store'])
  })

  test('a refusal by the core shows the page too', async () => {
    const answer = await form('comments.post', { postId: ada, markdown: 'On nothing', from: postUrl }, asBen)
    expect([answer.status, answer.text.includes('On nothing')]).toEqual([404, true])
  })

  test('a password never comes back', async () => {
    const answer = await form('accounts.signIn', { login: 'ada', password: 'wr0ng', from: '/login' })
    expect([answer.status, answer.text.includes('"login":"ada"'), answer.text.includes('wr0ng')]).toEqual([401, true, false])
  })

  test.each([['//evil.test'], ['https://evil.test/'], ['/nowhere'], ['/api/form/accounts.signOut'], [''], ['/\\evil.test']])(
    'a refusal for a form from %j is an error page',
    async (from) => {
      const answer = await form('comments.post', { postId, markdown: '', from }, asBen)
      expect(answer.status).toBe(400)
      expect(answer.text).not.toContain('evil')
    },
  )

  describe('that meets a fault of ours', () => {
    const again = (answer: { readonly text: string }): unknown => JSON.parse(/<main>(.*)<\/main>/u.exec(answer.text)?.[1] ?? '')

    test.each([
      ['bug', 500],
      ['full', 507],
      ['unavailable', 503],
      ['io', 500],
    ])('%s is an error page with what was typed, to be sent again', async (fault, status) => {
      const answer = await form('test.breaks', { fault, markdown: 'Half a page of mine', from: postUrl }, asBen)
      expect(answer.status).toBe(status)
      const values = { fault, markdown: 'Half a page of mine', from: postUrl }
      expect(again(answer)).toEqual({ mutation: 'test.breaks', values, isWhole: true })
    })

    test('shows no password, and cannot be sent again without it', async () => {
      const answer = await form('test.breaks', { fault: 'full', login: 'ada', password: 'wr0ng' })
      expect(again(answer)).toEqual({ mutation: 'test.breaks', values: { fault: 'full', login: 'ada' }, isWhole: false })
    })

    test('on the way through signing in it is the mutation they came with', async () => {
      const carried = {
        [carriedFields.mutation]: 'comments.post',
        [carriedFields.values]: JSON.stringify({ postId, markdown: 'Typed before signing in' }),
      }
      const answer = await form('test.breaks', { fault: 'full', password: 'right', ...carried })
      expect(answer.status).toBe(507)
      expect(again(answer)).toEqual({
        mutation: 'comments.post',
        values: { postId, markdown: 'Typed before signing in' },
        isWhole: true,
      })
    })

    test('a refusal that is no fault offers nothing to be sent', async () => {
      const answer = await form('no.such', { markdown: 'Words' }, asBen)
      expect([answer.status, again(answer)]).toEqual([404, null])
    })
  })

  test('a handler cannot send anyone off the site', async () => {
    const answer = await form('accounts.signIn', { login: 'ada', password: 'right', returnTo: '//evil.test', from: '/login' })
    expect([answer.status, answer.headers['location']]).toEqual([303, '/'])
  })

  test('a preview is the page, with the form and no error', async () => {
    const answer = await form('posts.publish', { title: 'T', from: '/newPost' }, asBen)
    expect([answer.status, answer.text.includes('"error":null')]).toEqual([200, true])
  })

  test('signing out tells the browser to forget', async () => {
    const answer = await form('accounts.signOut', {}, asBen)
    expect([answer.headers['clear-site-data'], answer.headers['set-cookie']]).toEqual(['"cache", "storage"', ['as=; Max-Age=0']])
  })
})

describe('a visitor’s mutation', () => {
  test('asks to sign in, is carried through a wrong password, and is done after the right one', async () => {
    const before = await liveComments()
    const asked = await form('comments.post', { postId, markdown: 'From a visitor', from: postUrl })
    expect(asked.status).toBe(401)
    expect(asked.text).toContain(`Sign in, then ${postUrl}`)
    expect(asked.text).toContain('"continueWith":{"mutation":"comments.post","values":{')
    const carried = {
      continueMutation: 'comments.post',
      continueValues: JSON.stringify({ postId, markdown: 'From a visitor', from: postUrl }),
      returnTo: postUrl,
      from: '/login',
    }
    const wrong = await form('accounts.signIn', { login: 'ada', password: 'wrong', ...carried })
    expect([wrong.status, wrong.text.includes('"continueWith":{"mutation":"comments.post"')]).toEqual([401, true])
    const right = await form('accounts.signIn', { login: 'ada', password: 'right', ...carried })
    expect([right.status, right.headers['location']]).toEqual([303, expect.stringContaining(`${postUrl}#`)])
    expect(right.headers['set-cookie']).toHaveLength(1)
    expect(await liveComments()).toBe(before + 1)
    const rows = await site.store.read((read) =>
      read.list({ table: comments, index: ['postId', 'postedAt'], equals: [postId], order: 'descending', limit: 1 }),
    )
    expect(rows[0]?.authorId).toBe(ada)
  })

  test('that is refused after signing in keeps what was typed', async () => {
    const carried = {
      continueMutation: 'comments.post',
      continueValues: JSON.stringify({ postId, markdown: '', from: postUrl }),
      from: '/login',
    }
    const answer = await form('accounts.signIn', { login: 'ada', password: 'right', ...carried })
    expect([answer.status, answer.text.includes('"form":{"mutation":"comments.post"')]).toEqual([400, true])
    expect(answer.headers['set-cookie']).toHaveLength(1)
  })

  test('is carried by a page that was made before its field was renamed', async () => {
    const answer = await form('accounts.signIn', { password: 'right', continueDeed: 'test.echo', continueValues: '{}' })
    expect(answer.status).toBe(303)
  })

  test.each([['{'], ['[]'], ['null'], ['"a"'], ['{"a":{"b":1}}'], ['{"__proto__":{"polluted":"1"}}']])(
    'values that are %s carry nothing harmful',
    async (continueValues) => {
      const answer = await form('accounts.signIn', { password: 'right', continueMutation: 'test.echo', continueValues })
      expect(answer.status).toBe(303)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    },
  )
})

describe('a form sent by a script', () => {
  const script = { accept: 'application/json' }

  test('is answered with where to go', async () => {
    const answer = await form('accounts.signIn', { password: 'right', returnTo: postUrl }, script)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { ok: true, location: postUrl }])
  })

  test('is answered with why not', async () => {
    const answer = await form('comments.post', { postId, markdown: '' }, { ...asBen, ...script })
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      400,
      { ok: false, error: { code: 'invalid', reason: null, field: 'markdown', retryAfterMs: null } },
    ])
  })

  test('is told that a member is needed', async () => {
    const answer = await form('comments.post', { postId, markdown: 'x' }, script)
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      401,
      { ok: false, viewerNeeded: true, error: { reason: 'sign-in-first' } },
    ])
  })

  test('a bug is told as such', async () => {
    const answer = await form('test.breaks', {}, script)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      500,
      { ok: false, outcome: 'failed', digest: expect.stringMatching(/^[0-9a-f]{8}$/u) },
    ])
  })
})

describe('what a form may hold', () => {
  const parts = (pieces: readonly string[]) =>
    `${pieces.map((piece) => `--b\r\nContent-Disposition: form-data; ${piece}\r\n`).join('')}--b--\r\n`
  const multipart = (pieces: readonly string[]) =>
    site.send('POST', '/api/form/test.echo', { 'content-type': 'multipart/form-data; boundary=b' }, parts(pieces))
  const located = (location: unknown) => Object.fromEntries(new URL(String(location), 'http://x').searchParams)

  test('fields and one Markdown file', async () => {
    const answer = await multipart([
      'name="title"\r\n\r\nOn tides',
      'name="file"; filename="a.md"\r\nContent-Type: text/markdown\r\n\r\n# Ümläut',
    ])
    expect(located(answer.headers['location'])).toEqual({ title: 'On tides', file: 'a.md:# Ümläut' })
  })

  test('a file field left empty', async () => {
    const answer = await multipart(['name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n'])
    expect(located(answer.headers['location'])).toEqual({ file: '' })
  })

  test.each([
    ['a program', ['name="file"; filename="a.exe"\r\n\r\nMZ'], 400],
    ['a page', ['name="file"; filename="a.html"\r\n\r\n<p>'], 400],
    ['a file of another field', ['name="avatar"; filename="a.md"\r\n\r\nx'], 400],
    ['two files', ['name="file"; filename="a.md"\r\n\r\nx', 'name="file"; filename="b.md"\r\n\r\nx'], 413],
    ['a file too large', [`name="file"; filename="a.md"\r\n\r\n${'a'.repeat(1.6 * 1_048_576)}`], 413],
    ['too many fields', Array.from({ length: 70 }, (_, n) => `name="f${n}"\r\n\r\nx`), 413],
  ])('not %s', async (_what, pieces, status) => {
    expect((await multipart(pieces)).status).toBe(status)
  })

  test('not more than two megabytes', async () => {
    expect((await form('test.echo', { a: 'a'.repeat(2.1 * 1_048_576) })).status).toBe(413)
  })

  test.each([['application/json'], ['text/plain']])('not %s', async (type) => {
    expect((await site.send('POST', '/api/form/test.echo', { 'content-type': type }, '{}')).status).toBe(415)
  })

  test('a name twice counts once, the last time', async () => {
    const answer = await site.send(
      'POST',
      '/api/form/test.echo',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'a=1&a=2&__proto__=3',
    )
    expect(located(answer.headers['location'])).toMatchObject({ a: '2' })
  })

  test('an unknown form is not found', async () => {
    expect((await form('test.nothing', {})).status).toBe(404)
    expect((await form('constructor', {})).status).toBe(404)
  })
})

// The port's own shape, so that a handler sees what it is promised.
test('a handler hears who sent the form', async () => {
  const heard: FormRequest[] = []
  handlers.set('test.hear', async (request) => (heard.push(request), { kind: 'done', location: '/' }))
  await form('test.hear', { a: '1' }, { ...asBen, 'user-agent': 'x'.repeat(1_000) })
  expect(heard[0]).toMatchObject({
    name: 'test.hear',
    session: { userId: ben },
    viewer: { kind: 'member' },
    address: '127.0.0.1',
    file: null,
  })
  expect(heard[0]?.userAgent).toHaveLength(300)
})
