import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { accessOf, canEditPost } from '#shared/posts/rules.ts'
import type { Post, Revision } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { versionsOf } from '#shared/posts/version-queries.ts'
import { kindOf } from '#shared/posts/version-mutations.ts'
import { addressOfTag } from '#shared/wiki/page-queries.ts'
import { tags } from '#shared/wiki/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { LoadRequest } from '../../app/route.ts'
import { personView } from '../../blocks/people.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { placeOf, withQuery } from '../../blocks/wiki/place.ts'
import { gone, moved, notFound } from '../../data/answer.ts'
import type { Addresses } from './addresses.ts'
import { addressesOfPost, addressesOfWiki } from './addresses.ts'

/** content.md 3.7 */
export const versionsAtOnce = 10

/** `/revisions/post/:postId/:slug?` */
export async function loadHistory(data: PageData, { params, url }: LoadRequest) {
  const post = await postOf(data, { params, url }, links.postHistory, links.wikiVersions)
  return historyOf(data, post, addressesOfPost(post), url)
}

/** The versions of a text that this viewer may see, newest first. */
export async function historyOf(data: PageData, post: Post, addresses: Addresses, url: URL) {
  const limit = limitOf(url.searchParams, versionsAtOnce, 500)
  const found = await versionsOf(data.read, post, limit + 1, accessOf(data.viewer, post) !== 'none')
  const shown = found.slice(0, limit)
  const cards = await memberCards(
    data.read,
    shown.map(({ authorId }) => authorId),
  )
  return {
    head: { title: `History of ${await nameOf(data, post)}`, robots: 'noindex' as const },
    post: { id: post.id, title: await nameOf(data, post), lang: post.lang, dir: post.direction, status: post.status },
    links: { page: addresses.page, edit: addresses.edit, compare: addresses.compare(), lens: addresses.lens },
    versions: shown.map((revision) => ({
      ...versionView(revision, post),
      href: addresses.version(revision.version),
      editor: personView(cards.get(revision.authorId) ?? unknownMember),
    })),
    more: found.length > limit ? addresses.history({ limit: limit + versionsAtOnce }) : null,
    canRestore: canEditPost(data.viewer, post).allowed,
  }
}

export type VersionLine = Awaited<ReturnType<typeof loadHistory>>['versions'][number]

function versionView(revision: Revision, post: Post) {
  const { id, version, at, added = null, removed = null, note = '' } = revision
  return { id, version, at, added, removed, note, kind: kindOf(revision), isLive: id === post.revisionId && post.status === 'published' }
}

/** `/revisions/w/:slug`, also of a lens. */
export async function loadWikiVersions(data: PageData, { params, url }: LoadRequest) {
  const { post, addresses } = await wikiTextOf(data, params['slug'] ?? '', url, (slug) => links.wikiVersions(slug))
  return historyOf(data, post, addresses, url)
}

/** The text of a page of the wiki, or of one of its lenses (`?lens=`). @throws notFound, moved */
export async function wikiTextOf(data: PageData, slug: string, url: URL, address: (slug: string) => string) {
  const place = await placeOf(data, slug, url, address)
  const post = place === null ? undefined : await data.read.get(posts, (place.lens ?? place.page).id)
  if (place === null || post === undefined) throw notFound()
  return { post, addresses: addressesOfWiki(slug, place.lens?.slug ?? null) }
}

/**
 * @param address of the page that is asked for; `inWiki`: where it is for a text of the wiki, which
 *   has its place under the name of its page.
 * @throws notFound, gone, moved
 */
export async function postOf(
  data: PageData,
  { params, url }: LoadRequest,
  address: (post: Post) => string,
  inWiki: (slug: string) => string,
): Promise<Post> {
  const { postId: id, slug } = params
  const post = id !== undefined && isId(id) ? await data.read.get(posts, id) : undefined
  if (post === undefined) throw id !== undefined && isId(id) && (await data.isGone(id)) ? gone() : notFound()
  const tag = kindFacts(post).isInWiki ? await data.read.get(tags, post.id) : undefined
  const wiki = tag && (await addressOfTag(data.read, tag))
  if (wiki) throw moved(withQuery(inWiki(wiki.slug), url, wiki.lens))
  if (slug !== (post.slug ?? undefined)) throw moved(`${address(post)}${url.search}`)
  return post
}

export async function nameOf({ read }: PageData, post: Post): Promise<string> {
  const latest = post.title === '' ? await read.get(revisions, post.latestRevisionId) : undefined
  return post.title || latest?.title || 'an untitled post'
}
