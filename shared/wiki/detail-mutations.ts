/**
 * What is said of a page. Asked of the server, which must be there (content.md 13); only the server
 * knows which names are free.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Transaction } from '../kernel/transaction.ts'
import type { Post } from '../posts/schema.ts'
import type { Tag } from './schema.ts'
import { members } from '../accounts/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, line } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { writingOf } from '../posts/queries.ts'
import { putWriting } from '../posts/mutations.ts'
import { posts } from '../posts/schema.ts'
import { canReadSequence } from '../sequences/rules.ts'
import { OwnPicture, sequences } from '../sequences/schema.ts'
import { noteChange, putChanged } from './changes.ts'
import { subTagsOf } from './page-queries.ts'
import { canEditPage, canEditWorkFlags, canKeepPage } from './rules.ts'
import { tagVoters, TabSubtitle, TabTitle, TagName, tagFlags, tags, tagSorts, WikiGrade, wikiLimits } from './schema.ts'
import { freeLensSlug, moveToSlug, plainName, slugOfName } from './slugs.ts'
import { isSameJson } from '../kernel/same.ts'

/** Gives a page another name, and the address that follows; the one before leads there. */
export const renamePage = defineMutation({
  name: 'wiki.rename',
  args: z.strictObject({ id: Id, name: TagName }),
  async run(context, args) {
    const { tx, viewer } = context
    const { post, tag } = await pageAt(tx, args.id)
    authorize(canEditPage(viewer, post))
    if (post.publishedAt === null) throw new AppError('not-allowed', { reason: 'post-is-draft' })
    const name = plainName(args.name)
    if (name === tag.name) return
    if (name === '') throw new AppError('invalid', { field: 'pageName' })
    const renamed = { ...tag, name }
    const slug = tag.lensOf === null ? slugOfName(name) : await freeLensSlug(tx, renamed)
    await putChanged(context, tag, await moveToSlug(context, renamed, slug), 'name')
    await tx.put(posts, { ...post, title: name })
    await putWriting(context, { ...(await writingOf(tx, post)), title: name })
  },
})

const Place = z.int().check(z.minimum(-1_000_000), z.maximum(1_000_000))
const Count = z.int().check(z.minimum(0), z.maximum(1_000))

/** The fields of content.md 9.6 that are the keepers'. */
const detail = z.discriminatedUnion('field', [
  z.strictObject({ field: z.literal('slug'), value: line(1, 100) }),
  z.strictObject({ field: z.literal('shortName'), value: line(0, wikiLimits.shortName) }),
  z.strictObject({ field: z.literal('subtitle'), value: line(0, wikiLimits.subtitle) }),
  z.strictObject({ field: z.literal('isCore'), value: z.boolean() }),
  z.strictObject({ field: z.literal('isPostType'), value: z.boolean() }),
  z.strictObject({ field: z.literal('isSuggestedAsFilter'), value: z.boolean() }),
  z.strictObject({ field: z.literal('isWikiOnly'), value: z.boolean() }),
  z.strictObject({ field: z.literal('isAuthorOnly'), value: z.boolean() }),
  z.strictObject({ field: z.literal('isRemovalResistant'), value: z.boolean() }),
  z.strictObject({ field: z.literal('tagVoters'), value: z.nullable(z.array(z.enum(tagVoters)).check(z.maxLength(20))) }),
  z.strictObject({ field: z.literal('order'), value: Place }),
  z.strictObject({ field: z.literal('postsOrder'), value: z.enum(tagSorts) }),
  z.strictObject({ field: z.literal('shownParagraphs'), value: Count }),
  z.strictObject({ field: z.literal('grade'), value: WikiGrade }),
  z.strictObject({ field: z.literal('bannerUrl'), value: OwnPicture }),
  z.strictObject({ field: z.literal('squareUrl'), value: OwnPicture }),
  z.strictObject({ field: z.literal('introSequenceId'), value: z.nullable(Id) }),
  z.strictObject({ field: z.literal('coreTagId'), value: z.nullable(Id) }),
  z.strictObject({ field: z.literal('parentTagId'), value: z.nullable(Id) }),
  z.strictObject({ field: z.literal('needsReview'), value: z.boolean() }),
])
type Detail = z.infer<typeof detail>

/**
 * Sets one thing about a page; two people who set different things take nothing from each other.
 */
export const setPageDetail = defineMutation({
  name: 'wiki.setDetail',
  args: z.strictObject({ id: Id, detail }),
  async run(context, { id, detail: set }) {
    const { post, tag } = await pageAt(context.tx, id)
    authorize(canKeepPage(context.viewer, post))
    await putChanged(context, tag, await withDetail(context, tag, set), set.field)
  },
})

async function withDetail(context: MutationContext, tag: Tag, set: Detail): Promise<Tag> {
  const { tx, viewer } = context
  switch (set.field) {
    case 'slug':
      return moveToSlug(context, tag, slugOfName(set.value, 'pageSlug'), 'pageSlug')
    case 'introSequenceId': {
      const sequence = set.value === null ? null : await tx.get(sequences, set.value)
      if (sequence !== null && (sequence === undefined || !canReadSequence(viewer, sequence).allowed)) throw new AppError('not-found')
      break
    }
    case 'coreTagId':
      if (set.value !== null && !(await getOrThrow(tx, tags, set.value)).isCore) throw new AppError('invalid', { field: 'coreTagId' })
      break
    case 'parentTagId':
      if (set.value !== null) await requireParent(tx, tag, set.value)
      break
    case 'needsReview':
      return { ...tag, needsReview: set.value, reviewedById: set.value ? null : signedIn(viewer).userId }
    default:
  }
  return { ...tag, [set.field]: set.value }
}

