/** `GET /api/preview?url=`: what a hover card shows of a post, comment or member. Public things only, the same for all. */
import type { FastifyInstance } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import type { Rendered } from '../pages/page-cache.ts'
import type { SiteContext } from './site-context.ts'
import { memberBySlug, memberCards, standingOf, unknownMember } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { gatedRead } from '#shared/kernel/gate.ts'
import { isId } from '#shared/kernel/ids.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { excerpt, readingMinutes } from '#shared/text/measure.ts'
import { tallies } from '#shared/votes/schema.ts'
import { replyCached } from './site-context.ts'

const excerptCharacters = { post: 600, comment: 600, bio: 300 } as const

type Target = { readonly kind: 'post' | 'comment' | 'member'; readonly id: string }

export function previewRoutes(app: FastifyInstance, context: SiteContext): void {
  app.get<{ Querystring: { url?: unknown } }>('/api/preview', async (request, reply) => {
    const target = previewTarget(request.query.url)
    if (target === null) throw new AppError('invalid', { field: 'url' })
    return replyCached(context, request, reply, `preview ${target.kind} ${target.id}`, async (read): Promise<Rendered> => {
      const card = await cardOf(gatedRead(read, visitor, context.gates), target)
      const body = JSON.stringify(card ?? { error: { code: 'not-found', reason: null, field: null, retryAfterMs: null } })
      return { status: card === null ? 404 : 200, location: null, contentType: 'application/json; charset=utf-8', body }
    })
  })
}

/** What a link on this site points at, as far as there are cards for it. */
export function previewTarget(url: unknown): Target | null {
  if (typeof url !== 'string' || url.length > 1_000 || !url.startsWith('/') || url.startsWith('//')) return null
  const parsed = URL.parse(url, 'http://this-site.invalid')
  if (parsed === null || parsed.host !== 'this-site.invalid') return null
  const [first = '', second = '', , fourth = '', fifth = ''] = parsed.pathname.slice(1).split('/')
  if (first.toLowerCase() === 'posts') {
    const commentId = [parsed.searchParams.get('commentId'), fourth === 'comment' ? fifth : null, parsed.hash.slice(1)].find(
      (id) => id !== null && isId(id),
    )
    if (commentId) return { kind: 'comment', id: commentId }
    return isId(second) ? { kind: 'post', id: second } : null
  }
  if (first.toLowerCase() !== 'users' || second === '') return null
  try {
    return { kind: 'member', id: decodeURIComponent(second).slice(0, 200) }
  } catch {
    return null
  }
}

function cardOf(read: Read, target: Target): Promise<PreviewCard | null> {
  if (target.kind === 'post') return postCard(read, target.id)
  return target.kind === 'comment' ? commentCard(read, target.id) : memberCard(read, target.id)
}

async function postCard(read: Read, id: string): Promise<PreviewCard | null> {
  const post = await read.get(posts, id)
  if (post === undefined || post.revisionId === null) return null
  const authorIds = [post.authorId, ...post.coauthorIds]
  const cards = await memberCards(read, authorIds)
  const revision = await read.get(revisions, post.revisionId)
  return {
    kind: 'post',
    url: links.post(post),
    title: post.title,
    authors: authorIds.map((authorId) => cards.get(authorId) ?? unknownMember).map(({ name, slug }) => ({ name, slug })),
    publishedAt: post.publishedAt,
    minutes: readingMinutes(post.wordCount),
    commentCount: post.commentCount,
    karma: (await read.get(tallies, id))?.baseScore ?? 0,
    tags: post.tags,
    text: revision === undefined ? post.excerpt : excerpt(revision.body, excerptCharacters.post),
    lang: post.lang,
  }
}

async function commentCard(read: Read, id: string): Promise<PreviewCard | null> {
  const comment = await read.get(comments, id)
  const post = comment && (await read.get(posts, comment.postId))
  if (comment === undefined || post === undefined || comment.removedBy !== null) return null
  const { name, slug } = (await memberCards(read, [comment.authorId])).get(comment.authorId) ?? unknownMember
  return {
    kind: 'comment',
    url: links.commentInThread(post, id),
    postTitle: post.title,
    author: { name, slug },
    postedAt: comment.postedAt,
    karma: (await read.get(tallies, id))?.baseScore ?? 0,
    text: excerpt(comment.body, excerptCharacters.comment),
  }
}

async function memberCard(read: Read, slugOrId: string): Promise<PreviewCard | null> {
  const member = (await memberBySlug(read, slugOrId)) ?? (isId(slugOrId) ? await read.get(members, slugOrId) : undefined)
  if (member === undefined) return null
  const { karma, postCount, commentCount } = await standingOf(read, member.id)
  const text = member.bio.length > excerptCharacters.bio ? `${member.bio.slice(0, excerptCharacters.bio)}…` : member.bio
  return {
    kind: 'member',
    url: links.user(member.slug),
    name: member.displayName,
    joinedAt: member.joinedAt,
    karma,
    postCount,
    commentCount,
    text,
  }
}
