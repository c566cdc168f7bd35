/**
 * The short forms (content.md 10.2): pages in Markdown at addresses that are easy to guess. Public
 * things only, the same for all.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { BodyText } from '#server/pages/page-renderer.ts'
import type { SiteContext } from '#server/http/site-context.ts'
import type { MarkdownPage, MarkdownData } from '#server/markdown-pages/markdown-page.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { isId } from '#shared/kernel/ids.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { postBySlug } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { replyCached } from '#server/http/site-context.ts'

type Params = Readonly<Record<string, string>>
type Making = (data: MarkdownData, params: Params) => Promise<MarkdownPage>

/** What a Markdown representation is made from. `read` is permitted for `viewer`, `all` is not. */
export function markdownData(
  context: Pick<SiteContext, 'site' | 'now'>,
  { all, read, viewer, text }: { readonly all: Read; readonly read: Read; readonly viewer: Viewer; readonly text: BodyText },
): MarkdownData {
  return {
    ...{ read, viewer, now: context.now(), site: context.site(), search: null, markdown: text.markdown },
    async isGone(postId) {
      const post = await all.get(posts, postId)
      return post?.status === 'removed' && post.publishedAt !== null
    },
  }
}

export const shortForms: readonly (readonly [path: string, about: string, make: Making])[] = [
  ['/api/home', 'The front page', async (data) => (await lists()).homeMarkdown(data)],
  ['/api/latest', 'The latest posts', async (data) => (await lists()).latestMarkdown(data)],
  ['/api/curated', 'Curated posts', async (data) => (await lists()).curatedMarkdown(data)],
  ['/api/recent', 'Recent comments', async (data) => (await lists()).recentMarkdown(data)],
  ['/api/tag/:slug', 'A tag with its page and posts', async (data, { slug = '' }) => (await wiki()).tagPageMarkdown(data, slugify(slug))],
  [
    '/api/user/:slug',
    'A member',
    async (data, { slug = '' }) => (await import('#server/markdown-pages/member.ts')).userMarkdown(data, slug),
  ],
  [
    '/api/post/:post',
    'A post with its text, by id or slug',
    async (data, { post = '' }) => (await ofPost()).postMarkdown(data, { postId: await idOf(data, post) }),
  ],
  [
    '/api/post/:post/comments',
    'Its comments',
    async (data, { post = '' }) => (await ofPost()).commentsMarkdown(data, await idOf(data, post)),
  ],
  [
    '/api/post/:post/comments/:comment',
    'One comment with its replies',
    async (data, { post = '', comment = '' }) => (await ofPost()).commentMarkdown(data, await idOf(data, post), comment),
  ],
  ['/api/sequence/:id', 'A sequence of posts', async (data, { id = '' }) => (await ofSequence()).sequenceMarkdown(data, id)],
  [
    '/api/sequence/:id/post/:post',
    'A post with its previous and next posts in the sequence',
    async (data, { id = '', post = '' }) => (await ofSequence()).postInSequenceMarkdown(data, id, await idOf(data, post)),
  ],
]

const lists = () => import('#server/markdown-pages/lists.ts')
const ofPost = () => import('#server/markdown-pages/post.ts')
const ofSequence = () => import('#server/markdown-pages/sequences.ts')
const wiki = () => import('#server/markdown-pages/wiki.ts')

/** A name that no post has stays as it is: nothing is found under it. */
async function idOf({ read }: MarkdownData, name: string): Promise<string> {
  return isId(name) ? name : ((await postBySlug(read, name))?.id ?? name)
}

export function markdownRoutes(app: FastifyInstance, context: SiteContext): void {
  for (const [path, , make] of shortForms) {
    app.get<{ Params: Params }>(path, async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
      const [text, { renderedMarkdown }] = await Promise.all([context.text(), import('#server/markdown-pages/markdown-page.ts')])
      const key = `short ${path} ${JSON.stringify(request.params)}`
      return replyCached(context, request, reply, key, async (all) => {
        const data = markdownData(context, { all, read: permittedRead(all, visitor, policies), viewer: visitor, text })
        return renderedMarkdown(await make(data, request.params), context.site().origin)
      })
    })
  }
}
