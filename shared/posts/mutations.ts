import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post, Revision } from './schema.ts'
import { AppError, insist } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { EssayBody } from '../text/schema.ts'
import { excerpt, firstImage, textDirection, wordCount } from '../text/measure.ts'
import { DraftTitle, Language, PlainDate, Tags, Title, WebAddress } from './fields.ts'
import { canArchivePost, canEditPost, canLockComments, canModeratePost, canUnpublishPost, canWritePosts } from './rules.ts'
import { pingbacksFrom, revisionsOf } from './queries.ts'
import { pingbacks, postKinds, posts, revisions } from './schema.ts'

const content = {
  id: Id,
  /** Of the text sent with this deed; the same id again changes nothing. */
  revisionId: Id,
  body: EssayBody,
  kind: z.enum(postKinds),
  linkUrl: z.nullable(WebAddress),
  lang: Language,
  tags: Tags,
  writtenOn: z.nullable(PlainDate),
  submitToFrontpage: z.boolean(),
}

/** Keeps an unfinished text on the server. On a published post it keeps the text beside what readers see. */
export const saveDraft = defineMutation({
  name: 'posts.saveDraft',
  args: z.strictObject({ ...content, title: DraftTitle }),
  async run(context, args) {
    const existing = await existingPost(context, args.id)
    if (await context.tx.get(revisions, args.revisionId)) return
    const revision = await nextRevision(context, args, true)
    await context.tx.put(revisions, revision)
    if (existing?.status === 'published') return context.tx.put(posts, { ...existing, latestRevisionId: revision.id })
    await context.tx.put(posts, {
      ...(existing ?? emptyPost(context, args)),
      ...metadataOf(args),
      latestRevisionId: revision.id,
      wordCount: revision.wordCount,
    })
  },
})

/** Publishes a text, or replaces the published one: readers get an immutable revision. */
export const publishPost = defineMutation({
  name: 'posts.publish',
  args: z.strictObject({ ...content, title: Title }),
  async run(context, args) {
    const existing = await existingPost(context, args.id)
    if (await context.tx.get(revisions, args.revisionId)) return
    if (args.kind === 'linkpost' && args.linkUrl === null) throw new AppError('invalid', { field: 'linkUrl' })
    if (wordCount(args.body) === 0 && args.kind !== 'linkpost' && excerpt(args.body, 1) === '')
      throw new AppError('invalid', { field: 'body' })
    const revision = await nextRevision(context, args, false)
    await context.tx.put(revisions, revision)
    const post = existing ?? emptyPost(context, args)
    const wasPublic = post.status === 'published'
    await context.tx.put(posts, {
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
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    signedIn(viewer)
    const post = await getOrThrow(tx, posts, id)
    insist(canUnpublishPost(viewer, post))
    if (post.status === 'draft') return
    await tx.put(posts, { ...post, status: 'draft' })
  },
})

/** Puts a draft away; admins may put any post away. What was public answers 410 from then on. */
export const archivePost = defineMutation({
  name: 'posts.archive',
  args: z.strictObject({ id: Id }),
  async run({ tx, viewer }, { id }) {
    const post = await getOrThrow(tx, posts, id)
    insist(canArchivePost(viewer, post))
    if (post.status !== 'removed') await tx.put(posts, { ...post, status: 'removed' })
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

/** 0 not pinned, 1 low to 4 max. */
export const setSticky = defineMutation({
  name: 'posts.setSticky',
  args: z.strictObject({ id: Id, priority: z.literal([0, 1, 2, 3, 4]) }),
  run: (context, args) => moderated(context, args.id, canModeratePost, () => ({ stickyPriority: args.priority })),
})

/** What a post's public text links to on this site, as the server found it. States the whole; repeating changes nothing. */
export const setPingbacks = defineMutation({
  name: 'posts.setPingbacks',
  from: 'server',
  args: z.strictObject({ id: Id, targetIds: z.array(Id).check(z.maxLength(500)) }),
  async run({ tx }, { id, targetIds }) {
    const wanted = new Set(targetIds)
    wanted.delete(id)
    const standing = await tx.list(pingbacksFrom(id))
    for (const pingback of standing) if (!wanted.has(pingback.toPostId)) await tx.delete(pingbacks, pingback.id)
    for (const toPostId of wanted) {
      if (await tx.get(posts, toPostId)) await tx.put(pingbacks, { id: `${id}:${toPostId}`, fromPostId: id, toPostId })
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
  insist(rule(context.viewer, post))
  await context.tx.put(posts, { ...post, ...change(post) })
}

type Content = z.infer<typeof saveDraft.args>

/** The post to be changed, if it is there; judged either way. An id that somebody else's post has is refused as absent. */
async function existingPost(context: MutationContext, id: string): Promise<Post | undefined> {
  const post = await context.tx.get(posts, id)
  insist(post === undefined ? canWritePosts(context.viewer) : canEditPost(context.viewer, post))
  return post
}

function metadataOf(args: Content): Partial<Post> {
  return {
    title: args.title,
    kind: args.kind,
    linkUrl: args.kind === 'linkpost' ? args.linkUrl : null,
    lang: args.lang,
    direction: textDirection(args.body),
    tags: args.tags,
    writtenOn: args.writtenOn,
    submitToFrontpage: args.submitToFrontpage,
  }
}

function emptyPost({ viewer, now }: MutationContext, args: Content): Post {
  return {
    id: args.id,
    authorId: signedIn(viewer).userId,
    coauthorIds: [],
    title: args.title,
    slug: null,
    kind: args.kind,
    linkUrl: null,
    lang: args.lang,
    direction: 'ltr',
    status: 'draft',
    createdAt: now,
    publishedAt: null,
    editedAt: null,
    writtenOn: null,
    revisionId: null,
    latestRevisionId: args.revisionId,
    version: '0.1.0',
    wordCount: 0,
    excerpt: '',
    imageUrl: null,
    tags: [],
    submitToFrontpage: true,
    frontpageAt: null,
    curatedAt: null,
    stickyPriority: 0,
    commentsLocked: false,
    awaitsReview: false,
    rejectedReason: null,
    noIndex: false,
    commentCount: 0,
    lastCommentedAt: null,
  }
}

/** The next immutable state. Versions (content.md 12.8): drafts 0.n.0, first publication 1.0.0, then a minor step for each save. */
async function nextRevision(context: MutationContext, args: Content, isDraft: boolean): Promise<Revision> {
  const earlier = await revisionsOf(context.tx, args.id)
  const lastPublished = earlier.find((revision) => !revision.isDraft)
  const n = (earlier[0]?.n ?? 0) + 1
  const [major = 0, minor = 0] = (lastPublished?.version ?? '0.0.0').split('.').map(Number)
  const published = lastPublished === undefined ? '1.0.0' : `${major}.${minor + 1}.0`
  return {
    id: args.revisionId,
    subjectKind: 'post',
    subjectId: args.id,
    postId: args.id,
    n,
    version: isDraft ? `0.${n}.0` : published,
    isDraft,
    title: args.title,
    body: args.body,
    wordCount: wordCount(args.body),
    authorId: signedIn(context.viewer).userId,
    at: context.now,
  }
}
