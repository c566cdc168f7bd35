/** From rows to what the index holds of them. Reads ungated, and asks `shared/search/rules.ts` of each row: nothing else decides what may be found. */
import type { Member } from '#shared/accounts/schema.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import { members, standings } from '#shared/accounts/schema.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { revisions } from '#shared/posts/schema.ts'
import { commentBoost, postBoost, tagBoost, userBoost } from '#shared/search/ranking.ts'
import { tagOf } from '#shared/search/results.ts'
import { isFindableComment, isFindableMember, isFindablePost } from '#shared/search/rules.ts'
import { plainText } from '#shared/text/measure.ts'
import { tallies } from '#shared/votes/schema.ts'
import type { SearchDoc } from './index-port.ts'
import { tagFacet, userFacet } from './facets.ts'

export const tagsOf = (post: Post): readonly string[] => [...new Set(post.tags.map(slugify))].filter((slug) => slug !== '')

/** A public post has a document even when it is not found: it says that the post's comments are in the index. `null`: it has none. */
export async function postDoc(read: Read, post: Post): Promise<SearchDoc | null> {
  if (!isPublic(post)) return null
  const karma = (await read.get(tallies, post.id))?.baseScore ?? 0
  const authors = await read.getMany(members, [post.authorId, ...post.coauthorIds])
  const revision = post.revisionId === null ? undefined : await read.get(revisions, post.revisionId)
  const isFindable = isFindablePost(post, karma)
  const slugs = tagsOf(post)
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
  const slugs = new Set([...tagsOf(post), ...(comment.tags ?? []).map(slugify)])
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

export async function memberDoc(read: Read, member: Member, now: number): Promise<SearchDoc | null> {
  if (!isFindableMember(member)) return null
  const karma = (await read.get(standings, member.id))?.karma ?? 0
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
  const tag = await tagOf(read, slug)
  if (tag === null) return null
  return {
    kind: 'tags',
    id: slug,
    parent: '',
    label: tag.name,
    name: tag.name,
    author: '',
    body: '',
    facets: [],
    at: 0,
    karma: tag.postCount,
    boost: tagBoost(tag.postCount),
    isCurated: false,
    isFindable: true,
  }
}

/** What all of a member's texts are filed under: when it changes, they are filed anew. */
export function labelOf({ displayName, userName, slug }: Member): string {
  return [displayName, userName, slug].join('\n')
}

function facetsOfMember({ displayName, userName, slug }: Member): readonly string[] {
  return [...new Set([displayName, userName, slug].map(userFacet))]
}
