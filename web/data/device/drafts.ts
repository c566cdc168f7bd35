import type { DeviceDrafts, SavedDraft } from './device-api.ts'
import type { LocalStore, LocalTx } from './local-store.ts'
import type { DeviceTx } from './port.ts'
import { besideInTrash, binnedForMs, placeInTrash, rowAfter, rowWithoutSent } from '../typed-words/typed-row.ts'

/**
 * Unsent text, one draft a place, the rows that `typed-words/` writes without a device. Every save
 * is on disk when it resolves.
 */
export function openDrafts(store: Pick<LocalStore, 'read' | 'write'>, now: () => number): DeviceDrafts {
  return {
    async save(place, values, at) {
      await store.write(async (tx) => {
        const before = await tx.drafts.get(place)
        const base = before?.binnedAt === null ? before : undefined
        await putDraft(tx, place, rowAfter(before, place, { values, at, base }))
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
        if (draft === undefined) return
        const home = placeInTrash(place)
        if (home === place) return tx.drafts.put([{ ...draft, binnedAt: null }])
        // What has been begun there since stays too.
        const joined = rowAfter(await tx.drafts.get(home), home, { values: draft.values, at: draft.at })
        const { olderBinnedAt, ...row } = joined ?? { ...draft, place: home, binnedAt: null }
        const isOlderHere = olderBinnedAt === undefined || olderBinnedAt === draft.binnedAt
        await putDraft(tx, home, isOlderHere ? row : { ...row, olderBinnedAt })
        await tx.drafts.delete([place])
      })
    },
  }
}

/**
 * Drafts of somebody who has become somebody with drafts of their own: beside those, each word
 * once.
 */
export async function importDrafts(tx: Pick<LocalTx, 'drafts'>, found: readonly SavedDraft[]): Promise<void> {
  for (const { place, values, at } of found) await putDraft(tx, place, rowAfter(await tx.drafts.get(place), place, { values, at }))
}

/**
 * For the transaction of the action that the words of this draft are: what was typed on behind them
 * stays, here or in another tab. @param draft its place; absent: none
 */
export const takingAlong =
  (draft: string | undefined) =>
  async (tx: DeviceTx): Promise<void> => {
    if (draft === undefined) return
    // The store is the device's own, which keeps drafts beside what the port names.
    const { drafts } = tx as LocalTx
    const row = await drafts.get(draft)
    await putDraft({ drafts }, draft, row?.sending === undefined ? null : rowWithoutSent(row, row.sending.id))
  }

/**
 * For the transaction in which the mutation that these words were leaves the tray: they stand below
 * what has been begun at their place since. @param now ms since 1970
 */
export const puttingBelow =
  (place: string, values: Readonly<Record<string, string>>, now: number) =>
  async (tx: DeviceTx): Promise<void> => {
    const { drafts } = tx as LocalTx // as above
    const row = await drafts.get(place)
    const base = row?.binnedAt === null ? row : undefined
    const both = Object.entries(values).map(([field, text]) => [field, below(base?.values[field] ?? '', text)] as const)
    await putDraft({ drafts }, place, rowAfter(row, place, { values: { ...base?.values, ...Object.fromEntries(both) }, at: now, base }))
  }

/** A version before this one put it there, and its page did not live to take it out of the tray. */
const isBelow = (begun: string, text: string): boolean => begun === text || begun.endsWith(`\n\n${text}`)

const below = (begun: string, text: string): string => (begun.trim() === '' ? text : isBelow(begun, text) ? begun : `${begun}\n\n${text}`)

/**
 * Where a draft in Trash lies at its place, both are kept. @param row `null`: nothing is left at
 * this place
 */
export async function putDraft(tx: Pick<LocalTx, 'drafts'>, place: string, row: SavedDraft | null): Promise<void> {
  const aside = row?.binnedAt === null ? besideInTrash(await tx.drafts.get(place)) : null
  if (aside !== null) await tx.drafts.put([aside])
  if (row === null) await tx.drafts.delete([place])
  else await tx.drafts.put([row])
}

/** What has lain in the bin for 30 days goes. A clock that was set back keeps it longer. */
export async function emptyTrash(store: Pick<LocalStore, 'write'>, now: number): Promise<void> {
  await store.write(async (tx) => {
    const old = (await tx.drafts.all()).filter(({ binnedAt }) => binnedAt !== null && now - binnedAt >= binnedForMs)
    if (old.length > 0) await tx.drafts.delete(old.map(({ place }) => place))
  })
}
