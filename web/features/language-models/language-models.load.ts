import { commentsOfMember, inPlace, stands } from '#shared/comments/queries.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { estimatedTokens, maxCompletionTokens } from '#shared/text/token-estimate.ts'
import { links } from '#shared/links.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { canSeeReports } from '#shared/reports/rules.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { excerpt, visibleText } from '#shared/text/measure.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { authorizePage, needsSignIn } from '../../data/answer.ts'
import type { CompletionText } from './completion-choice.ts'

/** `/admin/llmConversations`: there are none, since there is no assistant. */
export function loadConversations({ viewer, site }: PageData) {
  authorizePage(canSeeReports(viewer))
  return { head: { title: 'Assistant conversations', robots: 'noindex' as const }, hasModel: site.draftsTerms === true }
}

const first = { posts: 20, comments: 30 } as const
/** Of each kind: whole texts are read to estimate them. */
const longest = 200
const excerptLength = 120

export interface CompletionList {
  readonly rows: readonly (CompletionText & { readonly title: string; readonly href: string; readonly at: number })[]
  /** The address of the longer list. */
  readonly more: string | null
}

/** `/autocompleteSettings?posts=&comments=`: one's own texts, newest first, with their size. */
export async function loadCompletionTexts({ read, viewer, site }: PageData, { url }: LoadRequest) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const head = { title: 'Autocomplete settings', robots: 'noindex' as const }
  if (site.draftsTerms !== true) return { head, lists: null, maxTokens: maxCompletionTokens }
  const countOf = (kind: keyof typeof first) => {
    const given = Number(url.searchParams.get(kind))
    return Number.isInteger(given) && given > first[kind] ? Math.min(given, longest) : first[kind]
  }
  const counts = { posts: countOf('posts'), comments: countOf('comments') }
  const listOf = async (kind: keyof typeof first, ownTexts: typeof ownPosts | typeof ownComments): Promise<CompletionList> => {
    const { rows, hasMore } = await ownTexts(read, viewer.userId, counts[kind])
    const longer = links.autocompleteSettings({ ...counts, [kind]: counts[kind] + first[kind] })
    return { rows, more: hasMore && counts[kind] < longest ? longer : null }
  }
  return {
    head,
    maxTokens: maxCompletionTokens,
    lists: { posts: await listOf('posts', ownPosts), comments: await listOf('comments', ownComments) },
  }
}

interface OwnTexts extends Pick<CompletionList, 'rows'> {
  readonly hasMore: boolean
}

async function ownPosts(read: Read, userId: string, limit: number): Promise<OwnTexts> {
  const own = defineQuery({
    ...{ table: posts, index: ['authorId', 'status', 'createdAt'], equals: [userId, 'published'], order: 'descending', limit: limit + 1 },
  })
  const listed = await read.list(own)
  const found = listed.slice(0, limit).filter(({ kind }) => kind === 'post' || kind === 'question')
  const texts = await read.getMany(
    revisions,
    found.flatMap(({ revisionId }) => revisionId ?? []),
  )
  const bodies = new Map(texts.map(({ id, body }) => [id, body]))
  const rows = found.flatMap((post) => {
    const body = bodies.get(post.revisionId ?? '')
    if (body === undefined) return []
    const tokens = estimatedTokens(`${post.title} ${visibleText(body)}`)
    return [{ id: post.id, tokens, title: post.title, href: links.post(post), at: post.publishedAt ?? post.createdAt }]
  })
  return { rows, hasMore: listed.length > limit }
}

async function ownComments(read: Read, userId: string, limit: number): Promise<OwnTexts> {
  const listed = await read.list(commentsOfMember(userId, limit + 1))
  const found = await inPlace(read, listed.slice(0, limit).filter(stands))
  const rows = found.map(({ comment: { id, body, postedAt }, post }) => ({
    ...{ id, tokens: estimatedTokens(visibleText(body)), at: postedAt },
    ...{ title: excerpt(body, excerptLength), href: links.commentInThread(post, id) },
  }))
  return { rows, hasMore: listed.length > limit }
}

export const loads = {
  '/admin/llmConversations': loadConversations,
  '/autocompleteSettings': loadCompletionTexts,
} satisfies Loads
