/** Bad input, item by item: each is refused in a word, costs little, and changes nothing. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, Client, Sending } from './testing/client.ts'
import type { Row, Site } from './testing/site.ts'
import { attributeOf, elementsOf } from './testing/html.ts'
import { startSite } from './testing/site.ts'

let site: Site
let member: Client
let victim: Client
let draftId = ''
let foreignDraft = ''
let openPost: Row
let lockedPost: Row
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const written = [
  'members',
  'standings',
  'credentials',
  'posts',
  'revisions',
  'comments',
  'votes',
  'tallies',
  'listings',
  'email_tokens',
  'vote_events',
]

beforeAll(async () => {
  site = await startSite()
  member = await site.member('oskar')
  victim = await site.member('ngozi')
  const saved = await victim.postForm('posts.saveDraft', {
    postId: '',
    title: 'Not for you',
    markdown: 'A secret draft.',
    lang: 'en',
    kind: 'post',
    from: '/newPost',
  })
  foreignDraft = new URL(saved.location ?? '', site.origin).searchParams.get('postId') ?? ''
  const own = await member.postForm('posts.saveDraft', {
    postId: '',
    title: 'Mine',
    markdown: 'A draft.',
    lang: 'en',
    kind: 'post',
    from: '/newPost',
  })
  draftId = new URL(own.location ?? '', site.origin).searchParams.get('postId') ?? ''
  const moderator = await site.member('teo')
  const published = site.table('posts').filter((row) => row['status'] === 'published' && row['authorId'] !== idOf('oskar'))
  openPost = published.find((row) => row['commentsLocked'] === false) ?? {}
  lockedPost = published.find((row) => row !== openPost) ?? {}
  await moderator.postForm('posts.setCommentsLocked', { postId: String(lockedPost['id']), on: 'yes' })
})
afterAll(() => site.stop())

function idOf(userName: string): string {
  return String(site.table('members').find((row) => row['userName'] === userName)?.['id'])
}

/** Refused with one of these, small, not kept, and nothing written. */
async function refused(statuses: readonly number[], send: () => Promise<Answer>): Promise<Answer> {
  const before = site.digest(written)
  const answer = await send()
  expect(statuses, `${answer.path}: ${answer.text.slice(0, 120)}`).toContain(answer.status)
  expect(answer.bytes, `${answer.path} is large for a refusal`).toBeLessThan(
    answer.headers['content-type']?.startsWith('text/html') === true ? 400_000 : 1_000,
  )
  expect(site.digest(written), `${answer.path} changed something`).toBe(before)
  return answer
}

const own = (): Readonly<Record<string, string>> => ({ origin: site.origin, 'sec-fetch-site': 'same-origin' })
const raw = (path: string, type: string, body: string | Uint8Array, headers: Sending['headers'] = {}) =>
  member.send('POST', path, { headers: { 'content-type': type, accept: json, ...own(), ...headers }, body })
const deed = (name: string, args: unknown) => raw(`/api/deeds/${name}`, json, JSON.stringify({ args }))

