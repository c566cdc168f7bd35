import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiSite } from './testing/api-site.ts'
import type { Browser } from '#server/features/testing/feature-site.ts'
import { apiCalls } from '#shared/api/schema.ts'
import { operations } from '#shared/api/operations.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { keysOf as keysIn } from '#shared/api/key-records.ts'
import { authorshipsOf } from '#shared/posts/queries.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { idOf } from '#shared/testing/factories.ts'
import { apiSite, makeKey } from './testing/api-site.ts'
import { apiRates } from './routes.ts'
import { dayMs } from '#shared/kernel/durations.ts'

let site: ApiSite
let ada: Browser
let ben: Browser
let postId: string
beforeEach(async () => {
  site = await apiSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  postId = await published('On tides', 'Water *comes back*.')
})

const idIn = (location: string | undefined): string => /(?:posts\/|postId=)([0-9a-z]{26})/u.exec(location ?? '')?.[1] ?? ''
const essay = {
  postId: '',
  lang: 'en',
  tags: 'Water, Moon',
  kind: 'post',
  linkUrl: '',
  writtenOn: '',
  submitToFrontpage: 'on',
  from: '/newPost',
}

async function published(title: string, markdown: string, by = ada): Promise<string> {
  return idIn((await by.form('posts.publish', { ...essay, title, markdown })).headers['location'])
}
const draftsOfBen = async () => {
  const { viewer } = await ben.me()
  const mine = await site.store.read((read) => read.list(authorshipsOf(viewer.userId ?? '')))
  return mine.length
}

