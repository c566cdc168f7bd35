import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { countViews } from '#shared/analytics/mutations.ts'
import { posts } from '#shared/posts/schema.ts'
import { T0, aPost, idOf } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { createAnalytics } from './analytics.ts'

const published = idOf(1)
const draft = idOf(2)
const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

async function site() {
  const tx = memoryTransaction()
  await tx.put(posts, aPost({ id: published }))
  await tx.put(posts, aPost({ id: draft, status: 'draft', publishedAt: null, slug: null }))
  const written: unknown[] = []
  const analytics = createAnalytics({
    store: { read: (work) => work(tx) },
    apply: async ({ args }) => {
      // As the counter makes them.
      const { days } = args as Parameters<typeof countViews.run>[1]
      written.push(...days.map(({ postId, views, seconds }) => [postId, views, seconds]))
      return { kind: 'applied', seq: 1 }
    },
    trustedProxies: 0,
    now: () => T0,
    onError: (error) => {
      throw error
    },
  })
  return {
    analytics,
    counted: async () => {
      await analytics.close()
      return written
    },
  }
}

/** What the counter looks at of an answered request. */
function answered(url: string, status: number): readonly [IncomingMessage, ServerResponse] {
  const request = { method: 'GET', url, headers, socket: { remoteAddress: '127.0.0.1' } }
  const response = Object.assign(new EventEmitter(), { statusCode: status })
  return [request as unknown as IncomingMessage, response as unknown as ServerResponse]
}

test('a view counts once the page was found: neither what was made up nor what was sent elsewhere', async () => {
  const { analytics, counted } = await site()
  for (const [status, n] of [
    [200, 1],
    [304, 1],
    [404, 3],
    [410, 4],
    [308, 1],
  ] as const) {
    const [request, response] = answered(`/posts/${idOf(n)}/slug`, status)
    analytics.note(request, response)
    response.emit('finish')
  }
  const [request, response] = answered(`/posts/${published}`, 200)
  // Given up before the answer was out.
  analytics.note(request, response)
  expect(await counted()).toEqual([[published, 2, 0]])
})

test('time in sight is taken for published posts alone, and nothing is said about which those are', async () => {
  const { analytics, counted } = await site()
  const app = Fastify()
  analytics.routes(app)
  const answers = await Promise.all(
    [published, draft, idOf(3), 'no-id'].map((id) => app.inject({ method: 'POST', url: `/api/sight/${id}?s=40`, headers })),
  )
  await app.close()
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204])
  expect(await counted()).toEqual([[published, 0, 40]])
})
