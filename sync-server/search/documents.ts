/**
 * From rows to what the index holds of them. Reads without read policies, and asks
 * `shared/search/rules.ts` of each row: nothing else decides what may be found.
 *
 * The index holds the words of spoilers too: readers search for what they remember, and somebody
 * who types such a word knows it already. The snippet of a hit is made from its row, without these
 * words (`shared/search/results.ts`).
 */
import type { Member } from '#shared/accounts/schema.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Sequence } from '#shared/sequences/schema.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { commentBoost, postBoost, tagBoost, userBoost } from '#shared/search/ranking.ts'
import { findableTag } from '#shared/search/results.ts'
import { isFindableComment, isFindableMember, isFindablePost, isFindableSequence } from '#shared/search/rules.ts'
import { plainText } from '#shared/text/measure.ts'
import { tallies } from '#shared/votes/schema.ts'
import { relsOf } from '#shared/wiki/tag-vote-queries.ts'
import { tagsShown } from '#shared/wiki/tag-vote-rules.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import type { SearchDoc } from './index-port.ts'
import { tagFacet, userFacet } from './facets.ts'

/**
 * The tags that are applied to a post, by slug, in an order of its own: which of them is the more
 * relevant is no matter here.
 */
export async function tagsOf(read: Read, post: Post): Promise<readonly string[]> {
  const shown = tagsShown(post, await read.list(relsOf(post.id)))
  return shown.map(({ slug }) => slug).toSorted()
}

/**
 * A public post has a document even when it is not found: it says that the post's comments are in
 * the index. `null`: it has none.
 */
export async function postDoc(read: Read, post: Post): Promise<SearchDoc | null> {
  if (!isPublic(post)) return null
  const karma = (await read.get(tallies, post.id))?.baseScore ?? 0
  const authors = await read.getMany(members, [post.authorId, ...post.coauthorIds])
  const revision = post.revisionId === null ? undefined : await read.get(revisions, post.revisionId)
  const isFindable = isFindablePost(post, karma)
  const slugs = await tagsOf(read, post)
  return {
    kind: 'posts',
    id: post.id,
    parent: '',
    label: slugs.join(' '),
    name: isFindable ? post.title : '',
    author: isFindable ? authors.map(({ displayName }) => displayName).join(' ') : '',
    body: isFindable && revision !== undefined && !revision.isDraft ? plainText(revision.body) : '',
    facets: isFindable ? [...authors.flatMap(facetsOfMember), ...slugs.map(tagFacet)] : [],
    at: post.publishedAt ?? post.createdAt,
    karma,
    boost: postBoost(karma),
    isCurated: post.curatedAt !== null,
    isFindable,
  }
}

/** `null`: it may not be found. */
export async function commentDoc(read: Read, comment: Comment, post: Post): Promise<SearchDoc | null> {
  if (!isFindableComment(comment, post)) return null
  const karma = (await read.get(tallies, comment.id))?.baseScore ?? 0
  const author = await read.get(members, comment.authorId)
  const slugs = new Set([...(await tagsOf(read, post)), ...(comment.tags ?? []).map(slugify)])
  return {
    kind: 'comments',
    id: comment.id,
    parent: post.id,
    label: '',
    name: '',
    author: author?.displayName ?? '',
    body: plainText(comment.body),
    facets: [...(author === undefined ? [] : facetsOfMember(author)), ...Array.from(slugs, tagFacet)],
    at: comment.postedAt,
    karma,
    boost: commentBoost(karma),
    isCurated: false,
    isFindable: true,
  }
}

/** `null`: it may not be found. */
export async function sequenceDoc(read: Read, sequence: Sequence): Promise<SearchDoc | null> {
  if (!isFindableSequence(sequence)) return null
  const author = await read.get(members, sequence.authorId)
  return {
    kind: 'sequences',
    id: sequence.id,
    parent: '',
    label: '',
    name: sequence.title,
    author: author?.displayName ?? '',
    body: plainText(sequence.body),
    facets: author === undefined ? [] : facetsOfMember(author),
    at: sequence.publishedAt ?? sequence.createdAt,
    karma: 0,
    boost: 1,
    isCurated: false,
    isFindable: true,
  }
}

export async function memberDoc(read: Read, member: Member, now: number): Promise<SearchDoc | null> {
  if (!isFindableMember(member)) return null
  const karma = (await read.get(karmaStats, member.id))?.karma ?? 0
  return {
    kind: 'users',
    id: member.id,
    parent: '',
    label: labelOf(member),
    name: `${member.displayName}\n${member.userName}`,
    author: '',
    body: member.bio,
    facets: facetsOfMember(member),
    at: member.joinedAt,
    karma,
    boost: userBoost(karma, now - member.joinedAt),
    isCurated: false,
    isFindable: true,
  }
}

export async function tagDoc(read: Read, slug: string): Promise<SearchDoc | null> {
  const tag = await findableTag(read, slug)
  // An earlier address of it is not found beside the present one.
  if (tag === null || tag.slug !== slug) return null
  const page = await holderOf(read, slug)
  return {
    kind: 'tags',
    id: slug,
    parent: '',
    label: tag.name,
    name: tag.name,
    author: '',
    body: await textOfPage(read, slug),
    facets: [],
    at: 0,
    karma: tag.postCount,
    boost: tagBoost({ postCount: tag.postCount, likes: page?.likes ?? 0, isCore: page?.isCore === true }),
    isCurated: false,
    isFindable: true,
  }
}

/** Of a page of the wiki, as readers have it; empty for a name that nobody has made a page of. */
async function textOfPage(read: Read, slug: string): Promise<string> {
  const page = await holderOf(read, slug)
  const post = page?.state === 'page' ? await read.get(posts, page.id) : undefined
  if (post === undefined || !isPublic(post) || post.revisionId === null) return ''
  const revision = await read.get(revisions, post.revisionId)
  return revision === undefined || revision.isDraft ? '' : plainText(revision.body)
}

/** What all of a member's texts are filed under: when it changes, they are filed anew. */
export function labelOf({ displayName, userName, slug }: Member): string {
  return [displayName, userName, slug].join('\n')
}

function facetsOfMember({ displayName, userName, slug }: Member): readonly string[] {
  return [...new Set([displayName, userName, slug].map(userFacet))]
}
