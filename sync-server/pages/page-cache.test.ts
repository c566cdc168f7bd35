import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Rendered } from './page-cache.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { PageCache } from './page-cache.ts'

const html = (body: string): Rendered => ({ status: 200, location: null, contentType: 'text/html', body })

/** What hardly compresses: pages are held compressed. */
const noise = (length: number): string =>
  Array.from({ length: length / 64 }, (_, n) => createHash('sha256').update(String(n)).digest('hex')).join('')

let now = 0
let cache: PageCache
const read: Read = memoryTransaction()
beforeEach(() => {
  now = 1_000
  cache = new PageCache({ read: (work) => work(read), now: () => now, maxBytes: 400_000 })
})

/** A page that reads one post. */
const pageOf = (key: string, postId: string, body = key) =>
  cache.answer(key, async (reader) => {
    await reader.get(posts, postId)
    return html(body)
  })

test('no answer outlives its greatest age, however often it is asked for', async () => {
  cache = new PageCache({ read: (work) => work(read), now: () => now, maxAgeMs: 100 })
  await pageOf('a', 'p1', 'first')
  now += 100
  expect(cache.peek('a')?.hits).toBe(1)
  now += 1
  expect([cache.peek('a'), cache.stats.answers]).toEqual([undefined, 0])
  expect(String((await pageOf('a', 'p1', 'second')).bodies.identity)).toBe('second')
})

test('nothing is given while it is not known whether it still holds', async () => {
  let isStale = false
  cache = new PageCache({ read: (work) => work(read), now: () => now, isStale: () => isStale })
  await pageOf('a', 'p1', 'first')
  isStale = true
  expect(cache.peek('a')).toBeUndefined()
  expect(String((await pageOf('a', 'p1', 'second')).bodies.identity)).toBe('second')
  isStale = false
  expect(String(cache.peek('a')?.bodies.identity)).toBe('second')
})

test('what is forgotten is made anew, and nothing stays behind of it', async () => {
  await pageOf('a', 'p1')
  await pageOf('b', 'p1')
  cache.peek('b')
  cache.forget('a')
  cache.forget('b')
  cache.forget('never asked for')
  expect([cache.peek('a'), cache.peek('b'), cache.stats]).toEqual([undefined, undefined, { answers: 0, bytes: 0, keys: 0 }])
})

describe('what is dropped', () => {
  test('what read the row, and nothing else', async () => {
    await pageOf('a', 'p1')
    await pageOf('b', 'p2')
    await pageOf('c', 'p1')
    cache.drop(['posts/p1'])
    expect([cache.peek('a'), cache.peek('b')?.key, cache.peek('c')]).toEqual([undefined, 'b', undefined])
  })

  test('what read the list', async () => {
    await cache.answer('thread', async (reader) => (await reader.list(commentsOfPost('p1')), html('thread')))
    cache.drop(['comments?postId=p2', 'comments?', 'posts/p1'])
    expect(cache.peek('thread')).toBeDefined()
    cache.drop(['comments?postId=p1'])
    expect(cache.peek('thread')).toBeUndefined()
  })

  test('every row of those read at once', async () => {
    await cache.answer('list', async (reader) => (await reader.getMany(posts, ['p1', 'p2']), html('list')))
    cache.drop(['posts/p2'])
    expect(cache.peek('list')).toBeUndefined()
  })

  test('nothing stays behind of what was dropped', async () => {
    for (let n = 0; n < 50; n += 1) await pageOf(`k${n}`, `p${n % 7}`)
    cache.drop(Array.from({ length: 7 }, (_, n) => `posts/p${n}`))
    expect(cache.stats).toEqual({ answers: 0, bytes: 0, keys: 0 })
  })
})

test('an answer whose row changed while it was made is not kept, and whoever came later gets a new one', async () => {
  let version = 0
  const make = async (reader: Read): Promise<Rendered> => {
    await reader.get(posts, 'p1')
    const seen = version
    if (seen === 0) {
      version = 1
      cache.drop(['posts/p1'])
    }
    return html(`version ${seen}`)
  }
  const [first, second] = await Promise.all([cache.answer('a', make), cache.answer('a', make)])
  expect([String(first.bodies.identity), String(second.bodies.identity)]).toEqual(['version 0', 'version 1'])
  expect(String(cache.peek('a')?.bodies.identity)).toBe('version 1')
})

