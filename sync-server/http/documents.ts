/**
 * What machines ask for: feeds, site maps, robots.txt, llms.txt, the web manifest, the health
 * check.
 */
import type { FastifyInstance } from 'fastify'
import type { SiteContext } from './site-context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isId } from '#shared/kernel/ids.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { featuredNames, links } from '#shared/links.ts'
import { nearbyFrom } from '#shared/local-groups/nearby.ts'
import { allCollections } from '#shared/sequences/queries.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { feedParams, feedQuery, isFree } from '../feeds/feed-params.ts'
import { renderSitemapIndex, renderSitemapPart, sitemapPart } from '../feeds/sitemap.ts'
import { FewOfEach } from '../pages/few-of-each.ts'
import { noStore, replyCached } from './site-context.ts'

/** Not pages of their own, or not for search engines. */
const unlisted: ReadonlySet<string> = new Set([
  '/shell',
  links.curated(),
  links.mixedFeed(),
  '/sequences',
  links.meta(),
  ...featuredNames.map((name) => links.featured(name)),
])

/**
 * Feeds of one view whose words or filters somebody made up: so many are kept, whoever asks for how
 * many.
 */
const freeFeedsEach = 100

export function documentRoutes(app: FastifyInstance, context: SiteContext): void {
  const free = new FewOfEach(freeFeedsEach)
  app.get('/feed.xml', async (request, reply) => {
    const params = feedParams(searchOf(request.url))
    if (params === null) throw new AppError('not-found')
    const [{ renderFeed }, text] = await Promise.all([import('../feeds/feed.ts'), context.text()])
    const { search, now } = context
    try {
      const key = `feed ${JSON.stringify(feedQuery(params))}`
      const answered = await replyCached(context, request, reply, key, (read) =>
        renderFeed(permittedRead(read, visitor, context.policies), params, { site: context.site(), text, search, now: now() }),
      )
      if (isFree(params)) for (const oldest of free.note(params.view, key)) context.cache.forget(oldest)
      return answered
    } catch (error) {
      if (!(error instanceof SearchUnavailable)) throw error
      return noStore(reply).code(503).header('retry-after', '60').type('text/plain; charset=utf-8').send('Search is unavailable.\n')
    }
  })

  app.get<{ Params: { id: string } }>('/events/:id.ics', async (request, reply) => {
    const { id } = request.params
    if (!isId(id)) throw new AppError('not-found')
    const { renderCalendar } = await import('../feeds/event-calendar.ts')
    return replyCached(context, request, reply, `calendar ${id}`, (read) =>
      renderCalendar(permittedRead(read, visitor, context.policies), id, context.site()),
    )
  })

  app.get<{ Params: { id: string } }>('/groups/:id.ics', async (request, reply) => {
    const { id } = request.params
    if (!isId(id)) throw new AppError('not-found')
    const { renderGroupCalendar } = await import('../feeds/event-calendar.ts')
    return replyCached(context, request, reply, `calendar of ${id}`, (read) =>
      renderGroupCalendar(permittedRead(read, visitor, context.policies), id, context.site(), context.now()),
    )
  })

  app.get('/nearby.ics', async (request, reply) => {
    const nearby = nearbyFrom(searchOf(request.url))
    if (nearby === null) throw new AppError('not-found')
    const { renderNearbyCalendar } = await import('../feeds/event-calendar.ts')
    const key = `calendar near ${JSON.stringify(nearby)}`
    const answered = await replyCached(context, request, reply, key, (read) =>
      renderNearbyCalendar(permittedRead(read, visitor, context.policies), nearby, context.site(), context.now()),
    )
    // There are as many places as somebody likes to ask for.
    for (const oldest of free.note('nearby.ics', key)) context.cache.forget(oldest)
    return answered
  })

  app.get('/calendar.ics', async (request, reply) => {
    const { renderOwnCalendar } = await import('../feeds/own-calendar.ts')
    const { policies, viewerOf, now } = context
    const asked = { key: searchOf(request.url).get('key') ?? '', site: context.site(), now: now() }
    const {
      status,
      contentType,
      body,
      more = [],
    } = await context.store.read((read) =>
      renderOwnCalendar(read, asked, async (userId) => permittedRead(read, await viewerOf(read, userId, asked.now), policies)),
    )
    for (const [name, value] of [...context.headers.feed, ...more]) reply.header(name, value)
    return noStore(reply)
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .code(status)
      .type(contentType)
      .send(body)
  })

  app.get('/sitemap.xml', (request, reply) =>
    replyCached(context, request, reply, 'sitemap', (read) => renderSitemapIndex(read, context.site().origin)),
  )

  app.get<{ Params: { part: string } }>('/sitemap-:part.xml', async (request, reply) => {
    const part = sitemapPart(request.params.part)
    if (part === null) throw new AppError('not-found')
    const { routes } = await context.webEntry.entry()
    const paths = routes
      .filter((route) => route.audience === 'everyone' && !/[:*]/u.test(route.path) && !unlisted.has(route.path))
      .map((route) => route.path)
    return replyCached(context, request, reply, `sitemap ${part.kind} ${part.n}`, (read) =>
      renderSitemapPart(permittedRead(read, visitor, context.policies), context.site().origin, part, paths),
    )
  })

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        ['User-agent: *', 'Disallow: /api/', 'Disallow: /dev/', '', `Sitemap: ${context.site().origin}${links.sitemap()}`, ''].join('\n'),
      ),
  )

  app.get(links.llms(), async (_request, reply) => {
    const { llmsText } = await import('../feeds/llms.ts')
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(llmsText(context.site()))
  })

  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { routes } = await context.webEntry.entry()
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(manifest(context.site().name, context.site().tagline, new Set(routes.map((route) => route.path)))))
  })

  app.get('/healthz', (_request, reply) => {
    const isWell = context.isHealthy()
    const { answers, bytes } = context.cache.stats
    return reply
      .code(isWell ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: isWell, build: context.site().build, journal: context.freshness.position, cache: { answers, bytes } })
  })

  // For whoever shares requests out among several of us: this one is started and stays, and the
  // store answers it.
  app.get('/readyz', async (_request, reply) => {
    const isReady = context.isHealthy() && !context.isClosing() && (await answersInTime(context))
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: isReady })
  })
}

