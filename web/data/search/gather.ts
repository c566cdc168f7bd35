/**
 * What a device's search is made from: rows that its reader may see, each with what is shown of it.
 */
import { hidesScores } from '#shared/comments/scores.ts'
import type { Member } from '#shared/accounts/schema.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { HitAuthor } from '#shared/search/results.ts'
import { unknownMember } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { links } from '#shared/links.ts'
import { authorships, posts, revisions, writings } from '#shared/posts/schema.ts'
import { isFindableComment, isFindableMember, isFindablePost, isFindableSequence } from '#shared/search/rules.ts'
import { sequencesBy } from '#shared/sequences/queries.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { relsOf } from '#shared/wiki/tag-vote-queries.ts'
import { tagsShown } from '#shared/wiki/tag-vote-rules.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { LocalDoc } from './messages.ts'

const maxPosts = 3_000
const maxMembers = 5_000
const maxSequences = 1_000

/** Public posts that are here, newest first, and what this member writes or is let into. */
export async function findablePosts(read: Read, userId: string | null): Promise<readonly Post[]> {
  const published = await read.list(
    defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'descending', limit: maxPosts }),
  )
  if (userId === null) return published
  const parts = await read.list(
    defineQuery({ table: authorships, index: ['userId', 'since'], equals: [userId], order: 'descending', limit: maxPosts }),
  )
  const known = new Set(published.map(({ id }) => id))
  const own = await read.getMany(
    posts,
    parts.map(({ postId }) => postId),
  )
  return [...published, ...own.filter(({ id }) => !known.has(id))]
}

/** The post and its comments; nothing of what may not be found. */
export async function docsOfPost(read: Read, post: Post): Promise<readonly LocalDoc[]> {
  const doc = await postDoc(read, post)
  if (doc === null || post.status !== 'published') return doc === null ? [] : [doc]
  return [doc, ...(await commentDocs(read, post, await read.list(commentsOfPost(post.id, 10_000))))]
}

async function postDoc(read: Read, post: Post): Promise<LocalDoc | null> {
  const karma = (await read.get(tallies, post.id))?.baseScore ?? 0
  const isDraft = post.status === 'draft' && !kindFacts(post).hasTakes
  if (!isDraft && !isFindablePost(post, karma)) return null
  const writing = isDraft ? await read.get(writings, post.id) : undefined
  const revision = await read.get(revisions, isDraft ? post.latestRevisionId : (post.revisionId ?? ''))
  const people = await read.getMany(members, [post.authorId, ...post.coauthorIds])
  const tags = isDraft ? (writing?.tags ?? post.tags).map(slugify) : await slugsOf(read, post)
  const name = writing?.title ?? post.title
  return {
    facts: {
      kind: 'posts',
      id: post.id,
      href: isDraft ? links.editPost(post.id) : links.post(post),
      authors: people.map(authorOf),
      at: post.publishedAt ?? post.createdAt,
      karma,
      commentCount: post.commentCount,
      lang: writing?.lang ?? post.lang,
      dir: post.direction,
      ...(isDraft ? { isDraft: true } : {}),
      ...(post.wonIn !== undefined && { wonIn: post.wonIn }),
    },
    name: name === '' ? 'Untitled' : name,
    author: people.map(({ displayName }) => displayName).join('\n'),
    body: revision?.body ?? post.excerpt,
    users: people.flatMap(namesOf),
    tags,
    at: writing?.changedAt ?? post.publishedAt ?? post.createdAt,
    karma,
    isCurated: post.curatedAt !== null,
    postId: null,
  }
}

