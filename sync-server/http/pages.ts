/** GET of everything that is a page: the web side's routes, and the 404 for what is none. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { FormState, PageData } from '#shared/pages/page-data.ts'
import type { IncomingMessage } from 'node:http'
import type { CachedAnswer, PageCache, Rendered } from '../pages/page-cache.ts'
import type { PageAddress } from '../pages/page-address.ts'
import type { SessionRef } from './ports.ts'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { hasMarkdown } from '#shared/pages/markdown-pages.ts'
import { withQuery } from '../pages/old-addresses.ts'
import { pageAddress } from '../pages/page-address.ts'
import { archiveAddress, variantAddress } from './front-preferences.ts'
import type { FormOfPage, RenderedText } from '../pages/page-renderer.ts'
import { anyVisitor } from '../pages/page-renderer.ts'
import { askedFor, statesNothing } from './markdown-asked.ts'
import { ownKey, sendCached, visitorsKey } from './send-cached.ts'
import { noStore, pageViewer, sessionOf } from './site-context.ts'

const wishesByPath: Readonly<Record<string, typeof variantAddress>> = {
  [links.front()]: variantAddress,
  [links.allPosts()]: archiveAddress,
}

type PageTarget = Extract<PageAddress, { kind: 'page' }>

/** The cache's name for a public page. The fast path looks it up by what the client sent. */
function pageKey(as: FormOfPage['as'], url: string): string {
  return `${as} ${url}`
}

/**
 * What the fast path may send. Without a cookie that is the visitors' of a page that varies by
 * member, too: whether a cookie is a member's it cannot know.
 */
