import type { TriggerContext } from '#server/sync/triggers.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { revisions } from '#shared/posts/schema.ts'
import { setVote } from '#shared/votes/mutations.ts'
import { tallies } from '#shared/votes/schema.ts'
import { renamePage, setPageFlag, setTab } from '#shared/wiki/detail-mutations.ts'
import { publishPage } from '#shared/wiki/mutations.ts'
import { acceptTag, rejectTag } from '#shared/wiki/proposal-mutations.ts'
import { lensesOf } from '#shared/wiki/page-queries.ts'
import { setRequirement } from '#shared/wiki/requirement-mutations.ts'
import { tags, wikiEdits } from '#shared/wiki/schema.ts'
import { freeLensSlug, moveToSlug, slugOfName } from '#shared/wiki/slugs.ts'
import { deletePage, restorePage, setCredit } from '#shared/wiki/page-status-mutations.ts'
import { moveSummary, removeSummary, setSummary } from '#shared/wiki/summary-mutations.ts'
import { noteTagDecision } from '#server/triggers/tag-decision.ts'
import { keepContribution, recount } from '#server/triggers/wiki-contributions.ts'
import { editOf } from '#shared/wiki/edits-of-member.ts'
import { requireChangeRateLimit, requirePageRateLimit } from './rate-limit.ts'

/**
 * The name of a page is claimed with its first publication, in the same transaction: of all who
 * want it at once, one gets it.
 */
const updateFromPage = defineTrigger(publishPage, async (context, { id, revisionId }) => {
  const { tx } = context
  const tag = await getOrThrow(tx, tags, id)
  await requirePageRateLimit(context, tag, revisionId)
  if (tag.slug === null) {
    const slug = tag.lensOf === null ? slugOfName(tag.name) : await freeLensSlug(tx, tag)
    await tx.put(tags, await moveToSlug(context, tag, slug))
  }
  await keepContribution(tx, revisionId)
  await tx.put(wikiEdits, editOf(await getOrThrow(tx, revisions, revisionId)))
})

/** A page is liked by itself or by its best-liked lens (content.md 9.2). */
async function countLikes(tx: Transaction, tag: Tag): Promise<void> {
  const page = tag.lensOf === null ? tag : await tx.get(tags, tag.lensOf)
  if (page === undefined) return
  const lenses = await tx.list(lensesOf(page.id))
  const counts = new Map((await tx.getMany(tallies, [page.id, ...lenses.map(({ id }) => id)])).map((tally) => [tally.id, tally.baseScore]))
  for (const { id, likes } of lenses) {
    const lens = await getOrThrow(tx, tags, id)
    if ((counts.get(id) ?? 0) !== likes) await tx.put(tags, { ...lens, likes: counts.get(id) ?? 0 })
  }
  const likes = Math.max(0, ...counts.values())
  if (likes !== page.likes) await tx.put(tags, { ...page, likes })
}

const recountLikes = async ({ tx }: TriggerContext, { id }: { readonly id: string }): Promise<void> => {
  await countLikes(tx, await getOrThrow(tx, tags, id))
}

/** A repeated decision changes nothing, and is none. */
const noteDecision = (mutation: typeof acceptTag) =>
  defineTrigger(mutation, async (context, { id }) => {
    const tag = await getOrThrow(context.tx, tags, id)
    if (tag.changedAt === context.now) await noteTagDecision(context, mutation.name, tag)
  })

export const wikiTriggers = [
  noteDecision(acceptTag),
  noteDecision(rejectTag),
  updateFromPage,
  defineTrigger(setVote, async ({ tx }, { targetKind, targetId }) => {
    const tag = targetKind === 'post' ? await tx.get(tags, targetId) : undefined
    if (tag !== undefined) await countLikes(tx, tag)
  }),
  defineTrigger(renamePage, requireChangeRateLimit),
  defineTrigger(setTab, requireChangeRateLimit),
  defineTrigger(setPageFlag, requireChangeRateLimit),
  defineTrigger(setRequirement, requireChangeRateLimit),
  defineTrigger(setSummary, requireChangeRateLimit),
  defineTrigger(removeSummary, requireChangeRateLimit),
  defineTrigger(moveSummary, requireChangeRateLimit),
  defineTrigger(deletePage, recountLikes),
  defineTrigger(restorePage, recountLikes),
  defineTrigger(setCredit, async ({ tx }, { revisionId }) => recount(tx, await getOrThrow(tx, revisions, revisionId))),
]
