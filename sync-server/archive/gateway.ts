/**
 * `/archive/public`: the archive as mirrors see it, a CouchDB database that can be read. Only what
 * pull replication asks for is there; everything else is refused here and never reaches the
 * archive's server. Nobody has to sign in, and no cookie is looked at, so pages of other sites may
 * read it too.
 */
import type { Limits } from '#server/http/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { archiveRoot, mirrorPath } from '#shared/archive/port.ts'
import { addressBlock } from '#server/http/client-address.ts'
import type { ArchiveReads } from './archive-reads.ts'
import type { ChangesTools } from './gateway-changes.ts'
import { ArchiveDown, ArchiveRefused } from './couch.ts'
import { docAnswer } from './gateway-docs.ts'
import { changesAnswer } from './gateway-changes.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import { BulkGetBody, BulkGetParams, ChangesParams, CheckpointId, DocId, DocParams, gatewayLimits, NoParams } from './gateway-params.ts'
import { turnstile } from './turnstile.ts'

export interface GatewayTools extends ChangesTools {
  /** `false`: there is none. */
  readonly isOn: boolean
  readonly reads: ArchiveReads
  readonly now: () => number
  readonly limits: Limits
}

const readOnly = 'this database can only be read'
const onlyMirrors = 'only what pull replication needs is answered here'