async function commentDocs(read: Read, post: Post, found: readonly Comment[]): Promise<readonly LocalDoc[]> {
  const shown = found.filter((comment) => isFindableComment(comment, post))
  const ids = shown.map(({ id }) => id)
  const karmas = new Map((await read.getMany(tallies, ids)).map(({ id, baseScore }) => [id, baseScore]))
  const people = new Map((await read.getMany(members, [...new Set(shown.map(({ authorId }) => authorId))])).map((one) => [one.id, one]))
  const tags = await slugsOf(read, post)
  return shown.map((comment) => {
    const author = people.get(comment.authorId)
    const karma = karmas.get(comment.id) ?? 0
    return {
      facts: {
        kind: 'comments',
        id: comment.id,
        href: links.commentInThread(post, comment.id),
        postTitle: post.title,
        author: author === undefined ? nobody : authorOf(author),
        at: comment.postedAt,
        karma: hidesScores(post) ? null : karma,
      },
      name: '',
      author: author?.displayName ?? '',
      body: comment.body,
      users: author === undefined ? [] : namesOf(author),
      tags,
      at: comment.postedAt,
      karma,
      isCurated: false,
      postId: post.id,
    }
  })
}

export async function memberDocs(read: Read): Promise<readonly LocalDoc[]> {
  const found = await read.list(defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: maxMembers }))
  return found.filter(isFindableMember).map((member) => ({
    facts: { kind: 'users', id: member.id, href: links.user(member.slug), earned: null },
    name: member.displayName,
    author: '',
    body: member.bio,
    users: namesOf(member),
    tags: [],
    at: member.joinedAt,
    karma: 0,
    isCurated: false,
    postId: null,
  }))
}

/** Public ones that are here, and one's own drafts. */
export async function sequenceDocs(read: Read, userId: string | null): Promise<readonly LocalDoc[]> {
  const found = await read.list(
    defineQuery({ table: sequences, index: ['publishedAt'], equals: [], from: 0, order: 'descending', limit: maxSequences }),
  )
  const own = userId === null ? [] : await read.list(sequencesBy(userId))
  const shown = [...new Map([...found, ...own].map((one) => [one.id, one])).values()].filter(
    (one) => isFindableSequence(one) || (one.authorId === userId && one.removedAt === null),
  )
  const people = new Map((await read.getMany(members, [...new Set(shown.map(({ authorId }) => authorId))])).map((one) => [one.id, one]))
  return shown.map((sequence) => {
    const author = people.get(sequence.authorId)
    const at = sequence.publishedAt ?? sequence.createdAt
    const by = author === undefined ? nobody : authorOf(author)
    return {
      facts: { kind: 'sequences', id: sequence.id, href: links.sequence(sequence.id), author: by, at },
      name: sequence.title,
      author: author?.displayName ?? '',
      body: sequence.body,
      users: author === undefined ? [] : namesOf(author),
      tags: [],
      at,
      karma: 0,
      isCurated: false,
      postId: null,
    }
  })
}

const slugsOf = async (read: Read, post: Post): Promise<readonly string[]> =>
  tagsShown(post, await read.list(relsOf(post.id))).map(({ slug }) => slug)

/** The tags that are applied to the public ones of these posts. */
export async function tagDocs(read: Read, found: readonly Post[]): Promise<readonly LocalDoc[]> {
  const bySlug = new Map<string, { name: string; count: number }>()
  for (const post of found) {
    if (post.status !== 'published') continue
    for (const { name, slug } of tagsShown(post, await read.list(relsOf(post.id)))) {
      bySlug.set(slug, { name, count: (bySlug.get(slug)?.count ?? 0) + 1 })
    }
  }
  return Array.from(bySlug, ([slug, { name, count }]) => ({
    facts: { kind: 'tags', id: slug, href: links.wiki(slug), postCount: count },
    name,
    author: '',
    body: '',
    users: [],
    tags: [],
    at: 0,
    karma: count,
    isCurated: false,
    postId: null,
  }))
}

const nobody: HitAuthor = { name: unknownMember.name, slug: '' }

function authorOf({ displayName, slug }: Member): HitAuthor {
  return { name: displayName, slug }
}

function namesOf({ displayName, userName, slug }: Member): readonly string[] {
  return [displayName, userName, slug]
}
