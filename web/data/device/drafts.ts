import type { DeviceDrafts } from './device-api.ts'
import type { LocalStore } from './local-store.ts'
import { isSameTyped, mergeTyped } from '../merge-typed.ts'

const binnedForMs = 30 * 86_400_000

/** Unsent text, one draft a place. Every save is on disk when it resolves. */
export function openDrafts(store: Pick<LocalStore, 'read' | 'write'>, now: () => number): DeviceDrafts {
  return {
    async save(place, values, at, writer) {
      const isEmpty = Object.values(values).every((text) => text.trim() === '')
      return store.write(async (tx) => {
        const before = await tx.drafts.get(place)
        const isKept = before?.binnedAt === null
        // Emptied by hand: what was there before goes with it, unless it lies in the bin.
        if (isEmpty) {
          if (isKept) await tx.drafts.delete([place])
          return values
        }
        // Another tab, or the page before this one, has kept words there that this form has not seen.
        const isUnseen = writer !== undefined && isKept && before.by !== writer.by && !isSameTyped(before.values, writer.base ?? {})
        const next = isUnseen ? mergeTyped(writer.base ?? {}, before.values, values) : values
        await tx.drafts.put([{ place, values: next, at, binnedAt: null, ...(writer !== undefined && { by: writer.by }) }])
        return next
      })
    },
    async get(place) {
      const draft = await store.read((tx) => tx.drafts.get(place))
      return draft?.binnedAt === null ? draft : undefined
    },
    async list() {
      const all = await store.read((tx) => tx.drafts.all())
      return all.filter(({ binnedAt }) => binnedAt === null || now() - binnedAt < binnedForMs).sort((a, b) => b.at - a.at)
    },
    async forget(place, why) {
      await store.write(async (tx) => {
        const draft = await tx.drafts.get(place)
        if (draft === undefined) return
        if (why === 'sent') await tx.drafts.delete([place])
        else await tx.drafts.put([{ ...draft, binnedAt: now() }])
      })
    },
    async restore(place) {
      await store.write(async (tx) => {
        const draft = await tx.drafts.get(place)
        if (draft !== undefined) await tx.drafts.put([{ ...draft, binnedAt: null }])
      })
    },
  }
}

/** What has lain in the bin for 30 days goes. A clock that was set back keeps it longer. */
export async function emptyBin(store: Pick<LocalStore, 'write'>, now: number): Promise<void> {
  await store.write(async (tx) => {
    const old = (await tx.drafts.all()).filter(({ binnedAt }) => binnedAt !== null && now - binnedAt >= binnedForMs)
    if (old.length > 0) await tx.drafts.delete(old.map(({ place }) => place))
  })
}
