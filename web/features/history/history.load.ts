import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { accessOf, canEditPost } from '#shared/posts/rules.ts'
import type { Post, Revision } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { versionsOf } from '#shared/posts/version-queries.ts'
import { kindOf } from '#shared/posts/versions.ts'
import type { LoadRequest } from '../../app/route.ts'
import { personView } from '../../blocks/people.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { gone, moved, notFound } from '../../data/answer.ts'

/** content.md 3.7 */
const atOnce = 10

/** `/revisions/post/:postId/:slug?` */
export async function loadHistory(data: PageData, { params, url }: LoadRequest) {
  const post = await postOf(data, params['postId'], params['slug'], (found) => `${links.postHistory(found)}${url.search}`)
  const limit = limitOf(url.searchParams, atOnce, 500)
  const found = await versionsOf(data.read, post, limit + 1, accessOf(data.viewer, post) !== 'none')
  const shown = found.slice(0, limit)
  const cards = await memberCards(
    data.read,
    shown.map(({ authorId }) => authorId),
  )
  return {
    head: { title: `History of ${await nameOf(data, post)}`, robots: 'noindex' as const },
    post: { id: post.id, slug: post.slug, title: await nameOf(data, post), lang: post.lang, dir: post.direction, status: post.status },
    versions: shown.map((revision) => ({
      ...versionView(revision, post),
      editor: personView(cards.get(revision.authorId) ?? unknownMember),
    })),
    more: found.length > limit ? links.postHistory(post, { limit: limit + atOnce }) : null,
    canRestore: canEditPost(data.viewer, post).allowed,
  }
}

export type VersionLine = Awaited<ReturnType<typeof loadHistory>>['versions'][number]

function versionView(revision: Revision, post: Post) {
  const { id, version, at, added = null, removed = null, note = '' } = revision
  return { id, version, at, added, removed, note, kind: kindOf(revision), isLive: id === post.revisionId && post.status === 'published' }
}

/** @throws notFound, gone, moved */
export async function postOf(
  data: PageData,
  id: string | undefined,
  slug: string | undefined,
  address: (post: Post) => string,
): Promise<Post> {
  const post = id !== undefined && isId(id) ? await data.read.get(posts, id) : undefined
  if (post === undefined) throw id !== undefined && isId(id) && (await data.isGone(id)) ? gone() : notFound()
  if (slug !== (post.slug ?? undefined)) throw moved(address(post))
  return post
}

export async function nameOf({ read }: PageData, post: Post): Promise<string> {
  const latest = post.title === '' ? await read.get(revisions, post.latestRevisionId) : undefined
  return post.title || latest?.title || 'an untitled post'
}
