/**
 * `GET /oembed?url=…` for other sites' servers, and `GET /embed/posts/ID` for the frames they show.
 * Public things only, the same for all.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SiteContext } from '#server/http/site-context.ts'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import type { OembedParams, OembedRefusal } from './oembed.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { isId } from '#shared/kernel/ids.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { cardOfPost, linkCardPath, linkCardSize } from '#shared/pages/link-card.ts'
import { previewCard, previewTarget } from '#shared/pages/preview-card.ts'
import { posts } from '#shared/posts/schema.ts'
import { embedMissing, embedPage, embedPolicy } from './embed-page.ts'
import { oembedAnswer, oembedParams, oembedXml } from './oembed.ts'

/**
 * Others' servers keep it as long, and a frame may be as old: a title that was changed is no news.
 */
const keptFor = 'public, max-age=300'

export function oembedRoutes(app: FastifyInstance, context: SiteContext): void {
  app.get(links.oembed(), async (request, reply) => {
    const site = context.site()
    // Whatever page asks: it learns nothing that is not public, and no cookie is read.
    reply
      .header('access-control-allow-origin', '*')
      .header('x-robots-tag', 'noindex')
      .header('cross-origin-resource-policy', 'cross-origin')
    const asked = oembedParams(new URL(request.url, site.origin).searchParams, site.origin)
    if ('status' in asked) return refuse(reply, asked)
    const found = await embedded(asked)
    if (found === null) return refuse(reply, { status: 404, field: 'url' })
    const answer = oembedAnswer(found, asked, site)
    reply.header('cache-control', keptFor)
    return asked.format === 'json'
      ? reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
      : reply.type('text/xml; charset=utf-8').send(oembedXml(answer))
  })

  app.get<{ Params: { id: string } }>(links.embedPost(':id'), async (request, reply) => {
    const { id } = request.params
    const card = isId(id) ? await withPermitted((read) => previewCard(read, { kind: 'post', id, anchor: '' }, { hasSums: true })) : null
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', embedPolicy)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cross-origin-opener-policy', 'unsafe-none')
      .header('x-robots-tag', 'noindex')
    if (card?.kind !== 'post') return reply.code(404).header('cache-control', 'no-store').send(embedMissing(context.site()))
    return reply.header('cache-control', keptFor).send(embedPage(card, context.site()))
  })

  async function embedded({ target }: OembedParams) {
    const wanted = previewTarget(target)
    if (wanted === null) return null
    return withPermitted(async (read) => {
      const card = await previewCard(read, wanted, { hasSums: true })
      if (card === null) return null
      const post = card.kind === 'post' ? await read.get(posts, wanted.id) : undefined
      const drawn = post === undefined ? null : cardOfPost(post, namesIn(card), context.site().name)
      const thumbnail = drawn === null ? null : linkCardPath(wanted.id, drawn, linkCardSize.thumbnail)
      return { card, postId: post?.id ?? null, thumbnail }
    })
  }

  function withPermitted<T>(work: (read: ReturnType<typeof permittedRead>) => Promise<T>): Promise<T> {
    return context.store.read((read) => work(permittedRead(read, visitor, context.policies)))
  }
}

const namesIn = (card: PreviewCard): readonly string[] => (card.kind === 'post' ? card.authors.map(({ name }) => name) : [])

function refuse(reply: FastifyReply, { status, field }: OembedRefusal): FastifyReply {
  const code = status === 404 ? 'not-found' : 'invalid'
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({ error: { code, reason: null, field, retryAfterMs: null } })
}
