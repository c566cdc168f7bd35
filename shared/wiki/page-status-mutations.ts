/**
 * Taking pages away, bringing them back, making one of two, and what counts for whom. Keepers'
 * work, asked of the server.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post } from '../posts/schema.ts'
import type { Tag } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { putPost } from '../posts/put-post.ts'
import { posts, revisions } from '../posts/schema.ts'
import { noteChange } from './changes.ts'
import { deletedLensesOf, lensesOf, subTagsOf } from './page-queries.ts'
import { canBecomeOne, canDeletePage, canKeepPage, canRestorePage } from './rules.ts'
import { tags, tagSlugs } from './schema.ts'
import { adoptNameLinks } from './name-links.ts'
import { moveRequirements } from './requirements.ts'
import { holderOf, slugsOf } from './slugs.ts'

/** Takes a page away, its lenses with it; with `leadsToId` its addresses lead there. */
export const deletePage = defineMutation({
  name: 'wiki.delete',
  args: z.strictObject({ id: Id, leadsToId: z.nullable(Id) }),
  async run(context, { id, leadsToId }) {
    const { tx, viewer } = context
    const post = await getOrThrow(tx, posts, id)
    const tag = await getOrThrow(tx, tags, id)
    authorize(canDeletePage(viewer, post, tag))
    if (tag.state === 'deleted') return
    const target = leadsToId === null ? null : await leadingTo(context, tag, leadsToId)
    // A draft of somebody's stays theirs.
    for (const lens of tag.lensOf === null ? await tx.list(lensesOf(id)) : [])
      await takeAway(context, await getOrThrow(tx, posts, lens.id), lens, null)
    await takeAway(context, post, tag, target)
    await noteChange(context, id, 'state', { from: tag.state, to: 'deleted' })
  },
})

/**
 * Where something is to lead: to a page that stands, and not to itself. What leads somewhere stands
 * no more, so there are no circles.
 */
async function leadingTo({ tx }: MutationContext, from: Tag, id: string): Promise<Tag> {
  const target = await getOrThrow(tx, tags, id)
  if (target.id === from.id || target.state !== 'page' || from.lensOf !== null) throw new AppError('invalid', { field: 'leadsToId' })
  return target
}

async function takeAway(context: MutationContext, post: Post, tag: Tag, target: Tag | null): Promise<void> {
  const { tx, viewer, now } = context
  const byId = signedIn(viewer).userId
  await putPost(context, { ...post, status: 'removed', archivedAt: now, archivedById: byId })
  const gone = { state: 'deleted', deletedAt: now, deletedById: byId, changedAt: now } as const
  await tx.put(tags, { ...tag, ...gone, leadsToId: target?.id ?? null })
  if (target === null) return
  const slugs = (await tx.list(slugsOf(tag.id))).map(({ slug }) => slug)
  for (const slug of slugs) await handSlugOver(context, slug, target.id)
  await tx.put(tags, { ...target, oldSlugs: [...new Set([...target.oldSlugs, ...slugs])] })
  if (tag.lensOf === null) await moveRequirements(tx, tag.id, target.id)
}

async function handSlugOver({ tx }: MutationContext, slug: string, toId: string): Promise<void> {
  const holder = await holderOf(tx, slug)
  if (holder !== undefined) await tx.delete(tagSlugs, `${holder.id}:${slug}`)
  await tx.put(tagSlugs, { id: `${toId}:${slug}`, slug, tagId: toId })
}

/**
 * Brings a page back, with the lenses that went with it. @throws AppError 'taken' with `pageName`
 * where another page has its address now.
 */
export const restorePage = defineMutation({
  name: 'wiki.restore',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const { tx, viewer } = context
    const post = await getOrThrow(tx, posts, id)
    const tag = await getOrThrow(tx, tags, id)
    authorize(canRestorePage(viewer, post))
    if (tag.state !== 'deleted') return
    if (tag.lensOf !== null && (await tx.get(tags, tag.lensOf))?.state !== 'page') throw new AppError('invalid', { field: 'lensOf' })
    await bringBack(context, post, tag)
    for (const lens of tag.lensOf === null ? await tx.list(deletedLensesOf(id)) : [])
      if (lens.deletedAt === tag.deletedAt) await bringBack(context, await getOrThrow(tx, posts, lens.id), lens)
    await noteChange(context, id, 'state', { from: 'deleted', to: tag.lensOf === null ? 'page' : 'lens' })
  },
})