/**
 * One level deep, so that no circle can be: a parent has none, what has children gets none, and
 * nothing is its own.
 */
async function requireParent(tx: Transaction, tag: Tag, parentId: string): Promise<void> {
  const parent = await getOrThrow(tx, tags, parentId)
  const isFree = parent.id !== tag.id && parent.state === 'page' && parent.parentTagId === null && tag.lensOf === null
  if (!isFree || (await tx.list({ ...subTagsOf(tag.id), limit: 1 })).length > 0) throw new AppError('invalid', { field: 'parentTagId' })
}

/** Who may edit a page, and what search engines do with it: these stand with its text. */
export const setPageEditing = defineMutation({
  name: 'wiki.setEditing',
  args: z.strictObject({
    id: Id,
    isAdminOnly: z.optional(z.boolean()),
    /** `null`: everybody whom the rules let. */
    editorIds: z.optional(z.nullable(z.array(Id).check(z.maxLength(wikiLimits.editors)))),
    noIndex: z.optional(z.boolean()),
  }),
  async run(context, { id, noIndex, ...changes }) {
    const { tx, viewer } = context
    const { post } = await pageAt(tx, id)
    authorize(canKeepPage(viewer, post))
    for (const userId of changes.editorIds ?? []) await getOrThrow(tx, members, userId)
    const before = { isAdminOnly: false, editorIds: null, ...post.editing }
    const editing = { isAdminOnly: changes.isAdminOnly ?? before.isAdminOnly, editorIds: unique(changes.editorIds ?? (changes.editorIds === null ? null : before.editorIds)) } // oxfmt-ignore
    const { editing: _before, ...rest } = post
    const isRestricted = editing.isAdminOnly || editing.editorIds !== null
    const next: Post = { ...rest, noIndex: noIndex ?? post.noIndex, ...(isRestricted && { editing }) }
    if (isSameJson(next, post)) return
    await tx.put(posts, next)
    if (noIndex !== undefined && noIndex !== post.noIndex) await noteChange(context, id, 'noIndex', { from: post.noIndex, to: noIndex })
    if (!isSameJson(before, editing)) await noteChange(context, id, 'editing', { from: before, to: editing })
  },
})

const unique = (ids: readonly string[] | null): string[] | null => (ids === null ? null : [...new Set(ids)])

/** The words on a lens's tab. */
export const setTab = defineMutation({
  name: 'wiki.setTab',
  args: z.strictObject({ id: Id, tabTitle: TabTitle, tabSubtitle: TabSubtitle }),
  async run(context, { id, tabTitle, tabSubtitle }) {
    const { post, tag } = await pageAt(context.tx, id)
    authorize(canEditPage(context.viewer, post))
    if (tag.lensOf === null) throw new AppError('invalid', { field: 'id' })
    await putChanged(context, tag, { ...tag, tabTitle, tabSubtitle }, tabTitle === tag.tabTitle ? 'tabSubtitle' : 'tabTitle')
  },
})

/** A work flag on a page, or not. */
export const setPageFlag = defineMutation({
  name: 'wiki.setFlag',
  args: z.strictObject({ id: Id, flagId: Id, isOn: z.boolean() }),
  async run(context, { id, flagId, isOn }) {
    const { post, tag } = await pageAt(context.tx, id)
    authorize(canEditPage(context.viewer, post))
    if (tag.flagIds.includes(flagId) === isOn) return
    const flag = await getOrThrow(context.tx, tagFlags, flagId)
    if (isOn && flag.isDeleted) throw new AppError('not-found')
    const flagIds = isOn ? [...tag.flagIds, flagId] : tag.flagIds.filter((other) => other !== flagId)
    if (flagIds.length > wikiLimits.flags) throw new AppError('invalid', { field: 'flagId', message: 'too many flags' })
    await putChanged(context, tag, { ...tag, flagIds }, 'flagIds')
  },
})

/** Makes or changes a kind of work. */
export const putWorkFlag = defineMutation({
  name: 'wiki.putFlag',
  args: z.strictObject({
    id: Id,
    name: line(1, wikiLimits.name),
    text: line(0, wikiLimits.flagText),
    order: Place,
    isDeleted: z.boolean(),
  }),
  async run({ tx, viewer }, args) {
    authorize(canEditWorkFlags(viewer))
    const slug = (await tx.get(tagFlags, args.id))?.slug ?? slugOfName(args.name)
    await tx.put(tagFlags, { ...args, slug })
  },
})

/** @throws AppError 'not-found' for what is no page of the wiki. */
async function pageAt(tx: Transaction, id: string): Promise<{ post: Post; tag: Tag }> {
  return { post: await getOrThrow(tx, posts, id), tag: await getOrThrow(tx, tags, id) }
}
