import type { DeviceDrafts } from './device-api.ts'
import type { LocalStore } from './local-store.ts'

const binnedForMs = 30 * 86_400_000

/** Unsent text, one draft a place. Every save is on disk when it resolves. */
export function openDrafts(store: Pick<LocalStore, 'read' | 'write'>, now: () => number): DeviceDrafts {
  return {
    async save(place, values, at) {
      const isEmpty = Object.values(values).every((text) => text.trim() === '')
      await store.write(async (tx) => {
        const before = await tx.drafts.get(place)
        // Emptied by hand: what was there before goes with it, unless it lies in the bin.
        if (isEmpty) return before?.binnedAt === null ? tx.drafts.delete([place]) : undefined
        await tx.drafts.put([{ place, values, at, binnedAt: null }])
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
