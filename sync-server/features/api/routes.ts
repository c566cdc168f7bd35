/**
 * `/api/v1/…`: the public API. Reads of public things are for everyone, from anywhere; with a key
 * in `Authorization` a program sees and does what its member may, as far as the key goes. Cookies
 * are never looked at here, so no other site can act in a reader's name.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './callers.ts'
import type { ApiTools, Asked, Handler } from './handlers.ts'
import { apiBase } from '#shared/api/operations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { isNestedDeeper, syncLimits } from '#shared/sync/protocol.ts'
import { addressBlock } from '#server/http/client-address.ts'
import { callerOf, requireCaller } from './callers.ts'
import { mutationHandlers } from './mutations.ts'
import type { Left, Limit, Limits } from '#server/http/limits.ts'
import { sha256 } from './key-token.ts'
import { readHandlers } from './reads.ts'
import { minuteMs } from '#shared/kernel/durations.ts'

/**
 * In a minute: of one network without a key, of one with keys and of one member's keys, and of
 * their mutations.
 */
export const apiRates = { address: 300, key: 600, mutations: 60 } as const

export interface Rates {
  readonly address: Limit
  readonly key: Limit
  readonly mutations: Limit
}

export function newRates(limits: Limits): Rates {
  const { address, key, mutations } = apiRates
  return {
    address: limits('api without a key', address, minuteMs),
    key: limits('api', key, minuteMs),
    mutations: limits('mutations by the api', mutations, minuteMs),
  }
}

export function apiRoutes(app: FastifyInstance, tools: ApiTools, rates: Rates): readonly Handler[] {
  const handlers = [...readHandlers(tools), ...mutationHandlers(tools)]
  const callers = new WeakMap<FastifyRequest, Caller>()
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => openToOthers(reply))
    scope.options(`${apiBase}/*`, async (_request, reply) => preflight(reply))
    for (const handler of handlers) {
      const { operation } = handler
      scope.route({
        method: operation.method.toUpperCase(),
        url: `${apiBase}${operation.path.replaceAll(/\{(\w+)\}/gu, ':$1')}`,
        bodyLimit: operation.maxBytes,
        // Before its body is read: whoever may not send it does not make us parse a megabyte.
        onRequest: async (request, reply) => {
          const caller = await letIn(tools, rates, request, reply, operation.method === 'get')
          requireCaller(caller, operation.scope, operation.needsKey, tools.now())
          callers.set(request, caller)
        },
        handler: async (request, reply) => {
          const caller = callers.get(request)
          if (caller === undefined) throw new TypeError('nobody was let in')
          const said = await answerTo(tools, handler, request, caller)
          return said === busy ? sayBusy(reply) : answer(reply, request, caller, handler, said)
        },
      })
    }
    // With the headers by which a page of another site may read that there is nothing.
    scope.get(`${apiBase}/*`, async () => {
      throw new AppError('not-found')
    })
  })
  return handlers
}

/** @throws AppError 'rate-limited'; 'not-allowed' with 'key-invalid'. */
export async function letIn(tools: ApiTools, rates: Rates, request: FastifyRequest, reply: FastifyReply, isRead: boolean): Promise<Caller> {
  const now = tools.now()
  const place = addressBlock(request.ip)
  const caller = await callerOf(tools, request.headers).catch((error: unknown) => {
    // A made-up key gets no larger allowance than none, and costs those beside it none of theirs.
    const made = rates.address.take(place, now)
    throw made.isWithin ? error : told(reply, made)
  })
  const { key } = caller
  // A member's keys share it: else one more key would be another sixty mutations.
  const own = key === null ? rates.address.take(place, now) : rates[isRead ? 'key' : 'mutations'].take(`member ${key.userId}`, now)
  const refusal = told(reply, own)
  if (!own.isWithin) throw refusal
  return caller
}

function told(reply: FastifyReply, { limit, remaining, resetMs }: Left): AppError {
  void reply.header('ratelimit-limit', limit).header('ratelimit-remaining', remaining)
  void reply.header('ratelimit-reset', Math.ceil(resetMs / 1_000))
  return new AppError('rate-limited', { retryAfterMs: resetMs })
}

/** The search does not answer: a passing trouble of ours, and no fault. */
const busy = Symbol('busy')

function sayBusy(reply: FastifyReply): FastifyReply {
  const error = { code: 'broken', reason: null, field: null, retryAfterMs: 2_000 }
  return reply.code(503).header('retry-after', '2').header('cache-control', 'no-store').send({ ok: false, outcome: 'rejected', error })
}

interface Said {
  readonly body: string
  /** In its quotes. */
  readonly etag: string
}

const inWords = (found: unknown): Said => {
  const body = JSON.stringify(found)
  return { body, etag: `"${sha256(body).slice(0, 27)}"` }
}

async function answerTo(tools: ApiTools, handler: Handler, request: FastifyRequest, caller: Caller): Promise<Said | typeof busy> {
  const { params, query, body, headers } = request
  if (isNestedDeeper(body, syncLimits.nesting)) throw new AppError('invalid', { field: 'body' })
  const given = headers['idempotency-key']
  const idempotencyKey = handler.operation.makes && typeof given === 'string' ? given : null
  const asked = { params, query, body, idempotencyKey }
  try {
    if (caller.key === null && isKept(handler)) return await cachedAnswer(tools, handler, asked, caller)
    const found = inWords(await handler.run(asked, caller, tools.now()))
    // Whoever looks without the key right afterwards sees what it has done.
    if (handler.operation.method !== 'get') await tools.caughtUp()
    return found
  } catch (error) {
    if (error instanceof SearchUnavailable) return busy
    throw error
  }
}

/**
 * What is found hangs on an index that follows the journal by itself: no change of a row says when
 * an answer is out of date.
 */
const isKept = ({ operation }: Handler): boolean => operation.method === 'get' && operation.id !== 'search'

/**
 * The same for everybody without a key: made once, and dropped with the first change of what it was
 * made from. Refusals are made each time.
 */
async function cachedAnswer(tools: ApiTools, handler: Handler, asked: Asked, caller: Caller): Promise<Said> {
  const { value } = await tools.kept.answer<Said>({
    key: `api ${handler.nameOf(asked)}`,
    make: async (dependsOn) => inWords(await handler.run(asked, caller, tools.now(), dependsOn)),
    bytesOf: ({ body }) => 2 * body.length,
  })
  return value
}

function answer(reply: FastifyReply, request: FastifyRequest, caller: Caller, { operation }: Handler, { body, etag }: Said): FastifyReply {
  void reply.type('application/json; charset=utf-8').header('vary', 'authorization')
  if (operation.method !== 'get')
    return reply
      .code(operation.method === 'post' ? 201 : 200)
      .header('cache-control', 'no-store')
      .send(body)
  void reply.header('etag', etag).header('cache-control', caller.key === null ? 'public, no-cache' : 'private, no-cache')
  const held = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//u, ''))
  return held.includes(etag) ? reply.code(304).send() : reply.send(body)
}

const answered = 'etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset'

/**
 * Pages of other sites may read what a program may. No credentials of the browser's own come with
 * that.
 */
export function openToOthers(reply: FastifyReply): void {
  void reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', answered)
  void reply.header('cross-origin-resource-policy', 'cross-origin')
}

function preflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, HEAD, POST, PATCH, PUT')
    .header('access-control-allow-headers', 'authorization, content-type, idempotency-key, if-none-match')
    .header('access-control-max-age', '86400')
    .send()
}
