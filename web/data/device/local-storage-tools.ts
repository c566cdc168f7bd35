import { deviceMutations, deviceTables } from '#shared/device-registry.ts'
import { posts } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { voidName } from '#shared/sync/protocol.ts'
import { forgetDeviceState } from '../device-state.ts'
import { forgetMarks } from '../marks.ts'
import { forgetMuted } from '../muted.ts'
import { forgetOutbox } from '../outbox.ts'
import { forgetVotes } from '../votes.ts'
import { forgetDocuments } from '../documents/document-files.ts'
import { forgetPictures, picturesMark } from '../own-pictures/picture-files.ts'
import type { Device, DeviceSettings, StoredItem, StoredDocument } from './device-api.ts'
import type { DevicePorts } from './device-ports.ts'
import type { LocalRead } from './local-store.ts'
import type { ActiveStore } from './active-store.ts'
import { budgetOf, firstSettings, giveUp, storedItems, keepWithin, sizesOf } from './budget.ts'
import { forgetDatabases } from './current-account.ts'
import { unsentDocs } from './documents.ts'
import { localMeta } from './device-ports.ts'

interface StorageDeps {
  readonly account: string | null
  readonly ports: DevicePorts
  readonly activeStore: () => ActiveStore
  readonly close: () => void
}

/** Mutations that the app sends by itself do not count as unsent work. */
const quiet: ReadonlySet<string> = new Set(deviceMutations.filter(({ isQuiet }) => isQuiet).map(({ name }) => name))

type StorageApi = Pick<Device, 'held' | 'sizes' | 'settings' | 'free' | 'exportUnsent' | 'exportAll' | 'unsentCount' | 'wipe'>

export interface StorageTools {
  readonly api: StorageApi
  /** To be called after something was stored: removes what exceeds the budget. */
  keepWithinBudget(): Promise<void>
}

/** Lists what is stored on the device and its size; frees, exports and wipes it. */
export function openStore({ account, ports, activeStore, close }: StorageDeps): StorageTools {
  const read = <T>(work: (tx: LocalRead) => Promise<T>): Promise<T> => activeStore().store.read(work)

  async function settings(): Promise<DeviceSettings> {
    const item = await read((tx) => tx.meta.get(localMeta.settings))
    // Written below alone.
    return { ...firstSettings, ...(item?.value as Partial<DeviceSettings> | undefined) }
  }

  async function keepWithinBudget(): Promise<void> {
    const budget = await budgetOf(ports.storage, await settings())
    await keepWithin(activeStore().store, budget, ports.now())
  }

  const documents = (): Promise<readonly StoredDocument[]> => read((tx) => tx.docs.all())

  /** Compares the texts on disk themselves: they are about to be deleted, or downloaded. */
  async function unsentByText(): Promise<readonly StoredDocument[]> {
    if (account === null || ports.indexedDB === null) return []
    const { unsentRows } = await import('../documents/unsent-rows.ts')
    return unsentRows(account, await documents())
  }

  const api: StorageApi = {
    held: () => read(withTitles),
    async sizes() {
      const persisted = await read((tx) => tx.meta.get(localMeta.persisted))
      return sizesOf(activeStore().store, ports.storage, {
        budget: await budgetOf(ports.storage, await settings()),
        pictures: await ports.pictureBytes(),
        isPersisted: typeof persisted?.value === 'boolean' ? persisted.value : null,
      })
    },
    settings: {
      get: settings,
      async set(changes) {
        const value = { ...(await settings()), ...changes }
        await activeStore().store.write((tx) => tx.meta.put([{ name: localMeta.settings, value }]))
        await keepWithinBudget()
      },
    },
    async free(shapeOrAddress) {
      const kind = shapeOrAddress.startsWith('/') ? 'page' : 'shape'
      await activeStore().store.write((tx) => giveUp(tx, [{ id: shapeOrAddress, kind }]))
      activeStore().nudge('shapes')
    },
    async exportUnsent() {
      const { readUnsent, unsentText } = await import('./export-unsent.ts')
      const unsent = await read(readUnsent)
      const texts = account === null ? [] : await documentTexts(account, await unsentByText())
      return unsentText({ ...unsent, documents: texts }, ports.now())
    },
    async exportAll() {
      return JSON.stringify(await read(everything), null, 2)
    },
    async unsentCount({ byText = false } = {}) {
      const pictures = account === null ? 0 : await ports.unsentPictures(account)
      const texts = byText ? await unsentByText() : unsentDocs(await documents())
      return read(async (tx) => ({
        queued:
          pictures +
          texts.length +
          (await tx.queue.all()).filter(({ state, name }) => state !== 'applied' && name !== voidName && !quiet.has(name)).length,
        refused: (await tx.refused.all()).filter(({ name }) => !quiet.has(name)).length,
        drafts: (await tx.drafts.all()).filter(({ binnedAt }) => binnedAt === null).length,
      }))
    },
    async wipe() {
      const { store, tabs } = activeStore()
      const rooms = await store.read(async (tx) => (await tx.docs.all()).map(({ room }) => room)).catch(() => [])
      // Others let go first, or the database could not be deleted while they hold it.
      tabs?.post({ kind: 'wiped' })
      close()
      forgetOutbox()
      forgetMarks()
      forgetMuted()
      forgetVotes()
      forgetDeviceState()
      await store.destroy()
      if (ports.indexedDB !== null && account !== null) await forgetDocuments(ports.indexedDB, account, rooms)
      if (ports.indexedDB !== null && account !== null) await forgetPictures(ports.indexedDB, account)
      ports.marker.remove(account)
      ports.visitorReading.clear()
      if (account !== null) ports.marker.remove(picturesMark(account))
      // Another account's unsent work is theirs; all else of ours goes, the visitor's pages too.
      if (ports.indexedDB !== null)
        await forgetDatabases(ports.indexedDB, (other) => ports.marker.read(other) + ports.marker.read(picturesMark(other)) > 0)
    },
  }
  return { api, keepWithinBudget }
}

async function documentTexts(account: string, docs: readonly StoredDocument[]) {
  const { unsentDocuments } = await import('../documents/unsent-documents.ts')
  return unsentDocuments(account, docs)
}

async function withTitles(tx: LocalRead): Promise<readonly StoredItem[]> {
  const items = await storedItems(tx)
  const idOf = (shape: string) => shape.slice(shape.indexOf(':') + 1)
  const ids = items.filter(({ kind }) => kind === 'shape').map(({ id }) => idOf(id))
  const found = [...(await tx.rows.getMany(posts, ids)), ...(await tx.rows.getMany(sequences, ids))]
  const titles = new Map(found.map(({ id, title }) => [id, title]))
  return items.map((item) => (item.kind === 'shape' ? { ...item, title: titles.get(idOf(item.id)) ?? null } : item))
}

const maxRows = 1_000_000

async function everything(tx: LocalRead): Promise<unknown> {
  const rows: Record<string, unknown> = {}
  for (const table of deviceTables) {
    const [index = []] = table.indexes
    rows[table.name] = await tx.rows.list({ table, index, equals: [], order: 'ascending', limit: maxRows })
  }
  const { queue, refused, sent, drafts, docs, shapes, answers } = tx
  const own = { queue: await queue.all(), refused: await refused.all(), drafts: await drafts.all(), sent: await sent.all() }
  return {
    ...own,
    rows,
    docs: await docs.all(),
    shapes: await shapes.all(),
    pages: (await answers.all()).map(({ address, at, answer }) => ({ address, at, page: answer.page })),
  }
}
