/**
 * The texts of the wiki: pages and lenses are begun as drafts of whoever begins them, and are
 * everybody's once published (decision 0021).
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post, Revision } from '../posts/schema.ts'
import type { Tag } from './schema.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { requireFreeId } from '../comments/container.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, line } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { Language, StateVector } from '../posts/fields.ts'
import { emptyPost, nextRevision } from '../posts/make-post.ts'
import { putPost } from '../posts/put-post.ts'
import { putWriting } from '../posts/mutations.ts'
import { writingOf } from '../posts/queries.ts'
import { posts, RevisionNote, revisions } from '../posts/schema.ts'
import { draftNumbers, publishedNumbers } from '../posts/version-mutations.ts'
import { excerpt, firstImage, textDirection } from '../text/measure.ts'
import { EssayBody } from '../text/schema.ts'
import { canWriteWiki } from './access.ts'
import { emptyTag } from './empty-tag.ts'
import { lensesOf } from './page-queries.ts'
import { canEditPage, canPublishPage } from './rules.ts'
import { TabSubtitle, TabTitle, TagName, tags, wikiLimits } from './schema.ts'
import { plainName, slugOfName } from './slugs.ts'
import { kindFacts } from '../posts/kinds.ts'

/** What a page is begun with, and what is for good from then on. */
const beginning = {
  id: Id,
  revisionId: Id,
  lang: Language,
  /** It cannot be applied to posts. */
  isWikiOnly: z.boolean(),
  /** The page this is to be a lens of. */
  lensOf: z.nullable(Id),
  /** Of a lens: the words on its tab. */
  tabTitle: z.optional(TabTitle),
  tabSubtitle: z.optional(TabSubtitle),
}

/**
 * Begins a page or a lens without a word in it. That its name is free is settled when it is
 * published: until then nothing is lost by it.
 */
export const createPage = defineMutation({
  name: 'wiki.create',
  runs: 'device',
  args: z.strictObject({ ...beginning, name: line(0, wikiLimits.name) }),
  makes: ({ id }) => id,
  opens: ({ id }) => `draft:${id}`,
  needs: ({ lensOf }) => (lensOf === null ? [] : [lensOf]),
  async run(context, args) {
    const { tx, viewer } = context
    authorize(canWriteWiki(viewer))
    const existing = await tx.get(posts, args.id)
    if (existing !== undefined) {
      if (existing.authorId !== signedIn(viewer).userId || !kindFacts(existing).isInWiki) throw new AppError('not-found')
      return
    }
    if (await tx.get(revisions, args.revisionId)) throw new AppError('not-found')
    await requireLens(context, args)
    const name = plainName(args.name)
    const text = { ...args, title: name, kind: 'wiki', body: { type: 'doc', content: [{ type: 'paragraph' }] } } as const
    await tx.put(revisions, nextRevision(context, text, await draftNumbers(tx, args.id, 'minor')))
    await begin(context, args, name)
  },
})

/**
 * Publishes a text of the wiki, or a new version of it. With the first one the page gets its name
 * and its address, and is nobody's own any more. The text is what its writer saw, as with posts
 * (docs/decisions/0012). The same revision again changes nothing.
 *
 * @throws AppError 'taken' with `pageName`, from the server, where there is a page of that name;
 *   'conflict' where somebody else has published since.
 */
