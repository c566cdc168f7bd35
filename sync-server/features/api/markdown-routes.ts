/** The short forms (content.md 10.2): pages in Markdown at addresses that are easy to guess. Public things only, the same for all. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { BodyText } from '#server/pages/page-renderer.ts'
import type { SiteContext } from '#server/http/site-context.ts'
import type { Twin, TwinData } from '#server/twins/twin.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { isId } from '#shared/kernel/ids.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { postBySlug } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { replyCached } from '#server/http/site-context.ts'

type Params = Readonly<Record<string, string>>
type Making = (data: TwinData, params: Params) => Promise<Twin>

/** What a twin is made from. `read` is permitted for `viewer`, `all` is not. */
export function twinData(
  context: Pick<SiteContext, 'site' | 'now'>,
  { all, read, viewer, text }: { readonly all: Read; readonly read: Read; readonly viewer: Viewer; readonly text: BodyText },
): TwinData {
  return {
    ...{ read, viewer, now: context.now(), site: context.site(), search: null, markdown: text.markdown },
    async isGone(postId) {
      const post = await all.get(posts, postId)
      return post?.status === 'removed' && post.publishedAt !== null
    },
  }
}

export const shortForms: readonly (readonly [path: string, about: string, make: Making])[] = [
  ['/api/home', 'The front page', async (data) => (await lists()).homeTwin(data)],
  ['/api/latest', 'The latest posts', async (data) => (await lists()).latestTwin(data)],
  ['/api/curated', 'Curated posts', async (data) => (await lists()).curatedTwin(data)],
  ['/api/recent', 'What was said last', async (data) => (await lists()).recentTwin(data)],
  ['/api/tag/:slug', 'A tag with its page and its posts', async (data, { slug = '' }) => (await wiki()).tagPageTwin(data, slugify(slug))],
  ['/api/user/:slug', 'A member', async (data, { slug = '' }) => (await import('#server/twins/member.ts')).userTwin(data, slug)],
  [
    '/api/post/:post',
    'A post with its text, by id or slug',
    async (data, { post = '' }) => (await ofPost()).postTwin(data, { postId: await idOf(data, post) }),
  ],
  [
    '/api/post/:post/comments',
    'Its discussion',
    async (data, { post = '' }) => (await ofPost()).commentsTwin(data, await idOf(data, post)),
  ],
  [
    '/api/post/:post/comments/:comment',
    'One comment with its replies',
    async (data, { post = '', comment = '' }) => (await ofPost()).commentTwin(data, await idOf(data, post), comment),
  ],
  ['/api/sequence/:id', 'A sequence of posts', async (data, { id = '' }) => (await ofSequence()).sequenceTwin(data, id)],
  [
    '/api/sequence/:id/post/:post',
    'A post with what comes before and after it there',
    async (data, { id = '', post = '' }) => (await ofSequence()).postInSequenceTwin(data, id, await idOf(data, post)),
  ],
]

const lists = () => import('#server/twins/lists.ts')
const ofPost = () => import('#server/twins/post.ts')
const ofSequence = () => import('#server/twins/sequences.ts')
const wiki = () => import('#server/twins/wiki.ts')

/** A name that no post has stays as it is: nothing is found under it. */
async function idOf({ read }: TwinData, name: string): Promise<string> {
  return isId(name) ? name : ((await postBySlug(read, name))?.id ?? name)
}

export function markdownRoutes(app: FastifyInstance, context: SiteContext): void {
  for (const [path, , make] of shortForms) {
    app.get<{ Params: Params }>(path, async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
      const [text, { renderedTwin }] = await Promise.all([context.text(), import('#server/twins/twin.ts')])
      const key = `short ${path} ${JSON.stringify(request.params)}`
      return replyCached(context, request, reply, key, async (all) => {
        const data = twinData(context, { all, read: permittedRead(all, visitor, policies), viewer: visitor, text })
        return renderedTwin(await make(data, request.params), context.site().origin)
      })
    })
  }
}
