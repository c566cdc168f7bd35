/**
 * The oracle's reader of a device: its databases as they are on disk, by plain IndexedDB in a page
 * of the site.
 */
import type { Page } from 'playwright-core'
import * as Y from 'yjs'
import { documentWords } from './read-document.ts'
import { wordsIn } from './plan.ts'
import type { Found } from './verdict.ts'

interface DeviceContent {
  readonly drafts: readonly { readonly place: string; readonly values: unknown; readonly binnedAt: number | null }[]
  /** What was done and has not reached the server, or was refused by it. */
  readonly mutations: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[]
  readonly documents: readonly { readonly room: string; readonly updates: readonly (readonly number[])[] }[]
  /** What a page left behind as it went. */
  readonly bridged: readonly { readonly key: string; readonly text: string }[]
}

/**
 * Everything of this seed's words that is on the device. @param page any page of the site, that has
 * come alive
 */
export async function readDevice(page: Page, seed: number): Promise<readonly Found[]> {
  const { drafts, mutations, documents, bridged } = await page.evaluate(readContent)
  return [
    ...drafts.map(({ place, values, binnedAt }) => ({
      place: `draft ${place}`,
      words: wordsIn(JSON.stringify(values), seed),
      isBinned: binnedAt !== null,
    })),
    ...mutations.flatMap((mutation) => wordsOfMutation(mutation, seed)),
    ...bridged.map(({ key, text }) => ({ place: `draft ${key.replace(/^kept:|#.*$/gu, '')}`, words: wordsIn(valuesIn(text), seed) })),
    ...documents.flatMap(({ room, updates }) => {
      const doc = new Y.Doc()
      for (const update of updates) Y.applyUpdate(doc, Uint8Array.from(update))
      return documentWords(room, doc, seed)
    }),
  ]
}

/** What it was made with, its base, is no copy. */
function valuesIn(bridged: string): string {
  const value: unknown = JSON.parse(bridged)
  return typeof value === 'object' && value !== null && 'values' in value ? JSON.stringify(value.values) : ''
}

/** Where its words will stand: the server's rows and documents have the same places. */
function wordsOfMutation({ name, args }: DeviceContent['mutations'][number], seed: number): readonly Found[] {
  const at = (kind: string, part: unknown, id = args['id']): Found => ({
    place: `${kind} ${String(id)}`,
    words: wordsIn(JSON.stringify(part) ?? '', seed),
  })
  if (name.startsWith('comments.')) return [at('comment', args['body'])]
  if (name === 'messages.send') return [at('message', args['body'])]
  if (name === 'conversations.begin') return [at('message', args['body'], args['messageId'])]
  return [at('title', [args['title'], valueOf(args['detail'])]), at('post', args['body'])]
}

/** What a change replaces, its base, is no copy either. */
const valueOf = (detail: unknown): unknown => (typeof detail === 'object' && detail !== null && 'value' in detail ? detail.value : null)

/** In the page. */
async function readContent(): Promise<DeviceContent> {
  const open = (name: string): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onerror = () => reject(opening.error ?? new Error(name))
      opening.onsuccess = () => resolve(opening.result)
    })
  const all = (db: IDBDatabase, store: string): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      if (!db.objectStoreNames.contains(store)) return resolve([])
      const asking = db.transaction(store).objectStore(store).getAll()
      asking.onsuccess = () => resolve(asking.result)
      asking.onerror = () => reject(asking.error ?? new Error(store))
    })
  const drafts: DeviceContent['drafts'][number][] = []
  const mutations: DeviceContent['mutations'][number][] = []
  const documents: DeviceContent['documents'][number][] = []
  for (const { name = '' } of await indexedDB.databases()) {
    const room = /^documents:[^:]+:(?<room>[a-z]+:[0-9a-z]+)$/u.exec(name)?.groups?.['room']
    if (room === undefined && !name.startsWith('lyceum:')) continue
    const db = await open(name)
    if (room === undefined) {
      drafts.push(...((await all(db, 'drafts')) as DeviceContent['drafts']))
      mutations.push(
        ...((await all(db, 'queue')) as DeviceContent['mutations']),
        ...((await all(db, 'refused')) as DeviceContent['mutations']),
      )
    } else {
      const updates = await all(db, 'updates')
      documents.push({ room, updates: updates.map((update) => (update instanceof Uint8Array ? [...update] : [])) })
    }
    db.close()
  }
  const bridged = Object.keys(localStorage)
    .filter((key) => key.startsWith('kept:'))
    .map((key) => ({ key, text: localStorage.getItem(key) ?? 'null' }))
  return { drafts, mutations, documents, bridged }
}
