/**
 * Short texts about a page, and the order of what it has several of. Devices do these by
 * themselves.
 */
import * as z from 'zod/mini'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, line } from '../kernel/fields.ts'
import { defineMutation } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts } from '../posts/schema.ts'
import { placedBefore } from '../sequences/ordering.ts'
import { putChanged } from './changes.ts'
import { lensesOf } from './page-queries.ts'
import { canEditPage } from './rules.ts'
import type { Summary } from './schema.ts'
import { SummaryText, tags, wikiLimits } from './schema.ts'

/** Adds a summary at the end, or changes the one of that id. */
export const setSummary = defineMutation({
  name: 'wiki.setSummary',
  runs: 'server-then-device',
  args: z.strictObject({ id: Id, summaryId: Id, tabTitle: line(0, wikiLimits.tabTitle), text: SummaryText }),
  needs: ({ id }) => [id],
  key: ({ id, summaryId }) => `wiki:${id}:summary:${summaryId}`,
  async run(context, { id, summaryId, tabTitle, text }) {
    const tag = await getOrThrow(context.tx, tags, id)
    authorize(canEditPage(context.viewer, await getOrThrow(context.tx, posts, id)))
    const said = { id: summaryId, tabTitle, text }
    const existing = tag.summaries.find((one) => one.id === summaryId)
    const isKnown = existing !== undefined
    if (!isKnown && tag.summaries.length >= wikiLimits.summaries)
      throw new AppError('invalid', { field: 'summaryText', message: 'too many summaries' })
    const summaries = isKnown ? tag.summaries.map((one) => (one.id === summaryId ? said : one)) : [...tag.summaries, said]
    await putChanged(context, tag, { ...tag, summaries }, 'summaries', { of: summaryId, from: wordsOf(existing), to: wordsOf(said) })
  },
})

const wordsOf = (summary: Summary | undefined): string =>
  summary === undefined ? '' : summary.tabTitle === '' ? summary.text : `${summary.tabTitle}: ${summary.text}`

export const removeSummary = defineMutation({
  name: 'wiki.removeSummary',
  runs: 'device',
  args: z.strictObject({ id: Id, summaryId: Id }),
  needs: ({ id }) => [id],
  key: ({ id, summaryId }) => `wiki:${id}:summary:${summaryId}`,
  async run(context, { id, summaryId }) {
    const tag = await getOrThrow(context.tx, tags, id)
    authorize(canEditPage(context.viewer, await getOrThrow(context.tx, posts, id)))
    const from = wordsOf(tag.summaries.find((one) => one.id === summaryId))
    const summaries = tag.summaries.filter((one) => one.id !== summaryId)
    await putChanged(context, tag, { ...tag, summaries }, 'summaries', { of: summaryId, from, to: '' })
  },
})

/** `beforeId` null: to the end. Where that one is gone meanwhile, to the end too. */
export const moveSummary = defineMutation({
  name: 'wiki.moveSummary',
  runs: 'device',
  args: z.strictObject({ id: Id, summaryId: Id, beforeId: z.nullable(Id) }),
  needs: ({ id }) => [id],
  key: ({ id, summaryId }) => `wiki:${id}:summary-place:${summaryId}`,
  async run(context, { id, summaryId, beforeId }) {
    const tag = await getOrThrow(context.tx, tags, id)
    authorize(canEditPage(context.viewer, await getOrThrow(context.tx, posts, id)))
    const byId = new Map(tag.summaries.map((summary) => [summary.id, summary]))
    if (!byId.has(summaryId)) return
    const summaries = placedBefore([...byId.keys()], summaryId, beforeId).flatMap((one) => byId.get(one) ?? [])
    await putChanged(context, tag, { ...tag, summaries }, 'summaries', { of: summaryId, from: '', to: '' })
  },
})

/** Puts a lens before another of its page; `null`: to the end. */
export const moveLens = defineMutation({
  name: 'wiki.moveLens',
  runs: 'device',
  args: z.strictObject({ id: Id, beforeId: z.nullable(Id) }),
  needs: ({ id }) => [id],
  key: ({ id }) => `wiki:${id}:place`,
  async run({ tx, viewer }, { id, beforeId }) {
    const lens = await getOrThrow(tx, tags, id)
    if (lens.lensOf === null) throw new AppError('invalid', { field: 'id' })
    authorize(canEditPage(viewer, await getOrThrow(tx, posts, lens.lensOf)))
    const found = new Map((await tx.list(lensesOf(lens.lensOf))).map((one) => [one.id, one]))
    const ordered = placedBefore([...found.keys()], id, beforeId).flatMap((one) => found.get(one) ?? [])
    for (const [at, one] of ordered.entries()) if (one.lensOrder !== at + 1) await tx.put(tags, { ...one, lensOrder: at + 1 })
  },
})
