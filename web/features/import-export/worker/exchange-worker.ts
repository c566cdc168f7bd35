/**
 * Reads and writes files away from the page: parsing takes seconds, and what was sent by others may
 * take for ever; then the page ends this thread. It touches neither the network nor the device.
 */
import type { ImportedText } from '#shared/formats/imported-text.ts'
import { excerpt, wordCount } from '#shared/text/measure.ts'
import { FileRefused } from '#shared/formats/refused.ts'
import type { PictureBytes } from '#shared/formats/picture-collector.ts'
import type { PictureAnswer, ReadAsked, WorkAsked, WorkerMessage } from './messages.ts'

const say = (said: WorkerMessage): void => postMessage(said)

/** Who waits for which picture. */
const waiting = new Map<string, (picture: PictureBytes | null) => void>()

addEventListener('message', ({ data }: MessageEvent<WorkAsked | PictureAnswer>) => {
  if (data.kind === 'picture') {
    waiting.get(data.src)?.(data.picture)
    waiting.delete(data.src)
    return
  }
  work(data).then(
    () => say({ kind: 'done' }),
    (error: unknown) => {
      if (error instanceof FileRefused) return say({ kind: 'refused', why: error.why })
      // Not what we expected of any file: the page hears of it, and of this file it says that it is
      // broken.
      say({ kind: 'refused', why: 'broken' })
      reportError(error)
    },
  )
})

async function work(asked: WorkAsked): Promise<void> {
  if (asked.kind === 'read') return read(asked)
  const { writeFile } = await import('./write-file.ts')
  const pictureOf = (src: string): Promise<PictureBytes | null> =>
    new Promise((resolve) => {
      waiting.set(src, resolve)
      say({ kind: 'wants-picture', src })
    })
  say({ kind: 'file', file: await writeFile(asked, { pictureOf, onText: (count) => say({ kind: 'written', count }) }) })
}

async function read({ name, bytes, siteOrigin, userId }: ReadAsked): Promise<void> {
  const [{ importFile }, { archivePlan }] = await Promise.all([import('#shared/formats/import-file.ts'), import('./archive-plan.ts')])
  const plan = userId === null ? null : archivePlan(bytes, userId)
  if (plan !== null) say({ kind: 'archive', plan })
  const docx = async (data: Uint8Array<ArrayBuffer>, from: string): Promise<ImportedText> => {
    const { docxText } = await import('#shared/formats/docx-in.ts')
    return docxText(data, from)
  }
  for await (const part of importFile(name, bytes, { docx, siteOrigin })) {
    if ('refused' in part) say({ kind: 'part-refused', part })
    else say({ kind: 'text', text: { ...part, words: wordCount(part.doc), begins: excerpt(part.doc, 220), isOfArchive: plan !== null } })
  }
}

say({ kind: 'ready' })
