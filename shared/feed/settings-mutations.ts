import * as z from 'zod/mini'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import {
  Filters,
  RecommendSettings,
  feedSettings,
  feedTraces,
  hiddenItemId,
  hiddenItems,
  hidingLists,
  hidingReasons,
  usualSettings,
} from './settings-schema.ts'
import { hourMs } from '../kernel/durations.ts'
import { isSameJson } from '../kernel/same.ts'

/** The parts of a query that `/allPosts` or `/drafts` remembers. */
export const ArchiveChoice = z.string().check(z.maxLength(200), z.regex(/^[\w=&.%+-]*$/u))

/** Sets how the member's own lists are made; what is not named stays. */
export const setFeedSettings = defineMutation({
  name: 'feed.set',
  runs: 'server-then-device',
  args: z.strictObject({
    filters: z.optional(Filters),
    archive: z.optional(ArchiveChoice),
    drafts: z.optional(ArchiveChoice),
    recommend: z.optional(z.nullable(RecommendSettings)),
    isIncognito: z.optional(z.boolean()),
  }),
  key: (args) => `feed-settings:${Object.keys(args).toSorted().join()}`,
  async run({ tx, viewer, now }, args) {
    const { userId } = signedIn(viewer)
    const before = (await tx.get(feedSettings, userId)) ?? usualSettings(userId)
    const { drafts = before.drafts } = args
    const { filters = before.filters, archive = before.archive, recommend = before.recommend, isIncognito = before.isIncognito } = args
    const next = { ...before, filters, archive, ...(drafts !== undefined && { drafts }), recommend, isIncognito }
    if (isSameJson(next, before)) return
    await tx.put(feedSettings, { ...next, changedAt: now })
  },
})

/** Takes one thing out of a list of one's own, or back into it. */
export const setHidden = defineMutation({
  name: 'feed.hide',
  runs: 'server-then-device',
  args: z.strictObject({
    list: z.enum(hidingLists),
    itemId: Id,
    isHidden: z.boolean(),
    reason: z._default(z.enum(hidingReasons), ''),
  }),
  needs: ({ itemId }) => [itemId],
  key: ({ list, itemId }) => `hide:${list}:${itemId}`,
  async run({ tx, viewer, now }, { list, itemId, isHidden, reason }) {
    const { userId } = signedIn(viewer)
    const id = hiddenItemId(userId, list, itemId)
    const before = await tx.get(hiddenItems, id)
    if ((before?.isHidden ?? false) === isHidden && (before?.reason ?? '') === reason) return
    await tx.put(hiddenItems, { id, userId, list, itemId, reason, isHidden, changedAt: now })
  },
})

export const traceFigures = { retentionMs: 48 * hourMs, most: 300, atOnce: 60 } as const

/**
 * Notes what the feed has shown: served, looked at, unfolded. Nothing for who reads incognito; what
 * is older than two days goes.
 */
export const noteFeed = defineMutation({
  name: 'feed.note',
  isQuiet: true,
  args: z.strictObject({
    items: z
      .array(z.strictObject({ itemId: Id, what: z.enum(['served', 'viewed', 'expanded']) }))
      .check(z.minLength(1), z.maxLength(traceFigures.atOnce)),
  }),
  async run({ tx, viewer, now }, { items }) {
    const { userId } = signedIn(viewer)
    if ((await tx.get(feedSettings, userId))?.isIncognito === true) return
    const before = (await tx.get(feedTraces, userId))?.seen ?? []
    const byId = new Map(before.filter(({ at }) => at > now - traceFigures.retentionMs).map((line) => [line.itemId, line]))
    for (const { itemId, what } of items) {
      const line = byId.get(itemId) ?? { itemId, served: 0, isViewed: false, isExpanded: false, at: now }
      byId.set(itemId, {
        ...line,
        served: line.served + Number(what === 'served'),
        isViewed: line.isViewed || what !== 'served',
        isExpanded: line.isExpanded || what === 'expanded',
        at: now,
      })
    }
    const seen = [...byId.values()].toSorted((a, b) => b.at - a.at).slice(0, traceFigures.most)
    await tx.put(feedTraces, { id: userId, seen })
  },
})
