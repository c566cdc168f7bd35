import type { ExportedText } from '#shared/formats/exported-text.ts'
import type { PictureBytes } from '#shared/formats/picture-collector.ts'
import { withoutNotes } from '#shared/pictures/without-notes.ts'
import { ownPostIds, ownText, type ExportPage } from '#shared/formats/own-texts.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { links } from '#shared/links.ts'
import { writingOf } from '#shared/posts/queries.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import { posts, type Post } from '#shared/posts/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { ask } from '../../data/connection.ts'
import type { OwnDataTables, OwnRowsPage } from '#shared/formats/own-data.ts'
import type { Device } from '../../data/device/device-api.ts'
import type { Wait } from './gather-data.ts'

/** One's own text, as a line of the list. */
export interface OwnText {
  readonly id: string
  readonly title: string
  readonly lang: string
  readonly words: number
  readonly isDraft: boolean
  readonly at: number
}

/** What this device knows of a member's own posts and drafts, the newest first. */
export async function ownTexts(device: Device): Promise<readonly OwnText[]> {
  const mine = await ownPosts(device)
  const lines = await Promise.all(
    mine.map(async (post): Promise<OwnText> => {
      const { title, lang } = await writingOf(device.read, post)
      return { id: post.id, title, lang, words: post.wordCount, isDraft: post.status === 'draft', at: post.publishedAt ?? post.createdAt }
    }),
  )
  return lines.sort((a, b) => b.at - a.at)
}

async function ownPosts(device: Device): Promise<readonly Post[]> {
  if (device.account === null) return []
  const found = await device.read.getMany(posts, await ownPostIds(device.read, device.account))
  return found.filter((post) => post.status !== 'removed' && isAuthor(device.viewer, post))
}

/**
 * The text as this device has it: its document, else its newest revision. `null`: it is not here.
 */
export async function textFromDevice(device: Device, postId: string, origin: string): Promise<ExportedText | null> {
  if (device.account === null) return null
  return ownText(device.read, device.viewer, postId, origin, await documentText(device.account, device, postId))
}

async function documentText(account: string, device: Device, postId: string): Promise<Doc | null> {
  const room = postRoom(postId)
  if ((await device.documents.get(room)) === undefined) return null
  // Yjs comes with these: late.
  const [{ applyUpdate, Doc: YDoc }, { documentFile, readFile }, { textOf }] = await Promise.all([
    import('yjs'),
    import('../../data/documents/document-files.ts'),
    import('../../data/documents/text-of.ts'),
  ])
  const updates = await readFile(documentFile(account, room))
  if (updates.length === 0) return null
  const doc = new YDoc()
  try {
    for (const update of updates) applyUpdate(doc, update)
    return textOf(doc)
  } finally {
    doc.destroy()
  }
}

/** A picture that stands in a text, from this device or the network; `null`: neither has it. */
export async function pictureFor(src: string): Promise<PictureBytes | null> {
  const { pictureBytes } = await import('../../data/pictures-own.ts')
  const blob = await pictureBytes(src)
  if (blob === null || !/^image\/(?:png|jpeg|gif|webp|avif)$/u.test(blob.type)) return null
  const bytes = new Uint8Array(await blob.arrayBuffer())
  // Added by an earlier build, it may still have its notes on this device.
  return { bytes: withoutNotes(bytes) ?? bytes, type: blob.type }
}

/** A page of one's own texts as the server has them. @throws TypeError without a connection */
export function textsFromServer(after: string | null): Promise<ExportPage | Wait | null> {
  return answerOf<ExportPage>(links.exportPage({ after: after ?? undefined }))
}

/** @throws TypeError without a connection */
export function tablesFromServer(): Promise<OwnDataTables | Wait | null> {
  return answerOf<OwnDataTables>(links.exportTables())
}

/** @throws TypeError without a connection */
export function rowsFromServer(table: string, offset: number): Promise<OwnRowsPage | Wait | null> {
  return answerOf<OwnRowsPage>(links.exportRows({ table, offset }))
}

async function answerOf<Answer>(address: string): Promise<Answer | Wait | null> {
  const response = await ask(address, { cache: 'no-store', headers: { accept: 'application/json' } })
  if (response.status === 429) return { retryAfterMs: Number(response.headers.get('retry-after') ?? 60) * 1_000 }
  if (!response.ok || response.headers.get('content-type')?.startsWith('application/json') !== true) return null
  return (await response.json()) as Answer // of this build's type
}
