/**
 * Rows that a permitted reader gave, as the API says them: every field that leaves is named here.
 */
import type { Read } from '#shared/kernel/transaction.ts'
import type { PostTag } from '#shared/wiki/tag-vote-rules.ts'
import type * as z from 'zod/mini'
import type { MemberCard } from '#shared/accounts/queries.ts'
import type { Member, KarmaStats } from '#shared/accounts/schema.ts'
import type * as wire from '#shared/api/wire.ts'
import type { ThreadComment } from '#shared/comments/queries.ts'
import type { PostRow } from '#shared/feed/queries.ts'
import type { Hit } from '#shared/search/results.ts'
import type { Draft } from '#shared/posts/queries.ts'
import type { Post, Revision } from '#shared/posts/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { BodyText } from '#server/pages/page-renderer.ts'
import { shownScore } from '#shared/comments/scores.ts'
import { links } from '#shared/links.ts'
import { touchedAt } from '#shared/posts/queries.ts'
import { relsOf, tagsOfPosts } from '#shared/wiki/tag-vote-queries.ts'
import { tagsShown } from '#shared/wiki/tag-vote-rules.ts'
import { yieldToEventLoop } from '#server/sync/yield-to-event-loop.ts'

export interface Writer {
  readonly origin: string
  readonly text: BodyText
}

const iso = (at: number): string => new Date(at).toISOString()
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))

function cardOf({ id, slug, name }: MemberCard) {
  return { id, slug, name }
}

export function memberAnswer(member: Member, karmaStats: KarmaStats | undefined, origin: string): z.infer<typeof wire.Member> {
  const { karma = 0, postCount = 0, commentCount = 0 } = karmaStats ?? {}
  return {
    ...{ id: member.id, slug: member.slug, name: member.displayName, url: `${origin}${links.user(member.slug)}`, bio: member.bio },
    ...{ joinedAt: iso(member.joinedAt), karma, postCount, commentCount },
  }
}

export async function postLines(read: Read, rows: readonly PostRow[], origin: string): Promise<z.infer<typeof wire.PostLine>[]> {
  const tags = await tagsOfPosts(
    read,
    rows.map(({ post }) => post),
  )
  return rows.map((row) => postLine(row, tags.get(row.post.id) ?? [], origin))
}

function postLine({ post, authors, tally }: PostRow, tags: readonly PostTag[], origin: string): z.infer<typeof wire.PostLine> {
  return {
    ...{ id: post.id, slug: post.slug, url: `${origin}${links.post(post)}`, title: post.title, kind: post.kind, status: post.status },
    ...{ authors: authors.map(cardOf), createdAt: iso(post.createdAt), publishedAt: isoOrNull(post.publishedAt) },
    ...{ editedAt: isoOrNull(post.editedAt), lang: post.lang, tags: tags.map(({ slug, name }) => ({ slug, name })) },
    ...{ excerpt: post.excerpt, imageUrl: post.imageUrl === null ? null : absolute(post.imageUrl, origin), linkUrl: post.linkUrl },
    ...{ wordCount: post.wordCount, karma: tally.baseScore, voteCount: tally.approvalVoteCount, commentCount: post.commentCount },
    ...{ isOnFrontpage: post.frontpageAt !== null, isCurated: post.curatedAt !== null, commentsLocked: post.commentsLocked },
  }
}

export async function postAnswer(
  read: Read,
  row: PostRow,
  revision: Revision,
  { origin, text }: Writer,
): Promise<z.infer<typeof wire.Post>> {
  return {
    ...postLine(row, tagsShown(row.post, await read.list(relsOf(row.post.id))), origin),
    version: revision.version,
    revisionId: revision.id,
    text: await longTextAnswer(revision.body, row.post.id, text),
  }
}

export function commentAnswer(
  { comment, author, tally }: ThreadComment,
  post: Post,
  { origin, text }: Writer,
): z.infer<typeof wire.Comment> {
  const isRemoved = comment.removedBy !== null
  const isRejected = comment.rejectedReason !== undefined
  const isHidden = tally.hasHiddenScore === true
  return {
    ...{ id: comment.id, postId: comment.postId, parentId: comment.parentId },
    ...{ url: `${origin}${links.commentInThread(post, comment.id)}`, author: cardOf(author), postedAt: iso(comment.postedAt) },
    ...{ editedAt: isoOrNull(comment.editedAt), karma: shownScore(tally), voteCount: isHidden ? null : tally.approvalVoteCount },
    agreement: isHidden ? null : tally.agreement,
    ...{ replyCount: comment.replyCount, isAnswer: comment.isAnswer === true, isRemoved, isRejected },
    // It may still be read on its page, by some or with a warning: a program says what everybody
    // may hear.
    text: isRemoved || isRejected ? null : textAnswer(comment.body, comment.id, 'comment', text),
  }
}

export function hitAnswer(hit: Hit, origin: string): z.infer<typeof wire.SearchAnswer>['items'][number] {
  const plain = (pieces: readonly { readonly text: string }[]): string => pieces.map((piece) => piece.text).join('')
  const common = { kind: hit.kind, id: hit.id, url: `${origin}${hit.href}` }
  switch (hit.kind) {
    case 'posts':
      return {
        ...{ ...common, title: plain(hit.title), snippet: plain(hit.snippet), authors: hit.authors.map(({ name }) => name) },
        ...{ at: iso(hit.at), karma: hit.karma },
      }
    case 'comments':
      return {
        ...{ ...common, title: hit.postTitle, snippet: plain(hit.snippet), authors: [hit.author.name], at: iso(hit.at), karma: hit.karma },
      }
    case 'tags':
      return { ...common, title: plain(hit.name), snippet: '', authors: [], at: null, karma: null }
    case 'sequences':
      return { ...common, title: plain(hit.title), snippet: plain(hit.snippet), authors: [hit.author.name], at: iso(hit.at), karma: null }
    case 'users':
      return { ...common, title: plain(hit.name), snippet: plain(hit.snippet), authors: [], at: null, karma: hit.earned?.karma ?? null }
  }
}

export function draftAnswer(draft: Draft, origin: string): z.infer<typeof wire.Draft> {
  const { post, writing, revision } = draft
  return {
    ...{ id: post.id, url: `${origin}${links.editPost(post.id)}`, title: writing.title, kind: writing.kind, linkUrl: writing.linkUrl },
    ...{ lang: writing.lang, tags: [...writing.tags], changedAt: iso(touchedAt(draft)), wordCount: revision?.wordCount ?? post.wordCount },
    isPublished: post.status === 'published',
  }
}

function textAnswer(doc: Doc, id: string, profile: 'essay' | 'comment', text: BodyText): { doc: unknown; html: string; markdown: string } {
  return { doc, html: text.html(doc, { idPrefix: `${id}-`, profile, trusted: false }), markdown: text.markdown(doc) }
}

/**
 * Of a text of a megabyte each of the two takes up to a tenth of a second: others are answered in
 * between.
 */
async function longTextAnswer(doc: Doc, id: string, text: BodyText): Promise<ReturnType<typeof textAnswer>> {
  const html = text.html(doc, { idPrefix: `${id}-`, profile: 'essay', trusted: false })
  await yieldToEventLoop()
  return { doc, html, markdown: text.markdown(doc) }
}

/** A path of this site as an address. */
function absolute(url: string, origin: string): string {
  return url.startsWith('/') ? `${origin}${url}` : url
}