export function cachedPage(cache: Pick<PageCache, 'peek'>, { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>) {
  const key = pageKey('html', url)
  return cache.peek(key) ?? (headers.cookie === undefined ? cache.peek(`${visitorsKey}${key}`) : undefined)
}

/** A page as the client wants it: HTML, or Markdown where there is that (markdown-asked.ts). */
export async function answerAsked(context: SiteContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = askedFor(request.url, request.headers)
  const address = pageAddress(await context.routes(), asked.target)
  const path = address.kind === 'page' ? address.match.route.path : null
  if (asked.as === 'html') {
    // A text in work is read by programs through its link; a browser says that it wants HTML.
    const isRead = address.kind === 'page' && keyIn(address) !== undefined && statesNothing(request.headers.accept)
    return answerPage(context, request, reply, asked.target, isRead && !asked.target.includes('format=html') ? 'markdown' : 'html')
  }
  if (path === null || hasMarkdown(path)) return answerPage(context, request, reply, asked.target, 'markdown')
  if (!asked.isExplicit) return answerPage(context, request, reply, asked.target, 'html')
  const { notAvailable, renderedMarkdown } = await import('../markdown-pages/markdown-page.ts')
  const { origin } = context.site()
  return sendPrivate(reply, renderedMarkdown(notAvailable(origin), origin), request)
}

/** A path that no page has; any will do, the page does not show it. */
const nowhere = '/no-such-page'

export async function answerPage(
  context: SiteContext,
  request: FastifyRequest,
  reply: FastifyReply,
  target: string,
  as: FormOfPage['as'],
): Promise<FastifyReply> {
  const address = pageAddress(await context.routes(), target)
  if (address.kind === 'malformed') throw new AppError('invalid', { field: 'url' })
  if (address.kind === 'moved')
    return reply.code(308).header('location', address.location).header('cache-control', 'public, max-age=3600').send()
  if (address.kind === 'unknown') {
    return send(context, request, reply, await publicPage(context, nowhere, as))
  }
  if (address.match.route.audience !== 'everyone') {
    const session = await sessionOf(context, request)
    // No other site is told the secret in it, nor a search engine. A member's forms have to say
    // where they come from.
    if (keyIn(address) !== undefined)
      reply.header('referrer-policy', session === null ? 'no-referrer' : 'same-origin').header('x-robots-tag', 'noindex')
    return sendPrivate(reply, await privatePage(context, session, address, as, null), request)
  }
  if (address.match.route.variesByMember === true) {
    const session = await sessionOf(context, request)
    if (session !== null) return sendPrivate(reply, await privatePage(context, session, address, as, null), request)
  }
  const wishes = request.headers.cookie === undefined ? undefined : wishesByPath[address.match.route.path]
  if (wishes !== undefined) {
    const variant = await wishes(context, request, address.publicUrl)
    if (variant !== address.publicUrl) return send(context, request, reply, await publicPage(context, variant, as, ownKey))
  }
  const answer = await publicPage(context, address.publicUrl, as, address.match.route.variesByMember === true ? visitorsKey : '')
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
  if (answer.location !== null && as !== 'data' && address.url !== address.publicUrl) {
    // The cache leaves out what a page does not know; whoever is sent on keeps all they came with
    // (content.md 1.5).
    return reply
      .code(answer.status)
      .header('location', withQueryOf(answer.location, address))
      .header('cache-control', 'public, max-age=0')
      .send()
  }
  return send(context, request, reply, answer)
}

/**
 * @returns `location` with those parameters that the page was not asked with and that it does not
 *   have itself: what it knew of, it has answered.
 */
function withQueryOf(location: string, { url, publicUrl }: { readonly url: string; readonly publicUrl: string }): string {
  const there = new URL(location, 'http://site')
  const known = new URL(publicUrl, 'http://site').searchParams
  for (const [name, value] of new URL(url, 'http://site').searchParams)
    if (!there.searchParams.has(name) && !known.has(name)) there.searchParams.append(name, value)
  return `${there.pathname}${there.search}${there.hash}`
}

/**
 * @param before begins the cache's name where the address has other answers, by cookie; no address
 *   of a client's can be that.
 */
export function publicPage(context: SiteContext, url: string, as: FormOfPage['as'], before = ''): Promise<CachedAnswer> {
  return context.cache.answer(`${before}${pageKey(as, url)}`, async (read, making): Promise<Rendered> =>
    context.renderer.render(read, { url, as }, anyVisitor, making),
  )
}

/** Rendered for whoever asks, with the refused form in it if there is one. Never kept. */
export function privatePage(
  context: SiteContext,
  session: SessionRef | null,
  address: PageTarget,
  as: FormOfPage['as'],
  form: FormState | null,
): Promise<RenderedText> {
  return context.parts.during((dropped) =>
    context.store.read(async (read) => {
      const seenBy = await pageViewer(context, read, session)
      const viewer: Viewer = { ...seenBy.viewer, ...linkOf(address) }
      const mailedLink = await mailedLinkOf(context, read, address)
      return context.renderer.render(
        read,
        { url: address.url, as },
        { ...seenBy, viewer, form, mailedLink },
        { dependsOn: new Set(), dropped },
      )
    }),
  )
}

/**
 * Said when the link is opened, not after its form was filled in. Opening it changes nothing: mail
 * scanners open links too.
 */
async function mailedLinkOf(context: SiteContext, read: Read, { match }: PageTarget): Promise<PageData['mailedLink']> {
  const page = /^\/(emailToken|resetPassword)\/:token$/u.exec(match.route.path)?.[1]
  if (page !== 'emailToken' && page !== 'resetPassword') return undefined
  return (await context.accounts.isUsableLink(read, page, match.params['token'] ?? '')) ? 'usable' : 'spent'
}

/** A draft is looked at by its link on its own page alone. */
function linkOf(address: PageTarget): Pick<Viewer, 'linkKey'> {
  const linkKey = keyIn(address)
  return linkKey === undefined ? {} : { linkKey }
}

function keyIn({ match, url }: PageTarget): string | undefined {
  if (match.route.path !== links.editPost('').split('?')[0]) return undefined
  const key = new URL(url, 'http://site').searchParams.get('key')
  return key !== null && isId(key) ? key : undefined
}

/** @param status in place of the page's own: a refusal shown on a page that is fine by itself. */
export function sendPrivate(reply: FastifyReply, page: RenderedText, request: FastifyRequest, status = page.status): FastifyReply {
  noStore(reply).code(status).type(page.contentType)
  if (page.location !== null) reply.header('location', page.location)
  for (const [name, value] of page.more ?? []) reply.header(name, value)
  // Fastify would count the bytes and send none by itself only for routes it knows.
  if (request.method === 'HEAD') return reply.header('content-length', Buffer.byteLength(page.body)).send('')
  return reply.send(page.body)
}

async function send(context: SiteContext, request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer): Promise<FastifyReply> {
  reply.hijack()
  await sendCached(request.raw, reply.raw, answer, context.cache, context.headers)
  return reply
}
