import type { PageData, RenderedPage, WebEntry } from '#shared/pages/page-data.ts'
import { postList } from '#shared/feed/queries.ts'
import { thread } from '#shared/posts/queries.ts'

/**
 * A web side of a few lines for tests of the server: the same port as the built entry, with every
 * kind of page.
 */
export interface SmallWeb extends WebEntry {
  /** How often each address was rendered. */
  readonly renders: Map<string, number>
  /**
   * Awaited in the middle of each render, after the reading: a test can let something happen there.
   */
  pause: () => Promise<void>
}

const routes: WebEntry['routes'] = [
  { path: '/', title: 'Home', audience: 'everyone', offline: 'saved' },
  { path: '/allPosts', title: 'All posts', audience: 'everyone', offline: 'saved' },
  { path: '/about', title: 'About', audience: 'everyone', offline: 'full' },
  { path: '/shell', title: 'Shell', audience: 'everyone', offline: 'full' },
  { path: '/posts/:postId/:slug?', title: 'Post', audience: 'everyone', offline: 'saved' },
  { path: '/users/:slug', title: 'Member', audience: 'everyone', offline: 'saved' },
  { path: '/login', title: 'Sign in', audience: 'anyone-private', offline: 'none' },
  { path: '/drafts', title: 'Drafts', audience: 'member', offline: 'full' },
  { path: '/newPost', title: 'New post', audience: 'member', offline: 'full' },
  { path: '/account', title: 'Account', audience: 'member', offline: 'none' },
  { path: '/shelf', title: 'Shelf', audience: 'everyone', offline: 'saved', variesByMember: true },
  { path: '/groups-map', title: 'Map', audience: 'everyone', offline: 'saved' },
  { path: '/breaks', title: 'Breaks', audience: 'everyone', offline: 'none' },
]

export function smallWeb(): SmallWeb {
  const renders = new Map<string, number>()
  const web: SmallWeb = {
    routes,
    renders,
    pause: async () => undefined,
    inlineScript: 'document.documentElement.dataset.theme = "light"',
    ageScript: '',
    async render({ url, as }, data) {
      const key = `${as} ${url}`
      renders.set(key, (renders.get(key) ?? 0) + 1)
      const page = await pageOf(new URL(url, 'http://site.test'), data)
      await web.pause()
      const contentType = as === 'html' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
      const shown = { ...page, viewer: data.viewer.kind, form: data.form }
      const text = JSON.stringify(shown)
      // Long enough to be worth compressing.
      const body = as === 'html' ? `<!doctype html><title>${page.title}</title><main>${text}</main><!--${'.'.repeat(2_000)}-->` : text
      return { status: page.status, location: page.location ?? null, body: page.location === undefined ? body : '', contentType }
    },
    renderError: (status, { digest, host, again = null }) =>
      `<!doctype html><title>${status}</title><main>${JSON.stringify(again)}</main>${host} ${digest ?? ''}`,
  }
  return web
}

interface SmallPage {
  readonly status: RenderedPage['status']
  readonly title: string
  readonly location?: string
  readonly comments?: number
}

async function pageOf(url: URL, data: PageData): Promise<SmallPage> {
  const [, first = '', second = '', third] = url.pathname.split('/')
  const isMember = data.viewer.kind === 'member'
  if (first === '')
    return { status: 200, title: (await postList(data.read, 'frontpage', 'magic', 10)).rows.map((row) => row.post.title).join(', ') }
  if (first === 'breaks') throw new Error('a bug with the secret s3cret in it')
  if (first === 'login') return { status: 200, title: `Sign in, then ${url.searchParams.get('returnTo') ?? '/'}` }
  if (['drafts', 'newPost', 'account'].includes(first))
    return isMember ? { status: 200, title: first } : { status: 401, title: `Sign in for ${first}` }
  if (first !== 'posts') return { status: routes.some((route) => route.path.startsWith(`/${first}`)) ? 200 : 404, title: first }
  const found = await thread(data.read, { postId: second })
  if (found === undefined) return { status: 404, title: 'Nothing here' }
  if (found.post.slug !== null && third !== found.post.slug)
    return { status: 308, title: '', location: `/posts/${second}/${found.post.slug}${url.search}` }
  return { status: 200, title: `${found.post.title}${url.search}`, comments: found.comments.length }
}