const storePatienceMs = 2_000

async function answersInTime({ store }: SiteContext): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), storePatienceMs)
  })
  const read = store
    .read((rows) => rows.list(allCollections()))
    .then(
      () => true,
      () => false,
    )
  return Promise.race([read, late]).finally(() => clearTimeout(timer))
}

const shortcuts = [
  { name: 'New post', path: links.newPost() },
  { name: 'Drafts', path: links.drafts() },
  { name: 'Bookmarks', path: '/bookmarks' },
  { name: 'All posts', path: links.allPosts() },
] as const

/** W3C Web Application Manifest. Offers only what is built. */
function manifest(name: string, tagline: string, built: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/icons/${file}`,
    sizes,
    type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  })
  const light = { background_color: '#fdfcf9', theme_color: '#fdfcf9' }
  const dark = { background_color: '#171614', theme_color: '#171614' }
  return {
    id: '/',
    name,
    short_name: name.length > 12 ? (name.split(' ')[0] ?? name) : name,
    description: tagline,
    start_url: '/',
    scope: '/',
    lang: 'en',
    dir: 'ltr',
    display: 'standalone',
    display_override: ['window-controls-overlay', 'standalone', 'minimal-ui'],
    ...light,
    color_scheme_dark: dark,
    categories: ['news', 'social', 'books'],
    icons: [
      icon('icon.svg', 'any', 'any'),
      icon('icon-192.png', '192x192', 'any'),
      icon('icon-512.png', '512x512', 'any'),
      icon('icon-maskable-512.png', '512x512', 'maskable'),
      icon('icon-monochrome-512.png', '512x512', 'monochrome'),
    ],
    screenshots: [
      { src: '/icons/screenshot-narrow.png', sizes: '780x1688', type: 'image/png', form_factor: 'narrow', label: 'An essay' },
      { src: '/icons/screenshot-wide.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide', label: 'The front page' },
    ],
    ...(built.has(links.importTexts()) && {
      file_handlers: [
        {
          action: links.importTexts(),
          accept: {
            'text/markdown': ['.md', '.markdown'],
            'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
          },
        },
      ],
    }),
    shortcuts: shortcuts.filter((shortcut) => built.has(shortcut.path)).map(({ name: title, path }) => ({ name: title, url: path })),
  }
}

function searchOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at))
}