test('a change to something else while it was made does not matter', async () => {
  await cache.answer('a', async (reader) => {
    await reader.get(posts, 'p1')
    cache.drop(['posts/p2'])
    return html('a')
  })
  expect(cache.peek('a')).toBeDefined()
})

test('a failure reaches all who wait, and is not remembered', async () => {
  const fail = () => cache.answer('a', async () => Promise.reject(new Error('bug')))
  const answers = await Promise.allSettled([fail(), fail(), fail()])
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(String((await pageOf('a', 'p1', 'well')).bodies.identity)).toBe('well')
})

describe('how much is kept', () => {
  const large = noise(15_360)

  test('a walk through all addresses does not push out what is asked for again', async () => {
    await pageOf('popular', 'p', large)
    cache.peek('popular')
    for (let n = 0; n < 200; n += 1) await pageOf(`walk${n}`, 'p', large + n)
    expect(cache.peek('popular')).toBeDefined()
    expect(cache.stats.bytes).toBeLessThan(400_000)
  })

  test('one that is larger than its share is answered and not kept', async () => {
    const answer = await pageOf('huge', 'p', noise(300_000))
    expect([answer.status, cache.peek('huge'), cache.stats.keys]).toEqual([200, undefined, 0])
  })

  test('refusals have a small room of their own', async () => {
    await pageOf('good', 'p')
    for (let n = 0; n < 1_000; n += 1) {
      await cache.answer(
        `gone${n}`,
        async (reader) => (await reader.get(posts, `p${n}`), { status: 404, location: null, contentType: 'text/html', body: 'gone' }),
      )
    }
    expect(cache.peek('good')).toBeDefined()
    expect(cache.stats.answers).toBeLessThan(502)
  })

  test('nothing is older than ten minutes', async () => {
    await pageOf('a', 'p')
    now += 600_001
    expect(cache.peek('a')).toBeUndefined()
    expect(cache.stats.answers).toBe(0)
  })
})

test('equal bytes have equal tags, and a status is part of them', async () => {
  const a = await pageOf('a', 'p', 'same')
  const b = await pageOf('b', 'p', 'same')
  const c = await cache.answer('c', async () => ({ ...html('same'), status: 404 }))
  expect([a.tag === b.tag, a.tag === c.tag]).toEqual([true, false])
})

describe('encodings', () => {
  const long = Array.from({ length: 400 }, (_, n) => `<p>Paragraph ${n} of a long page, about nothing.</p>`).join('')

  test('a page held compressed is answered plain to who cannot inflate it', async () => {
    const answer = await pageOf('long', 'p1', long)
    expect(answer.bodies.identity).toBeUndefined()
    expect(String(await cache.body(answer, 'identity'))).toBe(long)
    expect(gunzipSync(await cache.body(answer, 'gzip')).toString()).toBe(long)
  })

  test('the best compression waits until few are asking', async () => {
    const waiting: (() => void)[] = []
    cache = new PageCache({ read: (work) => work(read), now: () => now, after: (_ms, work) => void waiting.push(work) })
    const answer = await pageOf('long', 'p1', long)
    const ask = (times: number) => Array.from({ length: times }, () => cache.peek('long'))
    ask(300)
    expect(waiting).toHaveLength(0)
    now += 60_000
    ask(10)
    expect(waiting).toHaveLength(1)
    ask(10)
    waiting.shift()?.()
    expect([answer.isRefined, waiting.length]).toEqual([false, 1])
    const quick = answer.bodies.br?.byteLength ?? 0
    waiting.shift()?.()
    await expect.poll(() => answer.isRefined).toBe(true)
    expect(answer.bodies.br?.byteLength).toBeLessThan(quick)
    expect(String(await cache.body(answer, 'identity'))).toBe(long)
  })
})
