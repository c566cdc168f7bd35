import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import { forgetPage, publicPage, publicPages, takePublicPage } from './public-pages.ts'
import { dayMs as day } from '#shared/kernel/durations.ts'

const build = 'b1'
const html = (words: string) =>
  `<!doctype html><head><script data-light="/assets/light.js"></script></head><body>${words}<script type="application/json">{"site":{"build":"${build}"}}</script></body>`
const answer = (words: string, headers: Readonly<Record<string, string>> = {}, status = 200) =>
  new Response(html(words), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'",
      ...headers,
    },
  })

describe('public pages that a visitor has read', () => {
  test('are kept as they were answered, with their policy, and renewed by the next answer', async () => {
    const factory = new IDBFactory()
    await takePublicPage(factory, '/posts/1/a', answer('first'), build, 1)
    await takePublicPage(factory, '/posts/1/a', answer('second'), build, 2)
    const kept = await publicPage(factory, '/posts/1/a', 3)
    expect(kept).toMatchObject({ html: html('second'), build, at: 2, headers: { 'content-security-policy': "default-src 'none'" } })
    expect(await publicPage(factory, '/posts/1/a?view=new', 3)).toBeUndefined()
  })

  test('say which style sheets they are drawn with; those for browsers without scripts are none', async () => {
    const sheet = (name: string) => `<link rel="stylesheet" href="/assets/${name}.css">`
    const words = `${sheet('basis')}${sheet('essay')}<noscript>${sheet('more')}</noscript><div>${sheet('discussion')}</div>`
    const named = (given: Response) => takePublicPage(new IDBFactory(), '/', given, build, 1)
    expect(await named(answer(words))).toEqual(['/assets/basis.css', '/assets/essay.css', '/assets/discussion.css'])
    expect(await named(answer(words, { vary: 'Cookie' }))).toEqual([])
  })

  test('are those as well that a member gets otherwise, where the answer says that it is the visitors’', async () => {
    const factory = new IDBFactory()
    const headers = { 'cache-control': 'private, max-age=0', vary: 'accept, cookie', 'x-copy-for': 'visitors' }
    await takePublicPage(factory, '/community', answer('events', headers), build, 1)
    expect(await publicPage(factory, '/community', 2)).toMatchObject({ html: html('events') })
  })

  test.each([403, 404, 410])('are deleted when the server answers %i', async (status) => {
    const factory = new IDBFactory()
    await takePublicPage(factory, '/posts/1/a', answer('was public'), build, 1)
    await takePublicPage(factory, '/posts/1/a', answer('gone', {}, status), build, 2)
    expect(await publicPage(factory, '/posts/1/a', 3)).toBeUndefined()
  })

  test.each<[string, Response]>([
    ['an answer that depends on a cookie', answer('mine', { vary: 'accept-encoding, Cookie' })],
    ['an answer for one viewer', answer('mine', { 'cache-control': 'private, no-store' })],
    ['an error of the server’s', answer('broken', {}, 500)],
    ['data', answer('{}', { 'content-type': 'application/json' })],
    [
      'a page of another build',
      new Response('<html>{"build":"b2"}', { headers: { 'content-type': 'text/html', 'cache-control': 'no-cache' } }),
    ],
    ['an answer that does not say how long it holds', new Response(html('x'), { headers: { 'content-type': 'text/html' } })],
  ])('never take in %s', async (_what, response) => {
    const factory = new IDBFactory()
    await takePublicPage(factory, '/', response, build, 1)
    expect(await publicPage(factory, '/', 2)).toBeUndefined()
  })

  test('are a hundred at most, for a month: the oldest go first', async () => {
    const factory = new IDBFactory()
    for (let at = 1; at <= 102; at += 1) await takePublicPage(factory, `/posts/${at}/a`, answer(`${at}`), build, at)
    const isKept = async (at: number, now = 103) => (await publicPage(factory, `/posts/${at}/a`, now)) !== undefined
    expect([await isKept(1), await isKept(2), await isKept(3), await isKept(102)]).toEqual([false, false, true, true])
    expect(await isKept(102, 102 + 30 * day)).toBe(true)
    expect(await isKept(102, 103 + 30 * day)).toBe(false)
    // The next page that is read takes the old ones away.
    await takePublicPage(factory, '/', answer('front'), build, 200 + 30 * day)
    const { result } = await new Promise<IDBRequest<IDBDatabase>>((resolve) => {
      const opening = factory.open('lyceum:public')
      opening.onsuccess = () => resolve(opening)
    })
    const count = await new Promise((resolve) => {
      const asking = result.transaction('pages').objectStore('pages').count()
      asking.onsuccess = () => resolve(asking.result)
    })
    expect(count).toBe(1)
  })

  test('are told last read first, none of more than a month, and asking for them makes no database', async () => {
    const factory = new IDBFactory()
    expect(await publicPages(factory, 1)).toEqual([])
    expect(await factory.databases()).toEqual([])
    for (const at of [1, day, 2 * day]) await takePublicPage(factory, `/posts/${at}/a`, answer('read'), build, at)
    await forgetPage(factory, `/posts/${2 * day}/a`)
    const told = async (now: number) => (await publicPages(factory, now)).map(({ at }) => at)
    expect(await told(3 * day)).toEqual([day, 1])
    expect(await told(30 * day + 2)).toEqual([day])
  })
})
