import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post, Revision, Writing } from './schema.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { requireFreeId } from '../comments/container.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { deny } from '../kernel/verdict.ts'
import { EssayBody } from '../text/schema.ts'
import { excerpt, firstImage, textDirection } from '../text/measure.ts'
import { DraftTitle, Language, PlainDate, StateVector, Tags, Title, WebAddress } from './fields.ts'
import {
  canArchivePost,
  canEditPost,
  canLockComments,
  canModeratePost,
  canPublishPost,
  canRestorePost,
  canSetOffLists,
  canUnpublishPost,
  canWritePosts,
  missingToPublish,
} from './rules.ts'
import { emptyPost, nextRevision, requireSameSort } from './make-post.ts'
import { putPost } from './put-post.ts'
import { askedUnder } from './related-questions.ts'
import { requireNewTitle } from './same-title.ts'
import { pingbacksFrom, writingOf } from './queries.ts'
import { pingbacks, posts, RevisionNote, revisions, writings } from './schema.ts'
import { tags } from '../wiki/schema.ts'
import { draftNumbers, publishedNumbers } from './version-mutations.ts'
import { kindFacts, postKinds, publishedKinds } from './kinds.ts'
import { isSameJson } from '../kernel/same.ts'

const content = {
  id: Id,
  /** Of the text sent with this mutation; the same id again changes nothing. */
  revisionId: Id,
  body: EssayBody,
  kind: z.enum(publishedKinds),
  linkUrl: z.nullable(WebAddress),
  lang: Language,
  tags: Tags,
  writtenOn: z.nullable(PlainDate),
  submitToFrontpage: z.boolean(),
  sideNotes: z.optional(z.boolean()),
  /**
   * The title that this one replaces, as its writer saw it: one that was set elsewhere meanwhile is
   * not overwritten unseen.
   */
  titleBase: z.optional(DraftTitle),
  /** Of what is begun with this mutation: the question it is asked under. */
  parentQuestionId: z.optional(Id),
}

/**
 * Begins a draft without a word in it; its text is a document. Running it twice with one id leaves
 * one draft.
 */
export const createPost = defineMutation({
  name: 'posts.create',
  runs: 'device',
  args: z.strictObject({ id: Id, revisionId: Id, kind: z.enum(postKinds), lang: Language, parentQuestionId: content.parentQuestionId }),
  makes: ({ id }) => id,
  opens: ({ id }) => `draft:${id}`,
  async run(context, { id, revisionId, kind, lang, parentQuestionId }) {
    authorize(canWritePosts(context.viewer))
    const existing = await context.tx.get(posts, id)
    if (existing !== undefined) {
      if (existing.authorId !== signedIn(context.viewer).userId) throw new AppError('not-found')
      return
    }
    await requireFreeId(context.tx, id)
    // It would be emptied: it is a state of another text.
    if (await context.tx.get(revisions, revisionId)) throw new AppError('not-found')
    const args: Content = {
      ...{ id, revisionId, kind, lang, title: '', linkUrl: null, tags: [], writtenOn: null, submitToFrontpage: true },
      body: { type: 'doc', content: [{ type: 'paragraph' }] },
    }
    await context.tx.put(revisions, nextRevision(context, args, await draftNumbers(context.tx, id, 'minor')))
    await putPost(context, { ...emptyPost(context, args), ...metadataOf(args), ...(await askedUnder(context, parentQuestionId)) })
    await putWriting(context, args)
  },
})

/**
 * What is typed carries what it replaces (`base`): a value that was set elsewhere meanwhile is not
 * overwritten unseen.
 */
const detail = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('title'), value: DraftTitle, base: z.optional(DraftTitle) }),
  z.strictObject({ field: z.literal('kind'), value: z.enum(postKinds) }),
  z.strictObject({ field: z.literal('linkUrl'), value: z.nullable(WebAddress), base: z.optional(z.nullable(WebAddress)) }),
  z.strictObject({ field: z.literal('lang'), value: Language }),
  z.strictObject({ field: z.literal('tags'), value: Tags, base: z.optional(Tags) }),
  z.strictObject({ field: z.literal('writtenOn'), value: z.nullable(PlainDate), base: z.optional(z.nullable(PlainDate)) }),
  z.strictObject({ field: z.literal('submitToFrontpage'), value: z.boolean() }),
  z.strictObject({ field: z.literal('sideNotes'), value: z.boolean() }),
])