async function bringBack(context: MutationContext, post: Post, tag: Tag): Promise<void> {
  const { tx, now } = context
  // Those that it has again. What another page is called by now stays that page's, also of the one
  // to which it led.
  const slugs: string[] = []
  for (const slug of [tag.slug ?? '', ...tag.oldSlugs]) {
    if (slug === '') continue
    const holder = await holderOf(tx, slug)
    const isFree = holder === undefined || holder.id === tag.id || (holder.id === tag.leadsToId && holder.slug !== slug)
    if (!isFree && slug === tag.slug) throw new AppError('taken', { field: 'pageName' })
    if (!isFree) continue
    slugs.push(slug)
    if (holder?.id !== tag.id) await handSlugOver(context, slug, tag.id)
    await adoptNameLinks(tx, slug, tag.lensOf ?? tag.id)
  }
  const target = tag.leadsToId === null ? undefined : await tx.get(tags, tag.leadsToId)
  if (target !== undefined) await tx.put(tags, { ...target, oldSlugs: target.oldSlugs.filter((slug) => !slugs.includes(slug)) })
  await putPost(context, { ...post, status: 'published', archivedAt: null, archivedById: null })
  const here = { deletedAt: null, deletedById: null, leadsToId: null, relsGoToId: null, changedAt: now }
  const oldSlugs = tag.oldSlugs.filter((slug) => slugs.includes(slug))
  await tx.put(tags, { ...tag, ...here, oldSlugs, state: tag.lensOf === null ? 'page' : 'lens' })
}

/**
 * Makes one tag of two: the posts of the one become the other's, a piece at a time after this.
 * `isRedirected`: the one is deleted and its addresses lead to the other; else its page stays.
 */
export const mergePages = defineMutation({
  name: 'wiki.merge',
  args: z.strictObject({ fromId: Id, toId: Id, movesSubTags: z.boolean(), isRedirected: z.boolean() }),
  async run(context, { fromId, toId, movesSubTags, isRedirected }) {
    const { tx, viewer } = context
    const post = await getOrThrow(tx, posts, fromId)
    const from = await getOrThrow(tx, tags, fromId)
    const to = await getOrThrow(tx, tags, toId)
    authorize(canKeepPage(viewer, post))
    authorize(canKeepPage(viewer, await getOrThrow(tx, posts, toId)))
    // A repeat.
    if (from.state === 'deleted' && from.leadsToId === toId) return
    if (!canBecomeOne(from, to)) throw new AppError('invalid', { field: 'toId' })
    const heirId = to.parentTagId === null || to.parentTagId === fromId ? toId : null
    if (movesSubTags && heirId !== null) {
      for (const sub of await tx.list(subTagsOf(fromId))) await tx.put(tags, { ...sub, parentTagId: sub.id === heirId ? null : heirId })
    }
    await noteChange(context, fromId, 'mergedInto', { from: '', to: to.name })
    await tx.put(tags, { ...from, relsGoToId: toId, changedAt: context.now })
    if (!isRedirected) return
    for (const lens of await tx.list(lensesOf(fromId))) await takeAway(context, await getOrThrow(tx, posts, lens.id), lens, null)
    await takeAway(context, post, { ...from, relsGoToId: toId }, await getOrThrow(tx, tags, toId))
  },
})

/** Whether the words that came with a version count for whoever wrote it. */
export const setCredit = defineMutation({
  name: 'wiki.setCredit',
  args: z.strictObject({ revisionId: Id, isCredited: z.boolean() }),
  async run({ tx, viewer }, { revisionId, isCredited }) {
    const revision = await getOrThrow(tx, revisions, revisionId)
    authorize(canKeepPage(viewer, await getOrThrow(tx, posts, revision.postId)))
    if (revision.subjectKind !== 'post' || revision.isDraft) throw new AppError('invalid', { field: 'revisionId' })
    const { isUncredited: _before, ...rest } = revision
    await tx.put(revisions, { ...rest, ...(!isCredited && { isUncredited: true }) })
  },
})
