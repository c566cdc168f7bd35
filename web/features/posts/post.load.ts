import { answerOrderOf, commentOrderOf, orderOfAnswers } from '#shared/comments/offered-orders.ts'
import type { ThreadComment } from '#shared/comments/queries.ts'
import { parentsOf, stands, withAuthorsAndTallies } from '#shared/comments/queries.ts'
import { comments } from '#shared/comments/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { isMailed } from '#shared/newsletters/rules.ts'
import { newsletters } from '#shared/newsletters/schema.ts'
import type { Thread } from '#shared/posts/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import { postBySlug, thread } from '#shared/posts/queries.ts'
import { readingMinutes } from '#shared/text/measure.ts'
import { outline } from '#shared/text/outline.ts'
import { tagsOfPost } from '#shared/wiki/tag-vote-queries.ts'
import type { LoadRequest } from '../../app/route.ts'
import { branchPart, threadPart } from '../../blocks/comments/thread-view.ts'
import type { ThreadPart } from '../../blocks/comments/thread-view.ts'
import { personView } from '../../blocks/people.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { parentBodyKey } from '../../blocks/discussion/discussion-keys.ts'
import { pollViews } from '../../blocks/text/poll-view.ts'
import { predictionViews } from '../../blocks/text/prediction-view.ts'
import { serverReactions } from '../../blocks/reactions/server-reactions.ts'
import { wikiAddress } from '#shared/wiki/page-queries.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { trustedAuthors } from '../../blocks/trusted-authors.ts'
import { tallyView } from '../../blocks/votes/tally-view.ts'
import { elsewhere, gone, moved, notFound } from '../../data/answer.ts'
import { dialogueView, invitedNames, messageBodies } from './dialogue-view.ts'
import { kindChip } from './kind-chip.ts'
import { linkWords } from './link-words.ts'
import { eventFactsOf } from './event-json-ld.ts'
import { postHead } from './post-head.ts'
import { seriesView } from './series-view.ts'
import { winnerChip } from './winner-chip.ts'
import { writtenInWords } from './written-on.ts'

/** First and further comments (content.md 12.12). */
export const firstComments = 1_000
const furtherComments = 200
/** Shorter texts need no contents list (content.md 2.8). */
export const wordsForContents = 300

/** Where else than at its own address a post is read. */
interface ReadingPlace {
  /** The sequence that the address names. */
  readonly sequenceId?: string
  /** The collection by whose name it was asked for, above the post. */
  readonly collection?: { readonly title: string; readonly href: string }
}

