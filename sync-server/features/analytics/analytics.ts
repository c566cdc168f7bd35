import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Apply } from '#server/http/ports.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { addressOf } from '#server/http/client-address.ts'
import { countViews } from '#shared/analytics/mutations.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { createViewCounter } from './view-counter.ts'

const everyMs = 60_000
const linesAtOnce = 500

export interface Analytics {
  /** Before a request is answered. */
  note(request: IncomingMessage, response: ServerResponse): void
  routes(app: FastifyInstance): void
  /** Writes what was counted. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
  readonly trustedProxies: number
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/**
 * Views of posts: counted here, written once a minute; one of several servers adds its own to the
 * same sums.
 */
export function createAnalytics({ store, apply, trustedProxies, now, onError }: Options): Analytics {
  const counter = createViewCounter(now)
  const flush = async (): Promise<void> => {
    for (let days = counter.take(linesAtOnce); days.length > 0; days = counter.take(linesAtOnce)) {
      try {
        const outcome = await apply({ name: countViews.name, args: { days }, userId: null, source: 'server' })
        if (outcome.kind !== 'applied') return counter.putBack(days)
      } catch (error) {
        counter.putBack(days)
        throw error
      }
    }
  }
  const timer = setInterval(() => void flush().catch(onError), everyMs).unref()
  const isPublished = async (postId: string): Promise<boolean> => {
    const post = isId(postId) ? await store.read((read) => read.get(posts, postId)) : undefined
    return post !== undefined && post.publishedAt !== null
  }
  return {
    note(request, response) {
      if (!counter.isView(request)) return
      // The socket may be gone when the answer is.
      const address = addressOf(request, trustedProxies)
      response.once('finish', () => {
        if (wasFound(response.statusCode)) counter.note(request, address)
      })
    },
    flush,
    routes(app) {
      // How long a post was in sight; says nothing back, and nothing of it is kept but the sum.
      app.post<{ Params: { postId: string }; Querystring: { s?: unknown } }>(
        links.sight(':postId'),
        async ({ params, query, raw }, reply) => {
          const address = addressOf(raw, trustedProxies)
          if (await isPublished(params.postId)) counter.noteSight(params.postId, Number(query.s), raw, address)
          return reply.code(204).header('cache-control', 'no-store').send()
        },
      )
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const wasFound = (status: number): boolean => status === 200 || status === 304
