import type { ExportedText, PictureOf } from '#shared/formats/exported-text.ts'
import { dayOf, fileNames } from '#shared/formats/exported-text.ts'
import { Losses } from '#shared/formats/losses.ts'
import { picturesIn } from '#shared/formats/doc-pictures.ts'
import type { Typeset } from '#shared/formats/html-page.ts'
import type { PictureBytes } from '#shared/formats/picture-collector.ts'
import { ZipOut } from '#shared/formats/zip-out.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import type { DocNode } from '#shared/text/nodes.ts'
import { FileParts } from './file-parts.ts'
import type { WriteAsked, WrittenFile } from './messages.ts'

type Written = Omit<WrittenFile, 'dropped'>

interface WritePorts {
  /**
   * `null`: it is not at hand. Asked for one at a time, where it is needed: all of them together
   * may be more than there is memory.
   */
  readonly pictureOf: PictureOf
  /** After each, how many are done. */
  readonly onText: (count: number) => void
}

/**
 * The file for a choice of texts: one text by itself where the format allows, otherwise an archive.
 */
export async function writeFile(asked: WriteAsked, { pictureOf, onText }: WritePorts): Promise<WrittenFile> {
  const losses = new Losses()
  const noting: PictureOf = async (src) => {
    const picture = src.startsWith('/') ? await pictureOf(src) : null
    if (picture === null && src.startsWith('/') && asked.format !== 'docx')
      losses.add('missing picture, kept as a link', `${src} in ${textWith(asked.texts, src)}`)
    return picture
  }
  const written = await inFormat(asked, { pictureOf: noting, onText }, losses)
  const isWhole = asked.format === 'markdown' || asked.format === 'everything'
  if (!isWhole && asked.texts.some((text) => holds(text, 'poll'))) losses.add('poll, kept as words')
  if (!isWhole && asked.texts.some((text) => holds(text, 'prediction'))) losses.add('prediction question, kept as words')
  return { ...written, dropped: losses.list() }
}

async function inFormat(asked: WriteAsked, { pictureOf, onText }: WritePorts, losses: Losses): Promise<Written> {
  const { format, texts, siteName, siteOrigin, now } = asked
  const names = fileNames(texts)
  const all = `${siteName} ${dayOf(now)}`
  const [only] = texts
  const isOne = texts.length === 1 && only !== undefined
  const name = isOne ? `${names[0]}` : all
  const parts = new FileParts()
  const zip = new ZipOut((bytes) => parts.add(bytes))
  const archive = (ending: string, type: string): Written => {
    zip.end()
    return { name: `${name}.${ending}`, blob: parts.file(type) }
  }
  switch (format) {
    case 'markdown': {
      const { markdownZip } = await import('#shared/formats/markdown-zip.ts')
      await markdownZip(texts, pictureOf, zip, onText)
      return archive('zip', 'application/zip')
    }
    case 'everything': {
      const { everythingZip } = await import('./everything-zip.ts')
      await everythingZip(asked, pictureOf, zip, onText)
      return { ...archive('zip', 'application/zip'), name: `${all}, everything.zip` }
    }
    case 'html': {
      const { htmlPage } = await import('#shared/formats/html-page.ts')
      const typeset = await typesetter()
      const page = async (text: ExportedText): Promise<string> => {
        const pictures = await picturesOf(text, pictureOf)
        return htmlPage(text, (src) => pictures.get(src) ?? null, typeset, siteOrigin)
      }
      if (isOne) return { name: `${name}.html`, blob: new Blob([await page(only)], { type: 'text/html' }) }
      for (const [index, text] of texts.entries()) {
        zip.text(`${names[index]}.html`, await page(text))
        onText(index + 1)
      }
      return archive('zip', 'application/zip')
    }
    case 'epub': {
      const { epubOf } = await import('#shared/formats/epub.ts')
      const title = isOne ? only.title || 'Untitled' : `${siteName}, ${dayOf(now)}`
      const identifier = (isOne ? only.address : null) ?? `${siteOrigin}/export/${texts[0]?.id ?? ''}-${now}`
      await epubOf(texts, { title, identifier, siteOrigin, now }, { pictureOf, typeset: await typesetter(), zip, onText })
      return archive('epub', 'application/epub+zip')
    }
    case 'docx': {
      const { docxOf } = await import('#shared/formats/docx-out.ts')
      for (const [index, text] of texts.entries()) {
        const painted = await picturesOf(text, async (src) => forWord(await pictureOf(src)))
        const { bytes, dropped } = await docxOf(text, (src) => painted.get(src) ?? null, siteOrigin)
        for (const { what, example } of dropped) losses.add(what, isOne ? example : text.title)
        onText(index + 1)
        if (isOne) return { name: `${name}.docx`, blob: new Blob([bytes], { type: wordType }) }
        zip.stored(`${names[index]}.docx`, bytes)
      }
      return archive('zip', 'application/zip')
    }
  }
}

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** Of one text, for as long as it is being written. */
async function picturesOf({ doc }: ExportedText, pictureOf: PictureOf): Promise<ReadonlyMap<string, PictureBytes>> {
  const found = new Map<string, PictureBytes>()
  for (const src of picturesIn(doc)) {
    const picture = await pictureOf(src)
    if (picture !== null) found.set(src, picture)
  }
  return found
}

const textWith = (texts: readonly ExportedText[], src: string): string =>
  texts.find(({ doc }) => picturesIn(doc).includes(src))?.title ?? ''

/**
 * In a kind that Word shows: pictures of this site are WebP, and are painted again as PNG, or as
 * JPEG where that is far smaller.
 */
async function forWord(picture: PictureBytes | null): Promise<PictureBytes | null> {
  return picture !== null && /^image\/(?:webp|avif)$/u.test(picture.type) ? repainted(picture) : picture
}

async function repainted(picture: PictureBytes): Promise<PictureBytes> {
  try {
    const bitmap = await createImageBitmap(new Blob([picture.bytes], { type: picture.type }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
    const png = await canvas.convertToBlob({ type: 'image/png' })
    const jpeg = png.size < maxPng ? null : await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    const blob = jpeg !== null && jpeg.size * 2 < png.size ? jpeg : png
    return { bytes: new Uint8Array(await blob.arrayBuffer()), type: blob.type }
  } catch {
    // The browser cannot show it either: the document names it.
    return picture
  }
}

const maxPng = 300_000

async function typesetter(): Promise<Typeset> {
  const { mathSetter } = await import('#shared/text/set-math.ts')
  return { math: mathSetter(), highlight: (code) => escapeHtml(code) }
}

function holds({ doc }: ExportedText, type: DocNode['type']): boolean {
  const has = (node: DocNode): boolean => node.type === type || (node.content ?? []).some(has)
  return doc.content.some(has)
}