/** `/posts/:postId/:slug?`, and with a comment named in the path or the query. */
export async function loadPost(data: PageData, { params, url }: LoadRequest, readingPlace: ReadingPlace | null = null) {
  const postId = params['postId'] ?? ''
  if (!isId(postId)) {
    const bySlug = await postBySlug(data.read, postId)
    throw bySlug === undefined ? notFound() : elsewhere(`${links.post(bySlug)}${url.search}`)
  }
  const version = url.searchParams.get('revision') ?? undefined
  const limit = limitOf(url.searchParams, firstComments, 10_000)
  const found = await thread(data.read, { postId, version, commentLimit: limit })
  if (found === undefined) throw await absent(data, postId)
  const isOnCommentPath = url.pathname.split('/')[4] === 'comment'
  if (kindFacts(found.post).isInWiki) throw await inTheWiki(data, postId, params['commentId'], url)
  const { isEvent } = kindFacts(found.post)
  if (isEvent !== url.pathname.startsWith('/events/'))
    if (isEvent || readingPlace === null) throw moved(addressOfEvent(found.post, params['commentId'], url))
  if (readingPlace === null && !isOnCommentPath && params['slug'] !== (found.post.slug ?? undefined))
    throw moved(`${links.post(found.post)}${url.search}`)

  const commentId = params['commentId'] ?? url.searchParams.get('commentId')
  const order = commentOrderOf(url.searchParams.get('view'), found.post)
  const { answers, others } = partsOf(found)
  const answerOrder = answerOrderOf(url.searchParams.get('answersSorting'), found.post)
  const total = others.length + (answers?.length ?? 0)
  const discussion = await threadPart(data, found.post, others, order, { total })
  const answerDiscussion =
    answers === null ? null : await threadPart(data, found.post, answers, orderOfAnswers(answerOrder), { place: 'answers', total })
  const branch = commentId === null ? undefined : await permalinkPart(data, found, commentId)
  const { revision, post } = found
  const trusted = await trustedAuthors(data.read, [post.authorId])
  const essay = await (data.longHtml ?? data.html)(revision.body, {
    idPrefix: '',
    profile: 'essay',
    trusted: trusted.has(post.authorId),
    pollsOf: post.id,
    sideNotes: post.sideNotes !== false,
  })
  const series = await seriesView(data, found.post, readingPlace?.sequenceId)
  const more = new URL(url)
  more.searchParams.set('limit', String(limit + furtherComments))
  return {
    head: postHead(data, found, {
      commentId: branch === undefined && params['commentId'] === undefined ? null : commentId,
      version: version ?? null,
      series,
      // For search engines: a device tells them nothing, and has no groups.
      event: isEvent && data.isOfDevice !== true ? await eventFactsOf(data.read, post.id) : null,
    }),
    places: {
      ...(post.groupId !== undefined && !isEvent && { 'post-top': { postId: post.id } }),
      ...(isEvent && { 'text-start': { postId: post.id } }),
      'text-end': { postId: post.id, isTrusted: trusted.has(post.authorId) },
      'review-end': { postId: post.id },
      ...(post.status === 'published' && kindFacts(post).hasText && { 'post-end': { postId: post.id, authorId: post.authorId } }),
    },
    /** The votes of this discussion are asked for with who is here. */
    thread: post.id,
    // The public page says nothing of what its author is working on.
    post: { ...post, latestRevisionId: post.revisionId ?? post.latestRevisionId },
    title: revision.title === '' ? 'Untitled' : revision.title,
    authors: found.authors.map(personView),
    ...(await newsletterOf(data, found)),
    tally: tallyView(found.tally),
    revision: {
      id: revision.id,
      version: revision.version,
      at: revision.at,
      isLatest: revision.id === (post.revisionId ?? post.latestRevisionId),
    },
    words: revision.wordCount,
    minutes: readingMinutes(revision.wordCount, post.readMinutes),
    written: post.writtenOn === null ? null : writtenInWords(post.writtenOn),
    kindChip: (await winnerChip(data, post)) ?? kindChip(post),
    linkWords: post.linkUrl === null ? null : linkWords(post.linkUrl),
    tags: (await tagsOfPost(data.read, data.viewer, post)).map(({ id, name, slug }) => ({ id, name, href: links.wiki(slug) })),
    series,
    collection: readingPlace?.collection ?? null,
    mentionedIn: found.mentionedIn.map(mentionView),
    related: relatedView(found),
    reactions: await serverReactions(data.read, post.id),
    polls: await pollViews(data.read, post.id, revision.body),
    predictions: await predictionViews(data.read, post.id, revision.body),
    contents: revision.wordCount > wordsForContents ? outline(revision.body) : [],
    dialogue: kindFacts(post).hasMessages ? { ...dialogueView(found), invited: await invitedNames(data.read, post) } : null,
    discussion: discussion.view,
    answers: answerDiscussion && {
      view: answerDiscussion.view,
      order: answerOrder,
      size: answers?.filter(({ comment }) => stands(comment)).length ?? 0,
    },
    order,
    moreComments: found.hasMoreComments ? `${more.pathname}${more.search}` : null,
    permalink: permalinkView(commentId, branch, params['commentId'] !== undefined),
    bodies: {
      [revision.id]: essay,
      ...messageBodies(data, found),
      ...discussion.bodies,
      ...answerDiscussion?.bodies,
      ...branch?.bodies,
    },
  }
}

/** Who had the address of a post that was public learns what became of it, and no word of it. */
async function absent(data: PageData, postId: string) {
  if (await data.isGone(postId)) return gone()
  return notFound((await data.isTakenBack?.(postId)) === true ? 'post-is-taken-back' : null)
}

/** Whose newsletter is offered below the text; the list of readers is its author's alone. */
async function newsletterOf({ read }: PageData, { post, authors }: Thread): Promise<{ readonly newsletterBy?: string }> {
  const newsletter = await read.get(newsletters, post.authorId)
  const name = authors.find(({ id }) => id === post.authorId)?.name
  return name !== undefined && isMailed(post, newsletter && { ...newsletter, since: 0 }) ? { newsletterBy: name } : {}
}