const DetailArgs = z.strictObject({ id: Id, detail })

/**
 * Changes one thing said about a post, as it is typed. Readers of a published post get it with the
 * next publication.
 * @throws AppError 'conflict' with the field when its value is neither the base nor the new one:
 *   nothing is overwritten.
 */
export const setPostDetail = defineMutation({
  name: 'posts.setDetail',
  runs: 'device',
  args: DetailArgs,
  needs: ({ id }) => [id],
  key: ({ id, detail: { field } }) => `post:${id}:${field}`,
  squash: (earlier, later) => withBase(later, baseOf(earlier)),
  async run(context, { id, detail: { field, value, ...said } }) {
    const post = await getOrThrow(context.tx, posts, id)
    authorize(canEditPost(context.viewer, post))
    // Of a wiki page its name and language until it is published; more is said of it by other
    // mutations (shared/wiki/).
    if (kindFacts(post).isInWiki && (post.publishedAt !== null || (field !== 'title' && field !== 'lang'))) authorize(deny('is-wiki-page'))
    if (field === 'kind') requireSameSort(post, value)
    const before = await writingOf(context.tx, post)
    const writing = { ...before, [field]: value }
    if (isSameJson(writing, before)) return
    if ('base' in said && said.base !== undefined && !isSameJson(before[field], said.base)) throw new AppError('conflict', { field })
    await putWriting(context, writing)
    if (post.publishedAt === null) await context.tx.put(posts, { ...post, [field]: value })
  },
})

type DetailArgs = z.infer<typeof DetailArgs>

const baseOf = ({ detail }: DetailArgs): unknown => ('base' in detail ? detail.base : undefined)

/** The same over another value, or over whatever stands. @throws where the base is none of it. */
export function withBase({ id, detail }: DetailArgs, base: unknown): DetailArgs {
  const { field, value } = detail
  return DetailArgs.parse({ id, detail: { field, value, ...(base !== undefined && { base }) } })
}

/**
 * Keeps an unfinished text on the server. On a published post it keeps the text beside what readers
 * see.
 */
export const saveDraft = defineMutation({
  name: 'posts.saveDraft',
  args: z.strictObject({ ...content, title: DraftTitle }),
  async run(context, said) {
    const existing = await existingPost(context, said)
    if (await context.tx.get(revisions, said.revisionId)) return
    const isUntouched = said.titleBase === said.title && existing !== undefined
    const args = isUntouched ? { ...said, title: (await writingOf(context.tx, existing)).title } : said
    await requireTitle(context, existing, args)
    const revision = nextRevision(context, args, await draftNumbers(context.tx, args.id, 'minor'))
    await context.tx.put(revisions, revision)
    await putWriting(context, args)
    if (existing?.status === 'published') return context.tx.put(posts, { ...existing, latestRevisionId: revision.id })
    await putPost(context, {
      ...(existing ?? { ...emptyPost(context, args), ...(await askedUnder(context, args.parentQuestionId)) }),
      ...metadataOf(args),
      latestRevisionId: revision.id,
      wordCount: revision.wordCount,
    })
  },
})

/**
 * Publishes a text, or replaces the published one: readers get an immutable revision. `stateVector`
 * (V1, base64) is that of the document the text was read from: the server takes the mutation once
 * it holds as much (docs/decisions/0012).
 */