describe('reading', () => {
  test('everyone reads public things without a key, from any site, and an unchanged answer is not sent again', async () => {
    const list = await site.ask('GET', '/api/v1/posts')
    expect(list.status).toBe(200)
    expect(list.json.items).toMatchObject([
      { id: postId, title: 'On tides', authors: [{ name: 'Ada' }], tags: [{ slug: 'moon' }, { slug: 'water' }] },
    ])
    expect(list.headers['access-control-allow-origin']).toBe('*')
    expect(list.headers['access-control-allow-credentials']).toBeUndefined()
    const etag = String(list.headers['etag'])
    expect((await site.ask('GET', '/api/v1/posts', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await site.ask('GET', '/api/v1/posts/on-tides')).json).toMatchObject({
      id: postId,
      text: { markdown: 'Water *comes back*.\n', html: expect.stringContaining('<em>comes back</em>'), doc: { type: 'doc' } },
    })
  })

  test('every list and thing answers as the description says', async () => {
    const paths = [
      '/frontpage',
      '/frontpage?sort=latest',
      '/posts?tag=Water&sort=top',
      '/posts?author=ada',
      '/comments',
      '/comments?author=ben',
      '/members',
      '/members/ada',
      '/tags/water',
      '/search?query=',
    ]
    for (const path of paths) expect([path, (await site.ask('GET', `/api/v1${path}`)).status]).toEqual([path, 200])
    // The index is made some seconds after the start; until then it says so.
    await expect.poll(async () => (await site.ask('GET', '/api/v1/search?query=tides')).status, { interval: 500 }).toBe(200)
  })

  test('a page of the wiki is answered for by its name before a post carries it, and is in no list of posts', async () => {
    const page = { id: '', name: 'Kelp', type: 'tag', lensOf: '', tabTitle: '', note: '', markdown: 'Grows.', from: '/login' }
    expect((await ada.form('wiki.publish', page)).status).toBe(303)
    const tag = await site.ask('GET', '/api/v1/tags/kelp')
    const said = { slug: 'kelp', name: 'Kelp', postCount: 0, url: expect.stringMatching(/\/w\/kelp$/u) }
    expect([tag.status, tag.json]).toEqual([200, { ...said, requires: [] }])
    for (const path of ['/posts', '/posts?author=ada', '/posts?tag=kelp', '/frontpage', '/frontpage?sort=latest'])
      expect(JSON.stringify((await site.ask('GET', `/api/v1${path}`)).json)).not.toContain('Kelp')
  })

  test('a discussion comes in the order of its tree, a page at a time', async () => {
    const say = async (markdown: string, parentId = ''): Promise<string> => {
      // What is said in one moment stands in no order.
      site.clock.now += 1000
      return (
        ((await ada.form('comments.post', { postId, parentId, markdown, from: '/' })).headers['location'] ?? '').split(
          /#|commentId=/u,
        )[1] ?? ''
      )
    }
    const first = await say('First.')
    const second = await say('Second.')
    await say('Reply to the second.', second)
    await say('Reply to the first.', first)
    const path = `/api/v1/posts/${postId}/comments?sort=postCommentsOld&limit=3`
    const page = await site.ask('GET', path)
    expect(page.json.items).toMatchObject([
      { depth: 1, text: { markdown: 'First.\n' } },
      { depth: 2, parentId: first, text: { markdown: 'Reply to the first.\n' } },
      { depth: 1, text: { markdown: 'Second.\n' } },
    ])
    const rest = await site.ask('GET', `${path}&cursor=${String(page.json['next'])}`)
    expect(rest.json).toMatchObject({ items: [{ depth: 2, parentId: second }], next: null })
    await ada.form('comments.remove', { commentId: String(rest.json.items[0]?.['id']), reason: '', from: '/' })
    expect((await site.ask('GET', `/api/v1/comments/${String(rest.json.items[0]?.['id'])}`)).json).toMatchObject({
      isRemoved: true,
      text: null,
    })
    const { viewer } = await ada.me()
    const userId = viewer.userId ?? null
    const args = { id: first, mark: { name: 'rejected', reason: 'Off topic.' } }
    expect(await site.writer.apply({ name: 'comments.setMark', args, userId, source: 'member' })).toMatchObject({ kind: 'applied' })
    expect((await site.ask('GET', `/api/v1/comments/${first}`)).json).toMatchObject({ isRejected: true, text: null })
  })

  test('a draft is its author’s: by their key it is there, for everyone else it is not', async () => {
    await ben.form('posts.saveDraft', { ...essay, title: 'Canary', markdown: 'zzcanary' })
    const own = await makeKey(ben, site.clock.now)
    const drafts = await site.ask('GET', '/api/v1/drafts', { key: own })
    expect(drafts.json.items).toMatchObject([{ title: 'Canary', isPublished: false }])
    const id = String(drafts.json.items[0]?.['id'])
    expect((await site.ask('GET', `/api/v1/posts/${id}`, { key: own })).json).toMatchObject({
      status: 'draft',
      text: { markdown: 'zzcanary\n' },
    })
    const others = await makeKey(ada, site.clock.now)
    for (const key of [{}, { key: others }]) expect((await site.ask('GET', `/api/v1/posts/${id}`, key)).status).toBe(404)
    for (const path of ['/posts', '/frontpage', '/comments', '/members', '/search?query=zzcanary', `/posts/${id}/comments`])
      for (const key of [{}, { key: others }])
        expect(JSON.stringify((await site.ask('GET', `/api/v1${path}`, key)).json)).not.toContain('zzcanary')
  })
})

describe('writing', () => {
  test('a draft is begun, changed and added to, and never published', async () => {
    const key = await makeKey(ben, site.clock.now)
    const made = await site.ask('POST', '/api/v1/drafts', { key, body: { title: 'Herons', markdown: 'One leg.', tags: ['Birds'] } })
    expect([made.status, made.json]).toEqual([201, expect.objectContaining({ title: 'Herons', tags: ['Birds'], isPublished: false })])
    const path = `/api/v1/drafts/${String(made.json['id'])}`
    await site.ask('PATCH', path, { key, body: { append: 'Two legs.' } })
    await site.ask('PATCH', path, { key, body: { title: 'Herons, mostly', lang: 'pt-BR' } })
    const text = await site.ask('GET', `/api/v1/posts/${String(made.json['id'])}`, { key })
    expect(text.json).toMatchObject({ status: 'draft', text: { markdown: 'One leg.\n\nTwo legs.\n' } })
    expect((await site.ask('GET', '/api/v1/drafts', { key })).json.items).toMatchObject([
      { title: 'Herons, mostly', lang: 'pt-BR', tags: ['Birds'] },
    ])
    expect((await site.ask('PATCH', `/api/v1/drafts/${postId}`, { key, body: { append: 'x' } })).status).toBe(403)
    // A title that was set elsewhere meanwhile is not overwritten by whoever says which one theirs
    // replaces.
    for (const more of [{}, { append: 'Three.' }]) {
      const stale = await site.ask('PATCH', path, { key, body: { title: 'Cranes', titleBase: 'Herons', ...more } })
      expect([stale.status, stale.json]).toMatchObject([409, { error: { code: 'conflict', field: 'title' } }])
    }
    expect((await site.ask('PATCH', path, { key, body: { titleBase: 'Herons' } })).status).toBe(400)
    const replaced = await site.ask('PATCH', path, { key, body: { title: 'Cranes', titleBase: 'Herons, mostly' } })
    expect([replaced.status, replaced.json['title']]).toEqual([200, 'Cranes'])
  })

  test('a key changes nothing of a draft that is to be published at a time', async () => {
    const key = await makeKey(ben, site.clock.now)
    const made = await site.ask('POST', '/api/v1/drafts', { key, body: { title: 'Later', markdown: 'Soon.', tags: ['Birds'] } })
    const id = String(made.json['id'])
    const at = site.clock.now + 60_000
    const byId = (await ben.me()).viewer.userId ?? ''
    const schedule = { id, at, dueAt: at, byId, timeZone: 'UTC', publicationId: idOf(2), problem: null }
    await site.store.write(({ tx }) => tx.put(schedules, schedule))
    for (const body of [{ tags: ['Spam'] }, { append: 'Sooner.' }, { markdown: 'Never.' }]) {
      const refused = await site.ask('PATCH', `/api/v1/drafts/${id}`, { key, body })
      expect([refused.status, refused.json.error]).toEqual([409, expect.objectContaining({ code: 'conflict', field: 'post' })])
    }
  })

  test('two hundred at once with one idempotency key make one draft, and the same key with another wish is refused', async () => {
    const key = await makeKey(ben, site.clock.now)
    const headers = { 'idempotency-key': 'morning-note-1' }
    const body = { title: 'Once', markdown: 'Only once.' }
    const answers = []
    // The limit of mutations is a matter of its own: the window is moved on.
    for (let n = 0; n < 4; n += 1) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => site.ask('POST', '/api/v1/drafts', { key, body, headers })))))
      site.clock.now += 60_001
    }
    expect(new Set(answers.map(({ status, json }) => `${status} ${String(json['id'])}`)).size).toBe(1)
    expect(answers).toHaveLength(200)
    expect(await draftsOfBen()).toBe(1)
    const other = await site.ask('POST', '/api/v1/drafts', { key, body: { ...body, title: 'Twice' }, headers })
    expect([other.status, other.json.error]).toEqual([409, expect.objectContaining({ code: 'conflict', field: 'idempotency-key' })])
  })

  test('an addition that is sent twice under one idempotency key is made once', async () => {
    const key = await makeKey(ben, site.clock.now)
    const made = await site.ask('POST', '/api/v1/drafts', { key, body: { title: 'Log', markdown: 'A' } })
    const path = `/api/v1/drafts/${String(made.json['id'])}`
    const add = () => site.ask('PATCH', path, { key, body: { append: 'B' }, headers: { 'idempotency-key': 'add-b-once' } })
    await Promise.all([add(), add(), add()])
    await add()
    expect((await site.ask('GET', `/api/v1/posts/${String(made.json['id'])}`, { key })).json).toMatchObject({
      text: { markdown: 'A\n\nB\n' },
    })
  })

  test('a second try takes back nothing that was changed since, and both fields of the first are set', async () => {
    const key = await makeKey(ben, site.clock.now)
    const made = await site.ask('POST', '/api/v1/drafts', { key, body: { title: 'First', markdown: 'A' } })
    const path = `/api/v1/drafts/${String(made.json['id'])}`
    const rename = () =>
      site.ask('PATCH', path, { key, body: { title: 'Second', lang: 'pt-BR' }, headers: { 'idempotency-key': 'rename-once' } })
    expect((await rename()).json).toMatchObject({ title: 'Second', lang: 'pt-BR' })
    await site.ask('PATCH', path, { key, body: { title: 'Third', lang: 'de' } })
    expect((await rename()).json).toMatchObject({ title: 'Third', lang: 'de' })
  })

  test('comments, votes and bookmarks are the member’s, and the site notes which key did them', async () => {
    const key = await makeKey(ben, site.clock.now)
    const comment = await site.ask('POST', `/api/v1/posts/${postId}/comments`, { key, body: { markdown: 'I *wonder*.' } })
    expect([comment.status, comment.json]).toEqual([201, expect.objectContaining({ author: expect.objectContaining({ name: 'Ben' }) })])
    const vote = await site.ask('PUT', `/api/v1/votes/${postId}`, { key, body: { targetKind: 'post', value: 1 } })
    expect(vote.json).toMatchObject({ value: 1, karma: expect.any(Number) })
    const saved = await site.ask('PUT', `/api/v1/bookmarks/${postId}`, { key, body: { targetKind: 'post', isSaved: true } })
    expect(saved.json).toMatchObject({ isSaved: true })
    const noted = await site.store.read((read) =>
      read.list(defineQuery({ table: apiCalls, index: ['at'], equals: [], order: 'ascending', limit: 10 })),
    )
    expect(noted.map(({ mutation }) => mutation).sort()).toEqual(['bookmarks.set', 'comments.post', 'votes.set'])
  })

  test('a mutation from a page of another site needs a key, and a cookie is none', async () => {
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const key = await makeKey(ben, site.clock.now)
    const preflight = await site.ask('OPTIONS', '/api/v1/drafts', { headers: foreign })
    expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([204, expect.stringContaining('authorization')])
    expect((await site.ask('POST', '/api/v1/drafts', { key, body: {}, headers: foreign })).status).toBe(201)
    const cookie = [...ben.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const refused = await site.ask('POST', '/api/v1/drafts', { body: {}, headers: { ...foreign, cookie } })
    expect([refused.status, refused.json.error]).toEqual([401, expect.objectContaining({ reason: 'key-needed' })])
    expect((await site.ask('GET', '/api/v1/drafts', { headers: { cookie } })).status).toBe(401)
  })
})