/** Where an event is that was asked for elsewhere, or what is none, asked for among events. */
function addressOfEvent(post: Post, commentId: string | undefined, { search }: URL): string {
  const query = new URLSearchParams(search)
  if (commentId !== undefined) query.set('commentId', commentId)
  return `${links.post(post)}${query.size === 0 ? '' : `?${query}`}`
}

/** A text of the wiki has its place there; before it is published, in its editor. */
async function inTheWiki({ read }: PageData, postId: string, commentId: string | undefined, url: URL) {
  const search = new URLSearchParams(url.search)
  if (commentId !== undefined) search.set('commentId', commentId)
  const address = await wikiAddress(read, postId, String(search))
  return address === null ? elsewhere(links.editPost(postId)) : moved(address)
}

function mentionView({ post, comment }: Thread['mentionedIn'][number]) {
  if (comment === null) return { id: post.id, title: post.title, href: links.post(post), by: null }
  return { id: comment.id, title: post.title, href: links.commentInThread(post, comment.id), by: comment.by }
}

/** What a question hangs together with. */
function relatedView({ related }: Thread) {
  if (related === null) return null
  const view = (post: Post) => ({ id: post.id, title: post.title, href: links.post(post) })
  return { parent: related.parent === null ? null : view(related.parent), questions: related.questions.map(view) }
}

/**
 * A question's discussion has two parts: what answers it, with all that is said about that, and the
 * rest.
 */
function partsOf({ post, comments: loaded }: Thread): {
  readonly answers: readonly ThreadComment[] | null
  readonly others: readonly ThreadComment[]
} {
  const isQuestion = kindFacts(post).isQuestionPage
  const all = loaded.filter(({ comment }) => comment.message === undefined)
  const answerIds = new Set(all.flatMap(({ comment }) => (comment.isAnswer === true && comment.parentId === null ? [comment.id] : [])))
  if (!isQuestion) return { answers: null, others: all }
  return {
    answers: all.filter(({ comment }) => answerIds.has(comment.rootId)),
    others: all.filter(({ comment }) => !answerIds.has(comment.rootId)),
  }
}

interface PermalinkPart extends ThreadPart {
  /** Parent comment; its text is among the bodies under `parentBodyKey`. */
  readonly parent: { readonly id: string; readonly name: string; readonly isRemoved: boolean; readonly version: number } | null
}

async function permalinkPart(data: PageData, found: Thread, commentId: string): Promise<PermalinkPart | undefined> {
  const loaded = found.comments.find(({ comment }) => comment.id === commentId)?.comment
  const comment = loaded ?? (isId(commentId) ? await data.read.get(comments, commentId) : undefined)
  if (comment === undefined || comment.postId !== found.post.id || comment.message !== undefined) return undefined
  const items = loaded === undefined ? await withAuthorsAndTallies(data.read, [comment]) : found.comments
  const part = await branchPart(data, found.post, items, commentId)
  if (part === undefined) return undefined
  const [answered] =
    comment.parentId === null ? [] : [...(await parentsOf(data.read, await withAuthorsAndTallies(data.read, [comment]))).values()]
  if (answered === undefined) return { ...part, parent: null }
  const { id, body, bodyVersion, removedBy, authorId } = answered.comment
  const key = parentBodyKey(commentId)
  const trusted = (await trustedAuthors(data.read, [authorId])).has(authorId)
  const html = removedBy === null ? { [key]: data.html(body, { idPrefix: `${key}-`, profile: 'comment', trusted }) } : {}
  const parent = { id, name: answered.author.name, isRemoved: removedBy !== null, version: bodyVersion }
  return { ...part, bodies: { ...part.bodies, ...html }, parent }
}

/**
 * In the query a comment of another post is left out without a word; in the path it is said
 * (content.md 2.14, 3.2).
 */
function permalinkView(commentId: string | null, branch: PermalinkPart | undefined, isInPath: boolean) {
  if (commentId !== null && branch !== undefined) return { kind: 'found', commentId, view: branch.view, parent: branch.parent } as const
  return isInPath ? ({ kind: 'missing' } as const) : null
}

/** `/posts/slug/:slug` */
export async function loadPostBySlug(data: PageData, { params, url }: LoadRequest): Promise<never> {
  const post = await postBySlug(data.read, params['slug'] ?? '')
  throw post === undefined ? notFound() : moved(`${links.post(post)}${url.search}`)
}
