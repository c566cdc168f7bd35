/**
 * `POST /mcp`: a server of the Model Context Protocol (streamable HTTP, stateless, JSON answers).
 * Each request is a conversation of its own: nothing is kept between them. The package is loaded
 * with the first. Whose page a browser is on never counts: requests from other sites are refused
 * before (`http/admission.ts`), which also looks at the Host, and cookies are not looked at.
 */
import type { FastifyInstance } from 'fastify'
import type { SiteContext } from '#server/http/site-context.ts'
import type { ApiTools, Handler } from '#server/features/api/handlers.ts'
import type { Rates } from '#server/features/api/routes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { isNestedDeeper, syncLimits } from '#shared/sync/protocol.ts'
import { letIn } from '#server/features/api/routes.ts'
import { RepeatedCalls } from './repeated-calls.ts'

const maxBytes = 64 * 1_024
/**
 * Nobody waits for longer. What a tool has begun goes on: the same call again makes nothing more
 * (repeated-calls.ts).
 */
const longestMs = 20_000

export interface McpOptions {
  readonly context: SiteContext
  readonly tools: ApiTools
  readonly handlers: readonly Handler[]
  readonly rates: Rates
}

export function mcpRoutes(app: FastifyInstance, { context, tools, handlers, rates }: McpOptions): void {
  const repeats = new RepeatedCalls()
  app.post(links.mcp(), { bodyLimit: maxBytes }, async (request, reply) => {
    const { body } = request
    // Batches were taken out of the protocol; many tools in one request would pass the limits as
    // one.
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('invalid', { field: 'body' })
    if (isNestedDeeper(body, syncLimits.nesting)) throw new AppError('invalid', { field: 'body' })
    const isMutation = mutations.has(toolIn(body) ?? '')
    const caller = await letIn(tools, rates, request, reply, !isMutation)
    const { answerMcp } = await import('./conversation.ts')
    const answer = await within(longestMs, answerMcp({ context, tools, handlers, caller, repeats }, request.headers, body))
    for (const [name, value] of answer.headers) if (name !== 'content-length') void reply.header(name, value)
    return reply.code(answer.status).header('cache-control', 'no-store').send(answer.text)
  })
  // No streams are kept open, and there is no session to end.
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: links.mcp(),
      handler: async (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST')
          .send({ jsonrpc: '2.0', error: { code: -32_000, message: 'Method not allowed.' }, id: null }),
    })
}

/** Tools that write: they have the limit of mutations. */
const mutations: ReadonlySet<string> = new Set(['draft', 'suggest'])

function toolIn(body: object): string | null {
  const params = 'params' in body ? body.params : null
  if (typeof params !== 'object' || params === null || !('name' in params)) return null
  return typeof params.name === 'string' ? params.name : null
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('rate-limited', { retryAfterMs: ms, message: 'a tool took too long' })), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