export function gatewayRoutes(app: FastifyInstance, tools: GatewayTools): void {
  const rate = tools.limits('archive', gatewayLimits.perMinute, 60_000)
  const doors = turnstile(gatewayLimits.openEach, gatewayLimits.open)
  void app.register(async (scope) => {
    scope.setErrorHandler((error, _request, reply) => answerRefusal(reply, error))
    scope.addHook('onRequest', async (request, reply) => {
      void reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-store')
      if (request.method === 'OPTIONS') return preflight(reply)
      if (!tools.isOn) throw new GatewayRefusal(404, 'not_found', 'this community keeps no archive')
      const network = addressBlock(request.ip)
      const { isWithin, resetMs } = rate.take(network, tools.now())
      if (!isWithin) throw tooMany(reply, resetMs)
      const leave = doors.enter(network)
      if (leave === null) throw tooMany(reply, 2_000)
      reply.raw.once('close', leave)
    })
    for (const path of [mirrorPath, `${mirrorPath}/`]) scope.get(path, async (request) => aboutDatabase(tools, request))
    scope.get(`${mirrorPath}/_changes`, async (request, reply) =>
      stream(reply, await changesAnswer(tools, parsed(ChangesParams, request.query))),
    )
    scope.post(`${mirrorPath}/_bulk_get`, { bodyLimit: gatewayLimits.bodyBytes }, async (request, reply) => {
      parsed(BulkGetParams, request.query)
      return stream(reply, await bulkGetAnswer(tools.reads, parsed(BulkGetBody, request.body)))
    })
    // Older replicators ask for it before they write a checkpoint; nothing here is waiting to be
    // written.
    scope.post(`${mirrorPath}/_ensure_full_commit`, { bodyLimit: 1_024 }, async (_request, reply) =>
      reply.code(201).send({ ok: true, instance_start_time: '0' }),
    )
    scope.get(`${mirrorPath}/_local/*`, async (request) => {
      checkpointIn(request)
      throw new GatewayRefusal(404, 'not_found', 'missing')
    })
    scope.put(`${mirrorPath}/_local/*`, { bodyLimit: gatewayLimits.checkpointBytes }, async (request, reply) =>
      keepNoCheckpoint(request, reply),
    )
    scope.get<{ Params: { id: string } }>(`${mirrorPath}/:id`, async (request, reply) => {
      const id = parsed(DocId, request.params.id)
      return docAnswer(tools.reads, request, reply, id, parsed(DocParams, request.query))
    })
    scope.all(`${mirrorPath}/*`, async (request) => {
      if (request.method === 'GET' || request.method === 'HEAD') throw new GatewayRefusal(403, 'forbidden', onlyMirrors)
      throw new GatewayRefusal(403, 'forbidden', readOnly)
    })
    for (const url of [mirrorPath, `${mirrorPath}/`])
      scope.route({ method: ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'], url, handler: refuseWriting })
    scope.all(`${archiveRoot}/*`, async () => {
      throw new GatewayRefusal(404, 'not_found', 'there is one database: public')
    })
  })
}

async function refuseWriting(): Promise<never> {
  throw new GatewayRefusal(403, 'forbidden', readOnly)
}

/** @throws GatewayRefusal 400, which names what is wrong and not what it was. */
export function parsed<T>(schema: z.ZodMiniType<T>, given: unknown): T {
  const found = schema.safeParse(given)
  if (found.success) return found.data
  const [issue] = found.error.issues
  const names = issue?.code === 'unrecognized_keys' ? issue.keys : [issue?.path.join('.') ?? '']
  throw new GatewayRefusal(400, 'bad_request', `${onlyMirrors}: not this ${names.join(', ').slice(0, 100) || 'name or form'}`)
}

async function aboutDatabase({ reads }: GatewayTools, request: FastifyRequest) {
  parsed(NoParams, request.query)
  const { doc_count, update_seq } = await reads.info()
  return { db_name: 'public', doc_count, update_seq, instance_start_time: '0', compact_running: false, props: {} }
}

async function bulkGetAnswer(reads: ArchiveReads, { docs }: z.infer<typeof BulkGetBody>): Promise<AsyncGenerator<string>> {
  const parts = reads.docs(docs)
  const first = await parts.next()
  return (async function* () {
    let isFirst = true
    yield '{"results":['
    for (let part = first; part.done !== true; part = await parts.next()) {
      for (const { id, rev, docs: found } of part.value) {
        const missing = [{ error: { id, rev: rev ?? 'undefined', error: 'not_found', reason: 'missing' } }]
        yield `${isFirst ? '' : ','}${JSON.stringify({ id, docs: found.length === 0 ? missing : found.map((ok) => ({ ok })) })}`
        isFirst = false
      }
    }
    yield ']}\n'
  })()
}

/**
 * A mirror writes down how far it came, at both ends. PouchDB takes a refusal for what it is and
 * goes by its own note from then on. CouchDB gives up on one: it is told that all is well, and
 * finds nothing the next time, so that it looks through the list of changes from the beginning,
 * fetching nothing twice.
 */
function keepNoCheckpoint(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const id = checkpointIn(request)
  if (request.headers['user-agent']?.startsWith('CouchDB-Replicator/') !== true) throw new GatewayRefusal(403, 'forbidden', readOnly)
  return reply.code(201).send({ ok: true, id: `_local/${id}`, rev: '0-1' })
}

function checkpointIn({ params }: FastifyRequest): string {
  return parsed(z.object({ '*': CheckpointId }), params)['*']
}

function stream(reply: FastifyReply, parts: AsyncGenerator<string>): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(parts, { objectMode: false }))
}

function preflight(reply: FastifyReply): FastifyReply {
  return reply
    .code(204)
    .header('access-control-allow-methods', 'GET, HEAD, POST')
    .header('access-control-allow-headers', 'accept, content-type')
    .header('access-control-max-age', '86400')
    .send()
}

function tooMany(reply: FastifyReply, afterMs: number): GatewayRefusal {
  void reply.header('retry-after', Math.ceil(afterMs / 1_000)).header('access-control-expose-headers', 'retry-after')
  return new GatewayRefusal(429, 'too_many_requests', 'this is more than one mirror needs: go on a little later')
}

/** @throws what is no refusal, for the site's own handler */
function answerRefusal(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof GatewayRefusal) return reply.code(error.status).send({ error: error.code, reason: error.message })
  if (error instanceof ArchiveDown || error instanceof ArchiveRefused)
    return reply.code(503).header('retry-after', '10').send({ error: 'unavailable', reason: 'the archive is down; the site is not' })
  throw error
}
