/** Requests from elsewhere, requests that lead elsewhere, and lines that are hardly requests. */
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { attributeOf, elementsOf } from './testing/html.ts'
import { closedInstead, expectUnharmed, form, json, refusals } from './testing/refusals.ts'

const { site, cast, refused } = refusals()

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
  ])('a mutation with %o', async (headers) => {
    const send = (path: string, type: string, body: string) =>
      cast().member.send('POST', path, { headers: { 'content-type': type, ...headers }, body })
    await refused([403], () => send('/api/form/votes.set', form, `vote=post:${cast().openPostId}:agreement:1`))
    await refused([403], () =>
      send(
        '/api/mutations/votes.set',
        json,
        JSON.stringify({ args: { targetKind: 'post', targetId: cast().openPostId, axis: 'agreement', value: 1 } }),
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

test('after all this the server runs, and none of it was an error of its own', async () => {
  await expectUnharmed(site)
})
