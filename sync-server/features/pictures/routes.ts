import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SessionRef } from '#server/http/ports.ts'
import type { Picture } from '#shared/pictures/schema.ts'
import type { Pictures } from './pictures.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { seesPrivatePicture } from '#shared/messages/picture-policies.ts'
import { pictureLimits, pictureWidths } from '#shared/pictures/limits.ts'
import { canAddPicture } from '#shared/pictures/rules.ts'
import { faultField } from '#shared/pictures/words.ts'

export interface PictureRoutesOptions {
  readonly pictures: Pictures
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly sessionOf: (request: FastifyRequest) => Promise<SessionRef | null>
  readonly now: () => number
}

/**
 * Names the account that the picture was added in: a device does not send one member's pictures in
 * another's name.
 */
const accountHeader = 'x-account'
/** Sent with a picture that is added for a message. */
const privateHeader = 'x-private'

/**
 * `PUT /pictures/ID` for members. `GET /pictures/ID` for all who know the id; of a message's
 * picture for those who may read the message now, and no cache keeps it.
 */
export function pictureRoutes(app: FastifyInstance, options: PictureRoutesOptions): void {
  void app.register(async (scope) => uploads(scope, options))

  app.get<{ Params: { id: string }; Querystring: { w?: unknown } }>(links.picture(':id'), async (request, reply) => {
    const { id } = request.params
    const width = request.query.w === undefined ? null : Number(request.query.w)
    const isAsked = width === null || (pictureWidths as readonly number[]).includes(width)
    const found = isId(id) && isAsked ? await options.pictures.open(id, width, seenBy(request)) : null
    if (found === null) throw new AppError('not-found')
    if (found === 'gone') return reply.code(410).header('cache-control', 'no-store').send()
    const tag = `"${found.tag}"`
    shownOnly(reply, id).header('cache-control', found.isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable')
    if (!found.isPrivate) reply.header('etag', tag)
    if (!found.isPrivate && request.headers['if-none-match'] === tag) {
      found.stream.destroy()
      return reply.code(304).send()
    }
    if (found.bytes !== null) reply.header('content-length', found.bytes)
    if (request.method === 'HEAD') {
      found.stream.destroy()
      return reply.send()
    }
    return reply.send(found.stream)
  })

  const seenBy =
    (request: FastifyRequest) =>
    async (picture: Picture): Promise<boolean> => {
      const session = await options.sessionOf(request)
      if (session === null) return false
      const now = options.now()
      return options.store.read(async (read) => seesPrivatePicture(read, await viewerOfAccount(read, session.userId, now), picture, now))
    }
}

/**
 * Whatever a browser takes the bytes for, they can do nothing: opened by themselves they stand in a
 * document that may load and run nothing.
 */
function shownOnly(reply: FastifyReply, id: string): FastifyReply {
  return reply
    .type('image/webp')
    .header('content-disposition', `inline; filename="picture-${id}.webp"`)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
}

async function uploads(scope: FastifyInstance, { pictures, store, sessionOf, now }: PictureRoutesOptions): Promise<void> {
  scope.removeAllContentTypeParsers()
  // As it comes: what kind it is, its bytes say.
  scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: Readable) => payload)
  scope.put<{ Params: { id: string } }>(
    links.picture(':id'),
    {
      bodyLimit: pictureLimits.bytes,
      // Before any of it is read.
      async onRequest(request) {
        if (Number(request.headers['content-length'] ?? 0) > pictureLimits.bytes)
          throw new AppError('invalid', { field: faultField('bytes') })
        if (!isId(request.params.id)) throw new AppError('invalid', { field: 'id' })
        await pictures.requireRoom(await owner(request))
      },
    },
    async (request, reply) => {
      const { body } = request
      if (!isStream(body)) throw new AppError('invalid', { field: faultField('none') })
      const to = { id: request.params.id, ownerId: await owner(request), isPrivate: request.headers[privateHeader] !== undefined }
      const { isNew, width, height } = await pictures.take(to, body)
      return reply
        .code(isNew ? 201 : 200)
        .header('cache-control', 'private, no-store')
        .send({ ok: true, outcome: 'applied', width, height })
    },
  )

  async function owner(request: FastifyRequest): Promise<string> {
    const session = await sessionOf(request)
    const meant = request.headers[accountHeader]
    if (session === null || (meant !== undefined && meant !== session.userId))
      throw new AppError('not-allowed', { reason: 'sign-in-first' })
    authorize(canAddPicture(await store.read((read) => viewerOfAccount(read, session.userId, now()))))
    return session.userId
  }
}

function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function'
}