export const publishPost = defineMutation({
  name: 'posts.publish',
  runs: 'device',
  args: z.strictObject({
    ...content,
    title: Title,
    stateVector: z.optional(StateVector),
    /** What is new, for the history. */
    note: z.optional(RevisionNote),
    /** Of an update: how much has changed. */
    level: z.optional(z.enum(['minor', 'major'])),
    /** A title used twice is asked about: its author has not said yet that they mean it. */
    asksAboutTitle: z.optional(z.boolean()),
  }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:publish`,
  opens: ({ id }) => `thread:${id}`,
  async run(context, args) {
    const existing = await existingPost(context, args)
    if (existing !== undefined) authorize(canPublishPost(context.viewer, existing))
    // Its words are what is said in it (shared/dialogues/).
    if (existing !== undefined && kindFacts(existing).hasMessages) throw new AppError('not-allowed', { reason: 'no-text-to-edit' })
    if (await context.tx.get(revisions, args.revisionId)) return
    await requireTitle(context, existing, args)
    const missing = missingToPublish(args, args.body)
    if (missing !== null) throw new AppError('invalid', { field: missing })
    if (args.asksAboutTitle === true) await requireNewTitle(context, existing, args.title)
    const { level = 'minor', note = '' } = args
    const body = await withMentions(context.tx, args.body, context.now)
    const revision: Revision = {
      ...nextRevision(context, { ...args, body }, await publishedNumbers(context.tx, args.id, existing, level)),
      isDraft: false,
      ...(note !== '' && { note }),
      ...(existing?.revisionId && { followsId: existing.revisionId }),
    }
    await context.tx.put(revisions, revision)
    const post = existing ?? { ...emptyPost(context, args), ...(await askedUnder(context, args.parentQuestionId)) }
    const wasPublic = post.status === 'published'
    await putWriting(context, args)
    await putPost(context, {
      ...post,
      ...metadataOf(args),
      status: 'published',
      publishedAt: post.publishedAt ?? context.now,
      editedAt: wasPublic ? context.now : post.editedAt,
      revisionId: revision.id,
      latestRevisionId: revision.id,
      version: revision.version,
      wordCount: revision.wordCount,
      excerpt: excerpt(args.body, 400),
      imageUrl: firstImage(args.body)?.src ?? null,
    })
  },
})

/** Takes a published post back to its author's drafts; its comments stay and are hidden with it. */
export const unpublishPost = defineMutation({
  name: 'posts.unpublish',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  opens: ({ id }) => `draft:${id}`,
  needs: ({ id }) => [id],
  async run({ tx, viewer }, { id }) {
    signedIn(viewer)
    const post = await getOrThrow(tx, posts, id)
    authorize(canUnpublishPost(viewer, post))
    if (post.status === 'draft') return
    await tx.put(posts, { ...post, status: 'draft' })
  },
})

/** Puts a draft away; admins may put any post away. What was public answers 410 from then on. */
export const archivePost = defineMutation({
  name: 'posts.archive',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  async run(context, { id }) {
    const { tx, viewer, now } = context
    const post = await getOrThrow(tx, posts, id)
    authorize(canArchivePost(viewer, post))
    if (post.status !== 'removed')
      await putPost(context, { ...post, status: 'removed', archivedAt: now, archivedById: signedIn(viewer).userId })
  },
})

/**
 * Out of the bin again: a draft, whatever it was; what holds quick takes is never one, and stands
 * again.
 */
export const restorePost = defineMutation({
  name: 'posts.restore',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  async run(context, { id }) {
    const { tx, viewer } = context
    const post = await getOrThrow(tx, posts, id)
    if (post.status !== 'removed') return authorize(canEditPost(viewer, post))
    authorize(canRestorePost(viewer, post))
    const status = kindFacts(post).hasTakes ? 'published' : 'draft'
    await putPost(context, { ...post, status, archivedAt: null, archivedById: null })
  },
})

const onOff = z.strictObject({ id: Id, isOn: z.boolean() })

export const setFrontpage = defineMutation({
  name: 'posts.setFrontpage',
  args: onOff,
  run: (context, args) =>
    moderated(context, args.id, canModeratePost, (post) => ({ frontpageAt: args.isOn ? (post.frontpageAt ?? context.now) : null })),
})

export const setCurated = defineMutation({
  name: 'posts.setCurated',
  args: onOff,
  run: (context, args) =>
    moderated(context, args.id, canModeratePost, (post) => ({ curatedAt: args.isOn ? (post.curatedAt ?? context.now) : null })),
})

export const setCommentsLocked = defineMutation({
  name: 'posts.setCommentsLocked',
  args: onOff,
  run: (context, args) => moderated(context, args.id, canLockComments, () => ({ commentsLocked: args.isOn })),
})

/** Nobody has to wait in its discussion, or everybody as elsewhere. */
export const setIgnoresRateLimits = defineMutation({
  name: 'posts.setIgnoresRateLimits',
  args: onOff,
  run: (context, args) => moderated(context, args.id, canModeratePost, () => ({ ignoresRateLimits: args.isOn })),
})

export const setOffLists = defineMutation({
  name: 'posts.setOffLists',
  args: onOff,
  run: (context, args) => moderated(context, args.id, canSetOffLists, () => ({ isOffLists: args.isOn })),
})

/** 0 not pinned, 1 low to 4 max. */
export const setSticky = defineMutation({
  name: 'posts.setSticky',
  args: z.strictObject({ id: Id, priority: z.literal([0, 1, 2, 3, 4]) }),
  run: (context, args) => moderated(context, args.id, canModeratePost, () => ({ stickyPriority: args.priority })),
})

/**
 * What a post's public text links to on this site, as the server found it. States the whole;
 * repeating changes nothing.
 */
export const setPingbacks = defineMutation({
  name: 'posts.setPingbacks',
  from: 'server',
  args: z.strictObject({ id: Id, targetIds: z.array(Id).check(z.maxLength(500)) }),
  async run({ tx }, { id, targetIds }) {
    const wanted = new Set(targetIds)
    wanted.delete(id)
    const existing = await tx.list(pingbacksFrom(id))
    for (const pingback of existing) if (!wanted.has(pingback.toPostId)) await tx.delete(pingbacks, pingback.id)
    for (const toPostId of wanted) {
      // A name of the wiki that has no page yet has no post.
      if ((await tx.get(posts, toPostId)) || (await tx.get(tags, toPostId)))
        await tx.put(pingbacks, { id: `${id}:${toPostId}`, fromPostId: id, toPostId })
    }
  },
})

async function moderated(
  context: MutationContext,
  id: string,
  rule: typeof canModeratePost,
  change: (post: Post) => Partial<Post>,
): Promise<void> {
  const post = await getOrThrow(context.tx, posts, id)
  authorize(rule(context.viewer, post))
  await context.tx.put(posts, { ...post, ...change(post) })
}

type Content = z.infer<typeof saveDraft.args>

export async function putWriting({ tx, now }: Pick<MutationContext, 'tx' | 'now'>, args: Omit<Writing, 'changedAt'>): Promise<void> {
  const { id, title, kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, sideNotes } = args
  const said = { id, title, kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, ...(sideNotes !== undefined && { sideNotes }) }
  await tx.put(writings, { ...said, changedAt: now })
}

/**
 * The post to be changed, if it is there; judged either way. An id that somebody else's post has is
 * refused as absent.
 */
async function existingPost(context: MutationContext, { id, kind }: Pick<Content, 'id' | 'kind'>): Promise<Post | undefined> {
  const post = await context.tx.get(posts, id)
  authorize(post === undefined ? canWritePosts(context.viewer) : canEditPost(context.viewer, post))
  if (post === undefined) await requireFreeId(context.tx, id)
  // It is published another way, and never becomes something else.
  if (post !== undefined && kindFacts(post).isInWiki) authorize(deny('is-wiki-page'))
  requireSameSort(post, kind)
  return post
}

/**
 * @throws AppError 'conflict' with `title` when the one that stands is neither the one that was to
 *   be replaced nor the new one.
 */
async function requireTitle({ tx }: MutationContext, post: Post | undefined, { title, titleBase }: Content): Promise<void> {
  if (post === undefined || titleBase === undefined) return
  const existing = (await writingOf(tx, post)).title
  if (existing !== titleBase && existing !== title) throw new AppError('conflict', { field: 'title' })
}

function metadataOf(args: Content): Partial<Post> {
  return {
    title: args.title,
    kind: args.kind,
    linkUrl: kindFacts(args).needsLink ? args.linkUrl : null,
    lang: args.lang,
    direction: textDirection(args.body),
    tags: args.tags,
    writtenOn: args.writtenOn,
    submitToFrontpage: args.submitToFrontpage,
    ...(args.sideNotes !== undefined && { sideNotes: args.sideNotes }),
  }
}