describe('bodies', () => {
  const vote = () => ({ targetKind: 'post', targetId: String(openPost['id']), axis: 'approval', value: 1 })

  test.each([
    ['nothing', ''],
    ['half a value', '{"args":'],
    ['a list', '[1,2]'],
    ['a word', 'hello'],
    ['null', 'null'],
    ['a number', '7'],
    ['two values', '{}{}'],
    ['a comment', '/* x */ {"args":{}}'],
    ['single quotes', "{'args':{}}"],
    ['a trailing comma', '{"args":{},}'],
    ['NaN', '{"args":{"value":NaN}}'],
    ['a byte order mark in the middle', '{"args":\ufeff{}}'],
    ['no args', '{}'],
    ['args that are no object', '{"args":5}'],
    ['an unknown key', '{"args":{},"role":"admin"}'],
    ['a prototype', '{"args":{"__proto__":{"isAdmin":true}}}'],
    ['a constructor', '{"args":{"constructor":{"prototype":{"isAdmin":true}}}}'],
    ['a prototype at the root', '{"__proto__":{"polluted":1},"args":{}}'],
    ['ten thousand brackets', '['.repeat(10_000)],
    ['deep objects', `{"args":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
    ['a huge number', '{"args":{"value":1e999}}'],
    ['a lone surrogate', '{"args":{"targetId":"\\ud800"}}'],
    ['a NUL', '{"args":{"targetId":"\\u0000"}}'],
  ])('JSON: %s', async (_what, body) => {
    await refused([400, 415], () => raw('/api/deeds/votes.set', json, body))
  })

  test('nothing was added to what every object inherits', async () => {
    expect(JSON.parse((await site.visitor().get('/api/me')).text)).not.toHaveProperty('polluted')
    expect(JSON.parse((await member.get('/api/me')).text)).toMatchObject({ viewer: { isAdmin: false } })
  })

  test('bytes that are no UTF-8 do no harm', async () => {
    await refused([400, 415], () => raw('/api/deeds/votes.set', json, Buffer.from([0x7b, 0xff, 0xfe, 0x7d])))
  })

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', form, ''])('a deed as %s', async (type) => {
    await refused([400, 415], () => raw('/api/deeds/votes.set', type, JSON.stringify({ args: vote() })))
  })

  test.each(['application/json', 'text/plain', 'application/octet-stream'])('a form as %s', async (type) => {
    await refused([400, 415], () => raw('/api/form/votes.set', type, `vote=post:${String(openPost['id'])}:approval:1`))
  })

  test('too much of it', async () => {
    await refused([413], () => raw('/api/deeds/votes.set', json, JSON.stringify({ args: vote(), filler: 'x'.repeat(200_000) })))
    await refused([413], () => raw('/api/form/comments.post', form, `markdown=${'x'.repeat(3_000_000)}`).catch(closedInstead))
    const parameters = Array.from({ length: 10_000 }, (_, n) => `p${n}=1`).join('&')
    await refused([400, 413], () => raw('/api/form/votes.set', form, parameters))
  })

  test('a body that says it is compressed', async () => {
    await refused([400, 415], () => raw('/api/deeds/votes.set', json, Buffer.from([31, 139, 8, 0]), { 'content-encoding': 'gzip' }))
  })

  test.each([
    ['an unknown field', { ...{ isAdmin: 'true' } }],
    ['a role', { role: 'admin' }],
    ['groups', { groups: 'moderators' }],
    ['somebody else', { userId: 'x' }],
    ['karma', { karma: '1000' }],
    ['a time', { now: '0' }],
  ])('a form with %s', async (_what, fields) => {
    await refused([400], () => member.postForm('accounts.updateProfile', { displayName: 'Oskar', bio: '', ...fields }, { accept: json }))
    await refused([400], () =>
      member.postForm(
        'posts.saveDraft',
        { postId: draftId, title: 'x', markdown: 'y', lang: 'en', kind: 'post', ...fields },
        { accept: json },
      ),
    )
    await refused([400], () =>
      site
        .visitor()
        .postForm(
          'accounts.signUp',
          { userName: 'Intruder', email: 'i@mail.test', password: 'some words nobody guesses', ...fields },
          { accept: json },
        ),
    )
  })

  test('deeds that only the server may do, and deeds that are none', async () => {
    for (const name of [
      'accounts.setRoles',
      'accounts.register',
      'accounts.openSession',
      'accounts.resetPassword',
      'accounts.ban',
      'accounts.noteAttempt',
      'accounts.becomeFirstAdmin',
    ]) {
      await refused([400, 403, 404], () => deed(name, { userId: idOf('oskar'), isAdmin: true, groups: ['moderators'] }))
    }
    for (const name of ['nothing.here', '__proto__', 'constructor', 'toString', '..%2f..%2fetc', 'votes.set%00'])
      await refused([400, 403, 404], () => deed(name, {}))
    for (const name of ['nothing.here', '__proto__', 'constructor'])
      await refused([400, 404], () => member.postForm(name, {}, { accept: json }))
  })
})

describe('markdown made to hurt', () => {
  const pathological: readonly (readonly [string, string])[] = [
    ['brackets', '['.repeat(100_000)],
    ['closing brackets', ']'.repeat(100_000)],
    ['links within links', '[a]('.repeat(20_000)],
    ['quotes', '>'.repeat(20_000) + 'x'],
    ['nested lists', Array.from({ length: 1_000 }, (_, n) => `${'  '.repeat(n)}- x`).join('\n')],
    ['stars', '*'.repeat(50_000) + 'a'],
    ['alternating emphasis', '*a_ '.repeat(20_000)],
    ['backticks', Array.from({ length: 800 }, (_, n) => '`'.repeat(n)).join(' ')],
    ['angle brackets', '<'.repeat(50_000)],
    ['entities', '&'.repeat(50_000)],
    ['a wide table', `|${'a|'.repeat(5_000)}\n|${'-|'.repeat(5_000)}\n|${'b|'.repeat(5_000)}`],
    ['a long table', `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(20_000)}`],
    ['links by the thousand', Array.from({ length: 5_000 }, (_, n) => `[${n}](https://example.org/${n})`).join(' ')],
    [
      'footnotes',
      Array.from({ length: 3_000 }, (_, n) => `[^${n}]`).join('') +
        '\n\n' +
        Array.from({ length: 3_000 }, (_, n) => `[^${n}]: [^${n}]`).join('\n'),
    ],
    ['dollars', '$'.repeat(50_000)],
    ['nested maths', `$${'{'.repeat(5_000)}${'}'.repeat(5_000)}$`],
    ['heavy maths', `$$${'\\frac{1}{'.repeat(800)}1${'}'.repeat(800)}$$`],
    ['macros', '$\\def\\a{\\a\\a}\\a$'],
    ['headings', '# a\n'.repeat(20_000)],
    ['escapes', '\\'.repeat(100_000)],
    ['images', '![a]('.repeat(20_000)],
    ['references', Array.from({ length: 5_000 }, (_, n) => `[a${n}]: /u`).join('\n') + '[a1]'.repeat(5_000)],
    ['spaces', `a${' '.repeat(200_000)}b`],
    ['tabs', '\t'.repeat(50_000) + 'x'],
    ['autolinks', 'http://a.'.repeat(20_000)],
    ['code fences', '```\n'.repeat(20_000)],
  ]
  // A preview goes the whole way, from text to page, and may be asked for at will: both profiles are parsed by the same code.
  test.each(pathological)('%s', async (what, markdown) => {
    const started = performance.now()
    const answer = await refused([200, 400, 413], () =>
      member
        .postForm(
          'posts.publish',
          { postId: '', title: 'Hurt', markdown, lang: 'en', kind: 'post', action: 'preview', from: '/newPost' },
          { accept: 'text/html' },
        )
        .then((found) => ({ ...found, bytes: Math.min(found.bytes, 1_000) })),
    )
    const ms = performance.now() - started
    if (ms > 1_000) console.warn(`slow: ${what}: ${answer.status} in ${Math.round(ms)} ms`)
  })

  test('others go on being answered meanwhile', async () => {
    const worst = Promise.all(
      pathological
        .slice(0, 6)
        .map(([, markdown]) =>
          member.postForm('posts.publish', {
            postId: '',
            title: 'Hurt',
            markdown,
            lang: 'en',
            kind: 'post',
            action: 'preview',
            from: '/newPost',
          }),
        ),
    )
    const started = performance.now()
    expect((await site.visitor().get('/about')).status).toBe(200)
    console.warn(`a page beside six hurtful previews: ${Math.round(performance.now() - started)} ms`)
    await worst
  })
})

describe('votes', () => {
  const target = () => ({ targetKind: 'post', targetId: String(openPost['id']), axis: 'approval', value: 1 })

  test.each([
    ['a value that is none', { value: 3 }],
    ['a large value', { value: 100 }],
    ['a fraction', { value: 0.5 }],
    ['text for a value', { value: '2' }],
    ['a power', { power: 100 }],
    ['somebody else’s id', { userId: 'x' }],
    ['a time', { at: 0 }],
    ['a tallied sum', { tallied: 100 }],
    ['another axis', { axis: 'karma' }],
    ['another kind', { targetKind: 'member' }],
    ['no target', { targetId: '' }],
    ['a list', { targetId: ['a'] }],
    ['isSelf', { isSelf: false }],
  ])('with %s', async (_what, change) => {
    await refused([400, 404], () => deed('votes.set', { ...target(), ...change }))
  })

  test.each([
    '',
    'post',
    'post:x:approval:1',
    'post::approval:1',
    'comment:00000000000000000000000000:approval:9',
    'post:00000000000000000000000000:approval:1',
    'member:00000000000000000000000000:approval:1',
  ])('a form with “%s”', async (vote) => {
    await refused([400, 404], () => member.postForm('votes.set', { vote, from: '/' }, { accept: json }))
  })

  test('on what one may not see, on drafts, and on agreement with oneself', async () => {
    await refused([404], () => deed('votes.set', { ...target(), targetId: foreignDraft }))
    await refused([403], () => deed('votes.set', { ...target(), targetId: draftId }))
    const mine = site.table('comments').find((row) => row['authorId'] === idOf('oskar') && row['removedBy'] === null)
    await refused([403], () => deed('votes.set', { targetKind: 'comment', targetId: String(mine?.['id']), axis: 'agreement', value: 1 }))
    await refused([403], () => deed('votes.set', { targetKind: 'comment', targetId: String(mine?.['id']), axis: 'approval', value: 2 }))
  })

  test('two hundred times at once: one vote, of the voter’s own power, and the sum of the ledger is what is shown', async () => {
    const id = String(openPost['id'])
    await deed('votes.set', { ...target(), value: 0 })
    const before = tally(id)
    const answers = await Promise.all(Array.from({ length: 200 }, () => deed('votes.set', target())))
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    const mine = site
      .table('votes')
      .filter((row) => row['targetId'] === id && row['userId'] === idOf('oskar') && row['axis'] === 'approval')
    expect(mine).toHaveLength(1)
    expect(tally(id)['baseScore']).toBe(Number(before['baseScore']) + Number(mine[0]?.['power']))
    const ledger = site.table('votes').filter((row) => row['targetId'] === id && row['axis'] === 'approval')
    expect(ledger.reduce((sum, row) => sum + Number(row['power']), 0)).toBe(tally(id)['baseScore'])
  })

  test('a visitor’s vote is nobody’s', async () => {
    await refused([401], () => site.visitor().deed('votes.set', target()))
    await refused([401], () => site.visitor().postForm('votes.set', { vote: `post:${String(openPost['id'])}:approval:1`, from: '/' }))
  })

  function tally(id: string): Row {
    return site.table('tallies').find((row) => row['id'] === id) ?? {}
  }
})

describe('what is not one’s own', () => {
  test('commenting on a locked post, on a draft, on nothing, under another post’s comment', async () => {
    const send = (fields: Readonly<Record<string, string>>) => () =>
      member.postForm('comments.post', { postId: '', parentId: '', markdown: 'words', from: '/', ...fields }, { accept: json })
    await refused([403], send({ postId: String(lockedPost['id']) }))
    await refused([404], send({ postId: foreignDraft }))
    await refused([403], send({ postId: draftId }))
    await refused([400, 404], send({ postId: 'x' }))
    await refused([404], send({ postId: '0'.repeat(26) }))
    const elsewhere = site.table('comments').find((row) => row['postId'] !== openPost['id'])
    await refused([404], send({ postId: String(openPost['id']), parentId: String(elsewhere?.['id']) }))
    await refused([400], send({ postId: String(openPost['id']), markdown: '   ' }))
  })

  test('a draft of somebody else is as absent as one that never was: same status, same answer', async () => {
    const never = `${foreignDraft.slice(0, 10)}0000000000000000`
    for (const path of [
      (id: string) => `/posts/${id}`,
      (id: string) => `/posts/${id}/not-for-you`,
      (id: string) => `/editPost?postId=${id}`,
      (id: string) => `/api/page?url=/posts/${id}`,
      (id: string) => `/api/preview?url=/posts/${id}`,
      (id: string) => `/vote?target=${id}`,
    ]) {
      const [hidden, absent] = await Promise.all([member.get(path(foreignDraft)), member.get(path(never))])
      expect([path(''), hidden.status]).toEqual([path(''), absent.status])
      expect(hidden.text.replaceAll(foreignDraft, never), path('')).toBe(absent.text)
    }
    for (const name of ['posts.unpublish', 'posts.archive', 'posts.setFrontpage', 'posts.setCurated', 'posts.setCommentsLocked']) {
      const send = (postId: string) =>
        member.postForm(name, { postId, ...(name.startsWith('posts.set') ? { on: 'yes' } : {}) }, { accept: json })
      const [hidden, absent] = [await refused([404], () => send(foreignDraft)), await refused([404], () => send(never))]
      expect(hidden.text).toBe(absent.text)
    }
  })

  test('posts and comments of others, and what only staff may set', async () => {
    const postId = String(openPost['id'])
    const comment = site
      .table('comments')
      .find((row) => row['authorId'] !== idOf('oskar') && row['removedBy'] === null && row['postId'] === postId)
    const commentId = String(comment?.['id'])
    const as = (name: string, fields: Readonly<Record<string, string>>) => () => member.postForm(name, fields, { accept: json })
    await refused([403], as('posts.publish', { postId, title: 'x', markdown: 'y', lang: 'en', kind: 'post' }))
    await refused([403], as('posts.unpublish', { postId }))
    await refused([403], as('posts.archive', { postId }))
    for (const name of ['posts.setFrontpage', 'posts.setCurated', 'posts.setCommentsLocked'])
      await refused([403], as(name, { postId, on: 'yes' }))
    await refused([403], as('comments.edit', { commentId, markdown: 'y', bodyVersion: '1' }))
    await refused([403], as('comments.remove', { commentId, reason: '' }))
    await refused(
      [400, 403, 404],
      as('accounts.endSession', { sessionId: String(site.table('sessions').find((row) => row['userId'] === idOf('ngozi'))?.['id']) }),
    )
    await refused([404], () => deed('posts.setSticky', { id: foreignDraft, priority: 4 }))
    await refused([403], () => deed('posts.setSticky', { id: postId, priority: 4 }))
  })

  test('a page that is private has no public double under a made-up ending', async () => {
    for (const path of ['/account/x.css', '/drafts/a.js', '/account;x.css', '/account%2fx.css', '/drafts/.png', '/account?x.css']) {
      const answer = await victim.get(path)
      expect([200, 400, 404], path).toContain(answer.status)
      if (answer.status === 200) expect(answer.headers['cache-control'], path).toContain('no-store')
      expect((await site.visitor().get(path)).text.includes('@example.org'), path).toBe(false)
    }
  })
})

describe('requests from elsewhere', () => {
  test.each([
    { origin: 'http://evil.test' },
    { origin: 'null' },
    { origin: 'https://127.0.0.1' },
    { origin: 'http://localhost:1' },
    { origin: 'http://127.0.0.1:80' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { referer: 'http://evil.test/page' },
  ])('a deed with %o', async (headers) => {
    const send = (path: string, type: string, body: string) =>
      member.send('POST', path, { headers: { 'content-type': type, ...headers }, body })
    await refused([403], () => send('/api/form/votes.set', form, `vote=post:${String(openPost['id'])}:agreement:1`))
    await refused([403], () =>
      send(
        '/api/deeds/votes.set',
        json,
        JSON.stringify({ args: { targetKind: 'post', targetId: String(openPost['id']), axis: 'agreement', value: 1 } }),
      ),
    )
    await refused([403], () => send('/api/form/accounts.signOut', form, ''))
    await refused([403], () => send('/api/form/accounts.signIn', form, 'login=ngozi&password=x'))
  })

  test.each(['evil.test', 'evil.test:80', '127.0.0.1', '127.0.0.1.evil.test', 'localhost:1', '[::1]', '', 'a b', '127.0.0.1:0'])(
    'a Host of “%s” is not ours, and never comes back in an answer',
    async (host) => {
      for (const path of ['/', '/login', '/feed.xml', '/sitemap.xml', '/api/me']) {
        const answer = await site.visitor().get(path, { host })
        expect([400, 421], path).toContain(answer.status)
        if (host.includes('evil')) expect(answer.text.includes('evil'), path).toBe(false)
      }
    },
  )

  test('forwarding headers of a stranger reach no page, no mail and no limit', async () => {
    const headers = {
      'x-forwarded-host': 'evil.test',
      forwarded: 'host=evil.test;proto=https',
      'x-forwarded-proto': 'https',
      'x-original-url': '/account',
      'x-rewrite-url': '/account',
      'x-http-method-override': 'DELETE',
    }
    for (const path of ['/', '/login', '/feed.xml', '/sitemap.xml', '/about']) {
      const answer = await site.visitor().get(path, headers)
      expect([answer.status, answer.text.includes('evil.test')], path).toEqual([200, false])
    }
    await site.visitor().postForm('accounts.requestReset', { email: 'ngozi@example.org' }, headers)
    const inbox = await site.visitor().get('/dev/inbox')
    expect(inbox.text.includes('evil.test')).toBe(false)
  })

  test.each([
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    'http://evil.test',
    'https:evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    ' //evil.test',
    '\t//evil.test',
    '/\t/evil.test',
    '/%0d%0aset-cookie:x=1',
    '/.//evil.test',
    '/x/..//evil.test',
    '/%5cevil.test',
    '@evil.test',
    '/@evil.test/..//evil.test',
    'http:\\\\evil.test',
    '/api/form/accounts.signOut',
    '//127.0.0.1@evil.test',
    '/\u0000/evil.test',
    '\u2028//evil.test',
    '/\u00a0/evil.test',
    '//evil.test/%2f..',
    'ftp://evil.test',
    'blob:http://evil.test',
    '/..//evil.test',
  ])('returnTo “%s” stays here', async (returnTo) => {
    const answer = await site.visitor().postForm('accounts.signIn', { login: 'ngozi', password: site.password, returnTo, from: returnTo })
    expect(answer.status).toBe(303)
    const target = new URL(answer.location ?? '', site.origin)
    expect([target.origin, target.pathname.startsWith('//'), target.pathname.startsWith('/api/')]).toEqual([site.origin, false, false])
    expect(answer.headers['set-cookie']?.some((line) => line.startsWith('x='))).toBe(false)
    const page = await site.visitor().get(`/login?returnTo=${encodeURIComponent(returnTo)}`)
    expect(page.status).toBeLessThan(500)
    const hrefs = elementsOf(page.html()).flatMap((element) =>
      ['href', 'action', 'src', 'formaction'].flatMap((name) => attributeOf(element, name) ?? []),
    )
    expect(
      hrefs.filter((href) => {
        const url = URL.parse(href, site.origin)
        return url !== null && url.origin !== site.origin
      }),
    ).toEqual([])
  })
})

describe('the line itself', () => {
  test('a very long address, very long headers, lengths that contradict each other, bytes that are no HTTP', async () => {
    expect([400, 414, 431]).toContain(
      (
        await site
          .visitor()
          .get(`/${'a'.repeat(100_000)}`)
          .catch(closedInstead)
      ).status,
    )
    expect([400, 431]).toContain(
      (
        await site
          .visitor()
          .get('/', { 'x-filler': 'y'.repeat(100_000) })
          .catch(closedInstead)
      ).status,
    )
    const host = new URL(site.origin).host
    for (const bytes of [
      `POST /api/form/votes.set HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /account HTTP/1.1\r\n\r\n`,
      `POST /api/form/votes.set HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
      `GET / HTTP/1.1\r\nHost: ${host}\r\nHost: evil.test\r\n\r\n`,
      `GET http://evil.test/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET / HTTP/1.1\r\n\r\n`,
      `\u0016\u0003\u0001 not http at all\r\n\r\n`,
      `GET /\r\nx HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: ${host}\r\nX: a\u0000b\r\n\r\n`,
      `FOO / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ]) {
      expect(await firstLine(bytes), JSON.stringify(bytes.slice(0, 60))).toMatch(/^(HTTP\/1\.1 4\d\d |$)/u)
    }
    expect((await site.visitor().get('/')).status).toBe(200)
  })

  function firstLine(bytes: string): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>()
    const { hostname, port } = new URL(site.origin)
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.on('data', (part) => {
      text += part.toString('latin1')
      if (text.includes('\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''))
    return promise
  }
})

describe('guessing', () => {
  test('whether an account exists shows neither in words nor in headers, at sign-in and at reset', async () => {
    const shape = async (send: Promise<Answer>) => {
      const { status, headers, text } = await send
      return { status, headers: Object.keys(headers).sort().join(), text: text.replaceAll(/ngozi|nobody/gu, 'NAME') }
    }
    const signIn = (login: string) =>
      site.visitor().postForm('accounts.signIn', { login, password: 'wrong words here', returnTo: '/', from: '/login' })
    expect(await shape(signIn('ngozi'))).toEqual(await shape(signIn('nobody')))
    expect(await shape(signIn('ngozi@example.org'))).toEqual(await shape(signIn('nobody@example.org')))
    const reset = (email: string) => site.visitor().postForm('accounts.requestReset', { email, from: '/login?mode=reset' })
    expect(await shape(reset('ngozi@example.org'))).toEqual(await shape(reset('nobody@example.org')))
    const signUp = (userName: string, email: string) =>
      site
        .visitor()
        .postForm('accounts.signUp', { userName, email, password: 'some words nobody guesses', returnTo: '/', from: '/login?mode=signUp' })
    expect(await shape(signUp('Fresh1', 'ngozi@example.org'))).toEqual(await shape(signUp('Fresh2', 'fresh2@mail.test')))
  })

  test('a password is not guessed by trying: soon each try has to wait, and the right one too', async () => {
    const guesser = site.visitor()
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1)
      statuses.push(
        (await guesser.postForm('accounts.signIn', { login: 'rufus', password: `guess number ${n}`, from: '/login' }, { accept: json }))
          .status,
      )
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(6)
    const last = await guesser.postForm('accounts.signIn', { login: 'rufus', password: site.password, from: '/login' }, { accept: json })
    expect(last.status).toBe(429)
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('tokens that are none open nothing and tell nothing', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), '../../account', "' or 1=1 --", '%00', 'a'.repeat(5_000)]) {
      await refused([400], () =>
        site
          .visitor()
          .postForm('accounts.resetPassword', { token, password: 'some words nobody guesses', from: '/login' }, { accept: json }),
      )
      await refused([400], () => site.visitor().postForm('accounts.useToken', { token, from: '/login' }, { accept: json }))
    }
    for (const cookie of [
      'session=x',
      `session=${'a'.repeat(43)}`,
      'session=../../x',
      `session=${'x'.repeat(10_000)}`,
      "session=' or 1=1 --",
      'session=%00',
      '__proto__=x; session=[]',
    ]) {
      const answer = await site.visitor().get('/account', { cookie })
      expect(answer.status, cookie.slice(0, 40)).toBe(401)
    }
  })
})

test('names and addresses that could deceive are refused', async () => {
  const names = [
    'marit',
    'MARIT',
    'm\u0430rit',
    'ma\u200brit',
    '\u202etiram',
    'admin',
    'moderator',
    'Lyceum',
    '',
    ' ',
    'a\u0000b',
    'a\nb',
    '<b>x</b>'.repeat(20),
    '../..',
    'api',
  ]
  for (const userName of names) {
    await refused([400, 409, 429], () =>
      site
        .visitor()
        .postForm(
          'accounts.signUp',
          { userName, email: 'deceiver@mail.test', password: 'some words nobody guesses', returnTo: '/', from: '/login?mode=signUp' },
          { accept: json },
        ),
    )
  }
  for (const email of [
    'a@b.test\r\nBcc: x@evil.test',
    'a',
    '@b.test',
    'a@',
    'a@b.test,c@d.test',
    '<a@b.test>',
    'a b@c.test',
    `${'a'.repeat(400)}@b.test`,
  ]) {
    await refused([400, 429], () =>
      site
        .visitor()
        .postForm(
          'accounts.signUp',
          { userName: 'Deceiver', email, password: 'some words nobody guesses', returnTo: '/', from: '/login?mode=signUp' },
          { accept: json },
        ),
    )
  }
})

test('files that are no Markdown, or not text, or too large', async () => {
  const fields = {
    postId: '',
    title: 'A file',
    markdown: '',
    lang: 'en',
    tags: '',
    kind: 'post',
    linkUrl: '',
    writtenOn: '',
    from: '/newPost',
  }
  await refused([400], () => member.postFile('posts.saveDraft', fields, { name: 'x.html', text: '<script>1</script>' }))
  await refused([400], () => member.postFile('posts.saveDraft', fields, { name: 'x.md', text: Buffer.from([0xff, 0xfe, 0x00, 0xd8]) }))
  await refused([413], () => member.postFile('posts.saveDraft', fields, { name: 'x.md', text: 'x '.repeat(900_000) }).catch(closedInstead))
  await refused([400], () => member.postFile('posts.saveDraft', fields, { name: 'x.md', text: 'words', field: 'other' }))
  await refused([400], () => member.postFile('posts.saveDraft', { ...fields, isAdmin: 'yes' }, { name: 'x.md', text: 'words' }))
})

test('after all this the server runs, and none of it was an error of its own', async () => {
  expect((await site.visitor().get('/healthz')).status).toBe(200)
  expect(
    site
      .output()
      .split('\n')
      .filter((line) => /"level":(50|60)/u.test(line)),
  ).toEqual([])
})

/** A server may close a line on which too much is coming before its answer could be read: as good as 413. */
function closedInstead(error: unknown): Answer {
  const code = (error as { readonly code?: unknown }).code
  if (code !== 'ECONNRESET' && code !== 'EPIPE') throw error
  return {
    status: 413,
    headers: {},
    text: '',
    bytes: 0,
    path: '',
    location: null,
    html: () => ({ name: '#document', attributes: new Map(), children: [] }),
  }
}