describe('keys', () => {
  const mutations: readonly (readonly [string, string, unknown])[] = [
    ['POST', '/api/v1/drafts', { title: 'x' }],
    ['PATCH', '/api/v1/drafts/POST', { title: 'x' }],
    ['POST', '/api/v1/posts/POST/comments', { markdown: 'x' }],
    ['PUT', '/api/v1/votes/POST', { targetKind: 'post', value: 1 }],
    ['PUT', '/api/v1/bookmarks/POST', { targetKind: 'post', isSaved: true }],
  ]

  test('a key that may only read does nothing else, and one that may only write reads nothing', async () => {
    const reader = await makeKey(ben, site.clock.now, ['read'], 'Reader')
    for (const [method, path, body] of mutations) {
      const answer = await site.ask(method, path.replace('POST', postId), { key: reader, body })
      expect([path, answer.status, answer.json.error['reason']]).toEqual([path, 403, 'key-scope'])
    }
    expect(await draftsOfBen()).toBe(0)
    const commenter = await makeKey(ben, site.clock.now, ['comment'], 'Commenter')
    expect((await site.ask('GET', '/api/v1/posts', { key: commenter })).status).toBe(403)
    expect((await site.ask('POST', '/api/v1/drafts', { key: commenter, body: {} })).status).toBe(403)
  })

  test('a key past its end, revoked, or of somebody signed out everywhere or banned opens nothing', async () => {
    const ways: readonly (readonly [string, () => Promise<unknown>])[] = [
      [
        'revoked',
        async () => {
          const { viewer } = await ben.me()
          const keys = await site.store.read((read) => read.list(keysIn(viewer.userId ?? '')))
          for (const { id } of keys) await ben.form('api.endKey', { keyId: id, from: '/account?tab=keys' })
        },
      ],
      ['signed out everywhere else', () => ben.form('accounts.endOtherSessions', { from: '/account' })],
      ['its end has come', async () => void (site.clock.now += 12 * dayMs)],
    ]
    for (const [name, end] of ways) {
      const key = await makeKey(ben, site.clock.now, ['read', 'draft'], name)
      expect([name, (await site.ask('GET', '/api/v1/me', { key })).status]).toEqual([name, 200])
      await end()
      for (const [method, path] of [
        ['GET', '/api/v1/posts'],
        ['POST', '/api/v1/drafts'],
      ] as const) {
        const answer = await site.ask(method, path, { key, ...(method === 'POST' && { body: {} }) })
        expect([name, answer.status, answer.json.error['reason']]).toEqual([name, 401, 'key-invalid'])
      }
    }
    const key = await makeKey(ben, site.clock.now, ['read', 'comment'], 'Before the ban')
    const { viewer } = await ben.me()
    const admin = await ada.me()
    const until = site.clock.now + dayMs
    await site.writer.apply({
      name: 'accounts.ban',
      args: { userId: viewer.userId, until },
      userId: admin.viewer.userId ?? null,
      source: 'server',
    })
    expect((await site.ask('POST', `/api/v1/posts/${postId}/comments`, { key, body: { markdown: 'x' } })).status).toBe(401)
  })

  test('a key that ends while its mutation is on its way does not do it', async () => {
    await makeKey(ben, site.clock.now)
    const { viewer } = await ben.me()
    const userId = viewer.userId ?? ''
    const [key] = await site.store.read((read) => read.list(keysIn(userId)))
    await site.writer.apply({ name: 'api.endKey', args: { userId, keyId: key?.id }, userId, source: 'server' })
    const outcome = await site.writer.apply({
      name: 'bookmarks.set',
      args: { targetKind: 'post', targetId: postId, isSaved: true },
      userId,
      source: 'member',
      byKey: { keyId: key?.id ?? '', scope: 'vote', mutationId: 'd1', fingerprint: 'f' },
    })
    expect(outcome).toMatchObject({ kind: 'rejected', error: { reason: 'key-invalid' } })
  })

  test('what is no key that somebody has is refused, and never taken for a visitor', async () => {
    for (const authorization of ['Bearer ', 'Basic YTpi', `Bearer lyceum_key_${'A'.repeat(43)}`, `Bearer ${'x'.repeat(3_000)}`]) {
      const answer = await site.ask('GET', '/api/v1/posts', { headers: { authorization } })
      expect([answer.status, answer.json.error['reason']]).toEqual([401, 'key-invalid'])
    }
  })

  test('a key that is made up has no larger allowance than none, and takes none from proven ones', async () => {
    const headers = { authorization: `Bearer lyceum_key_${'A'.repeat(43)}` }
    for (let n = 0; n < apiRates.key; n += 1) await site.ask('GET', '/api/v1/posts', { headers })
    expect((await site.ask('GET', '/api/v1/posts', { headers })).status).toBe(429)
    expect((await site.ask('GET', '/api/v1/posts')).status).toBe(429)
    const key = await makeKey(ben, site.clock.now)
    expect((await site.ask('GET', '/api/v1/posts', { headers: { authorization: `Bearer ${key}` } })).status).toBe(200)
  })
})