export const publishPage = defineMutation({
  name: 'wiki.publish',
  runs: 'device',
  args: z.strictObject({
    ...beginning,
    name: TagName,
    body: EssayBody,
    stateVector: z.optional(StateVector),
    note: z.optional(RevisionNote),
    level: z.optional(z.enum(['minor', 'major'])),
    /**
     * The version that readers had when the writer published; what somebody else has published
     * since is not written over.
     */
    seenId: z.optional(Id),
  }),
  needs: ({ id, lensOf }) => [id, ...(lensOf === null ? [] : [lensOf])],
  key: ({ id }) => `post:${id}:publish`,
  opens: ({ id }) => `thread:${id}`,
  async run(context, args) {
    const { tx, now } = context
    const { post, tag } = await pageFor(context, args)
    const existing = await tx.get(revisions, args.revisionId)
    if (existing !== undefined) {
      // A state of another text, or one that was never published, is no version of this page:
      // nothing is begun with it, and no name claimed.
      if (existing.subjectId !== args.id || existing.isDraft) throw new AppError('not-found')
      return
    }
    const isFirst = post.publishedAt === null
    if (!isFirst && args.seenId !== undefined && args.seenId !== post.revisionId) throw new AppError('conflict')
    // Later it is renamed by a mutation of its own: whoever corrects a word does not bring an old
    // name back.
    const name = isFirst ? plainName(args.name) : tag.name
    if (isFirst && tag.lensOf === null) slugOfName(name)
    if (name === '') throw new AppError('invalid', { field: 'pageName' })
    const { level = 'minor', note = '' } = args
    const text = { ...args, body: await withMentions(tx, args.body, now), title: name, kind: 'wiki' } as const
    const revision: Revision = {
      ...nextRevision(context, text, await publishedNumbers(tx, args.id, post, level)),
      isDraft: false,
      ...(note !== '' && { note }),
      ...(post.revisionId !== null && { followsId: post.revisionId }),
    }
    await tx.put(revisions, revision)
    const { shares: _shares, link: _link, ...alone } = post
    const published: Post = {
      ...(isFirst ? alone : post),
      title: name,
      status: 'published',
      publishedAt: post.publishedAt ?? now,
      editedAt: isFirst ? post.editedAt : now,
      ...(isFirst && { lang: args.lang }),
      direction: textDirection(args.body),
      revisionId: revision.id,
      latestRevisionId: revision.id,
      version: revision.version,
      wordCount: revision.wordCount,
      excerpt: excerpt(args.body, 400),
      imageUrl: firstImage(args.body)?.src ?? null,
    }
    await putPost(context, published)
    await putWriting(context, { ...(await writingOf(tx, published)), title: name, lang: published.lang })
    const state = tag.lensOf === null ? 'page' : 'lens'
    // After those that stand by now: others may have come since it was begun.
    const lensOrder = isFirst ? await orderOf(context, tag.lensOf) : tag.lensOrder
    await tx.put(tags, { ...tag, name, state, lensOrder, publishedAt: published.publishedAt, changedAt: now })
  },
})

type Beginning = Pick<Tag, 'id' | 'lensOf' | 'isWikiOnly'> & Pick<Post, 'lang'> & { readonly revisionId: string; readonly tabTitle?: string | undefined; readonly tabSubtitle?: string | undefined } // oxfmt-ignore

/** The page to be published, judged; begun, where it was not. */
async function pageFor(context: MutationContext, args: Beginning & { readonly name: string }): Promise<{ post: Post; tag: Tag }> {
  const { tx, viewer } = context
  const existing = await tx.get(posts, args.id)
  if (existing !== undefined) {
    authorize(canPublishPage(viewer, existing))
    const tag = await getOrThrow(tx, tags, args.id)
    if (existing.publishedAt === null) await requireLens(context, tag)
    return { post: existing, tag }
  }
  authorize(canWriteWiki(viewer))
  await requireLens(context, args)
  return begin(context, args, plainName(args.name))
}

async function begin(context: MutationContext, args: Beginning, name: string): Promise<{ post: Post; tag: Tag }> {
  const { tx, now } = context
  await requireFreeId(tx, args.id)
  // A placeholder of that id is no page, and its id says nothing of one.
  if ((await tx.get(tags, args.id)) !== undefined) throw new AppError('not-found')
  const post = { ...emptyPost(context, { ...args, title: name, kind: 'wiki' }), submitToFrontpage: false }
  const { id, lensOf, isWikiOnly, tabTitle = '', tabSubtitle = '' } = args
  const lensOrder = await orderOf(context, lensOf)
  const tag = emptyTag({ id, state: 'draft', name, createdAt: now, lensOf, lensOrder, isWikiOnly, tabTitle, tabSubtitle })
  await putPost(context, post)
  await putWriting(context, { ...(await writingOf(tx, post)), title: name })
  await tx.put(tags, tag)
  return { post, tag }
}

async function orderOf({ tx }: MutationContext, lensOf: string | null): Promise<number> {
  return lensOf === null ? 0 : ((await tx.list(lensesOf(lensOf))).at(-1)?.lensOrder ?? 0) + 1
}

/**
 * A lens is of a page that stands, that its maker may edit, and that has room for it. A lens of a
 * lens there is none.
 */
async function requireLens(
  { tx, viewer }: MutationContext,
  { id, lensOf, tabTitle }: Pick<Beginning, 'id' | 'lensOf' | 'tabTitle'>,
): Promise<void> {
  if (lensOf === null) return
  authorize(canEditPage(viewer, await getOrThrow(tx, posts, lensOf)))
  const page = await getOrThrow(tx, tags, lensOf)
  if (page.state !== 'page') throw new AppError('invalid', { field: 'lensOf' })
  if ((tabTitle ?? '') === '') throw new AppError('invalid', { field: 'tabTitle' })
  const others = (await tx.list(lensesOf(lensOf))).filter((lens) => lens.id !== id)
  if (others.length >= wikiLimits.lenses) throw new AppError('invalid', { field: 'lensOf', message: 'too many lenses' })
}
