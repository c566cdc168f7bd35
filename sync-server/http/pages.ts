/** GET of everything that is a page: the web side's routes, and the 404 for what is none. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState, PageRequest, RenderedPage } from '#shared/pages/page-data.ts'
import type { CachedAnswer, Rendered } from '../pages/page-cache.ts'
import type { PageAddress } from '../pages/page-address.ts'
import type { SessionRef } from './ports.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { withQuery } from '../pages/old-addresses.ts'
import { pageAddress } from '../pages/page-address.ts'
import { anyVisitor } from '../pages/page-renderer.ts'
import { sendCached } from './send-cached.ts'
import { neverKept, pageViewer, sessionOf } from './site-context.ts'

type PageTarget = Extract<PageAddress, { kind: 'page' }>

/** The cache's name for a public page. The fast path looks it up by what the client sent. */
export function pageKey(as: PageRequest['as'], url: string): string {
  return `${as} ${url}`
}

/** A path that no page has; any will do, the page does not show it. */
const nowhere = '/no-such-page'

export async function answerPage(
  context: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  target: string,
  as: PageRequest['as'],
): Promise<FastifyReply> {
  const address = pageAddress(await context.routes(), target)
  if (address.kind === 'malformed') throw new AppError('invalid', { field: 'url' })
  if (address.kind === 'moved')
    return reply.code(308).header('location', address.location).header('cache-control', 'public, max-age=3600').send()
  if (address.kind === 'unknown') {
    return send(context, request, reply, await publicPage(context, nowhere, as))
  }
  if (address.match.route.audience !== 'everyone') {
    return sendPrivate(reply, await privatePage(context, await sessionOf(context, request), address, as, null), request)
  }
  const answer = await publicPage(context, address.publicUrl, as)
  if (answer.status === 308 && answer.location !== null && address.url !== address.publicUrl) {
    // What the cache left out of the query goes along all the same.
    return reply
      .code(308)
      .header('location', withQuery(answer.location, address.url.slice(address.match.keyPath.length)))
      .header('cache-control', 'no-cache')
      .send()
  }
  if (answer.status === 401 || answer.status === 403 || answer.status === 404) {
    // Perhaps the member's own draft; what they may see is told to nobody else.
    const session = await sessionOf(context, request)
    const own = session === null ? null : await privatePage(context, session, address, as, null)
    if (own !== null && own.status !== answer.status) return sendPrivate(reply, own, request)
  }
  if (answer.location !== null && as === 'html' && address.url !== address.publicUrl) {
    // The cache leaves out what a page does not know; whoever is sent on keeps all they came with (content.md 1.5).
    return reply
      .code(answer.status)
      .header('location', withQueryOf(answer.location, address.url))
      .header('cache-control', 'public, max-age=0')
      .send()
  }
  return send(context, request, reply, answer)
}

/** @returns `location` with those parameters of `asked` that it does not have itself. */
function withQueryOf(location: string, asked: string): string {
  const there = new URL(location, 'http://site')
  for (const [name, value] of new URL(asked, 'http://site').searchParams)
    if (!there.searchParams.has(name)) there.searchParams.append(name, value)
  return `${there.pathname}${there.search}${there.hash}`
}

export function publicPage(context: SiteContext, url: string, as: PageRequest['as']): Promise<CachedAnswer> {
  return context.cache.answer(pageKey(as, url), async (read): Promise<Rendered> => context.renderer.render(read, { url, as }, anyVisitor))
}

/** Rendered for whoever asks, with the refused form in it if there is one. Never kept. */
export function privatePage(
  context: SiteContext,
  session: SessionRef | null,
  address: PageTarget,
  as: PageRequest['as'],
  form: FormState | null,
): Promise<RenderedPage> {
  return context.store.read(async (read) => {
    const seenBy = await pageViewer(context, read, session)
    return context.renderer.render(read, { url: address.url, as }, { ...seenBy, form })
  })
}

/** @param status in place of the page's own: a refusal shown on a page that is fine by itself. */
export function sendPrivate(reply: FastifyReply, page: RenderedPage, request: FastifyRequest, status = page.status): FastifyReply {
  neverKept(reply).code(status).type(page.contentType)
  if (page.location !== null) reply.header('location', page.location)
  // Fastify would count the bytes and send none by itself only for routes it knows.
  if (request.method === 'HEAD') return reply.header('content-length', Buffer.byteLength(page.body)).send('')
  return reply.send(page.body)
}

async function send(context: SiteContext, request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer): Promise<FastifyReply> {
  reply.hijack()
  await sendCached(request.raw, reply.raw, answer, context.cache, context.headers)
  return reply
}