describe('bad input', () => {
  test('each is refused with its reason, and nothing is written', async () => {
    const key = await makeKey(ben, site.clock.now)
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    const cases: readonly (readonly [string, string, string, unknown, number])[] = [
      ['a body of more than a megabyte', 'POST', '/api/v1/drafts', { markdown: 'x'.repeat(1_100_000) }, 413],
      ['a comment of 70 kB', 'POST', `/api/v1/posts/${postId}/comments`, { markdown: 'x'.repeat(70_000) }, 413],
      ['a comment of 50,001 characters', 'POST', `/api/v1/posts/${postId}/comments`, { markdown: 'x'.repeat(50_001) }, 400],
      ['nothing said', 'POST', `/api/v1/posts/${postId}/comments`, { markdown: ' ' }, 400],
      ['deep JSON', 'POST', '/api/v1/drafts', `{"title":${deep}}`, 400],
      ['broken JSON', 'POST', '/api/v1/drafts', '{"title":', 400],
      ['a prototype', 'POST', '/api/v1/drafts', '{"__proto__":{"isAdmin":true}}', 400],
      ['unknown fields', 'POST', '/api/v1/drafts', { title: 'x', status: 'published' }, 400],
      ['another author', 'POST', '/api/v1/drafts', { title: 'x', authorId: postId }, 400],
      ['a script for a link', 'POST', '/api/v1/drafts', { kind: 'linkpost', linkUrl: 'javascript:alert(1)' }, 400],
      ['both texts', 'PATCH', `/api/v1/drafts/${postId}`, { markdown: 'a', append: 'b' }, 400],
      ['a vote of three', 'PUT', `/api/v1/votes/${postId}`, { targetKind: 'post', value: 3 }, 400],
      ['a vote on nothing', 'PUT', '/api/v1/votes/0000000000000000000000000a', { targetKind: 'post', value: 1 }, 404],
      ['no id', 'PUT', '/api/v1/votes/x', { targetKind: 'post', value: 1 }, 400],
      ['an unknown parameter', 'GET', '/api/v1/posts?isAdmin=true', undefined, 400],
      ['a cursor made up', 'GET', '/api/v1/posts?cursor=YXQgOTk5OTk5', undefined, 400],
      ['too much at once', 'GET', '/api/v1/posts?limit=51', undefined, 400],
      ['the same twice', 'GET', '/api/v1/posts?limit=2&limit=3', undefined, 400],
      ['two lists at once', 'GET', '/api/v1/posts?tag=a&author=ada', undefined, 400],
      ['nothing there', 'GET', '/api/v1/nothing', undefined, 404],
    ]
    for (const [name, method, path, body, status] of cases) {
      const answer = await site.ask(method, path, { key, body })
      expect([name, answer.status]).toEqual([name, status])
      expect([name, answer.json.error]).toEqual([name, expect.objectContaining({ code: expect.any(String) })])
    }
    expect((await site.ask('POST', '/api/v1/drafts', { key, body: {}, headers: { 'idempotency-key': 'short' } })).status).toBe(400)
    expect(await draftsOfBen()).toBe(0)
  })

  test('who asks too often is told how long to wait; each answer says what is left', async () => {
    for (let n = 1; n < apiRates.address; n += 1) await site.ask('GET', '/api/v1/tags/none')
    const last = await site.ask('GET', '/api/v1/tags/water')
    expect(last.headers).toMatchObject({ 'ratelimit-limit': String(apiRates.address), 'ratelimit-remaining': '0' })
    const refused = await site.ask('GET', '/api/v1/tags/water')
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    site.clock.now += 60_001
    expect((await site.ask('GET', '/api/v1/tags/water')).status).toBe(200)
  })
})

test('what is described is there, and what is there is described', () => {
  const described = Object.entries(site.document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${String(operationId)}`),
  )
  const declared = Object.values(operations).map(({ id, method, path }) => `${method} /api/v1${path} ${id}`)
  expect(described.sort()).toEqual(declared.sort())
})
