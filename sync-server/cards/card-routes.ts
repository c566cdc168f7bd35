/**
 * `GET /card/posts/ID/VERSION.png` and `/card/site/VERSION.png`: the pictures that other sites show
 * beside links to us. Of public things only, the same for all.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { LinkCard } from '#shared/pages/link-card.ts'
import type { SiteContext } from '#server/http/site-context.ts'
import type { MadeFiles } from '#server/files/made-files.ts'
import type { CardWorkers } from './card-workers.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { isId } from '#shared/kernel/ids.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { cardOfPost, cardOfSite, linkCardPath, linkCardSize, linkCardVersion } from '#shared/pages/link-card.ts'
import { posts } from '#shared/posts/schema.ts'
import { addressBlock } from '#server/http/client-address.ts'

export interface CardRoutesOptions {
  readonly files: MadeFiles
  readonly workers: CardWorkers
}

interface CardRequest {
  Params: { readonly id?: string; readonly version: string }
  Querystring: { readonly w?: unknown }
}

/** Drawing one takes a third of a second; a site that lists our posts asks for dozens at once. */
export const cardsDrawnAMinute = 40
const busyMs = 3_000
/** How long the redirect from an outdated version's address may be cached. */
const movedFor = 'public, max-age=300'
const paths = { post: links.postCard(':id', ':version'), site: links.siteCard(':version') }

export function cardRoutes(app: FastifyInstance, context: SiteContext, { files, workers }: CardRoutesOptions): void {
  const limit = context.limits('cards', cardsDrawnAMinute, 60_000)

  app.get<CardRequest>(paths.post, async (request, reply) => {
    const { id = '' } = request.params
    const card = isId(id) ? await publicCard(context, id) : null
    if (card === null) throw new AppError('not-found')
    return answer(request, reply, id, card)
  })

  app.get<CardRequest>(paths.site, (request, reply) => answer(request, reply, null, cardOfSite(context.site())))

  async function answer(
    request: FastifyRequest<CardRequest>,
    reply: FastifyReply,
    id: string | null,
    card: LinkCard,
  ): Promise<FastifyReply> {
    const { w } = request.query
    const isSmall = w === String(linkCardSize.thumbnail)
    if (w !== undefined && !isSmall) throw new AppError('not-found')
    const width = isSmall ? linkCardSize.thumbnail : linkCardSize.width
    const version = linkCardVersion(card)
    if (request.params.version !== version)
      return reply.header('cache-control', movedFor).redirect(linkCardPath(id, card, isSmall ? linkCardSize.thumbnail : undefined), 302)
    const tag = `"${version}-${width}"`
    if (request.headers['if-none-match'] === tag) return shownAnywhere(reply, tag).code(304).send()
    // The id is part of the name: otherwise a title made to have another card's version would
    // replace that card's picture.
    const name = `${id ?? 'site'}-${version}`
    if (!(await files.has(name))) spendDrawing(request)
    const read = (folder: string) => readFile(join(folder, `${width}.png`)).catch(() => null)
    const bytes = await files.open(name, read, async (folder) => {
      const made = await workers.make({ card, folder })
      if (made === 'busy') throw busy(busyMs)
      if ('fault' in made) context.log.error({ card, fault: made.fault }, 'a card could not be drawn')
      return 'widths' in made
    })
    if (bytes === null) return reply.header('cache-control', 'no-store').redirect('/icons/icon-512.png', 302)
    return shownAnywhere(reply, tag).type('image/png').send(bytes)
  }

  function spendDrawing(request: FastifyRequest): void {
    limit.spend(addressBlock(request.ip), context.now())
  }
}

/** Other sites may show it in their pages. */
function shownAnywhere(reply: FastifyReply, tag: string): FastifyReply {
  return reply
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('etag', tag)
}

/** As a visitor may see the post; `null` for one that is hidden or absent. */
function publicCard(context: SiteContext, id: string): Promise<LinkCard | null> {
  return context.store.read(async (raw) => {
    const read = permittedRead(raw, visitor, context.policies)
    const post = await read.get(posts, id)
    if (post === undefined) return null
    const ids = [post.authorId, ...post.coauthorIds]
    const cards = await memberCards(read, ids)
    return cardOfPost(
      post,
      ids.map((authorId) => (cards.get(authorId) ?? unknownMember).name),
      context.site().name,
    )
  })
}

const busy = (retryAfterMs: number): AppError => new AppError('rate-limited', { retryAfterMs })
