import { filesOf } from './archive-files.ts'
import { bytesToText } from './bytes-to-text.ts'
import { htmlText } from './html-file.ts'
import { nameWithoutEnding, type ImportedPart, type ImportedText } from './imported-text.ts'
import { jsonTexts } from './json-in.ts'
import { largestFile } from './limits.ts'
import { markdownText } from './markdown-text.ts'
import { looksZipped, openZip, type ZipEntry } from './unzip.ts'
import { readCsv } from './read-csv.ts'
import { accountFile } from './own-data.ts'
import { FileRefused } from './refused.ts'
import { refusedPart } from './refused-part.ts'
import { looksLikeWordpress, wordpressTexts } from './wordpress-in.ts'
import { isMarkedPicture, withPictures } from './doc-pictures.ts'
import { maxPictureBytes, type PictureBytes } from './picture-collector.ts'

/**
 * Reads a file that somebody wants to take into Lyceum, by what is in it rather than by its name
 * alone. Every text comes by itself; one that is refused does not stop the others. Nothing here is
 * fetched, and no name in an archive is ever used as a path.
 */
export interface ImportPorts {
  /** Word documents: their reader is large, and is brought when there is one. */
  readonly docx: (bytes: Uint8Array<ArrayBuffer>, from: string) => Promise<ImportedText>
  /** `https://host`: addresses of this site become paths. */
  readonly siteOrigin: string
}

const noFiles = (): PictureBytes | null => null
const isMarkdown = /\.(?:md|markdown|mdown|txt)$/iu
const isHtml = /\.(?:html?|xhtml)$/iu
const isDocx = /\.docx$/iu

/** @throws FileRefused when nothing of the file can be taken. */
export async function* importFile(name: string, bytes: Uint8Array<ArrayBuffer>, ports: ImportPorts): AsyncGenerator<ImportedPart> {
  let room = maxPictureBytes
  for await (const part of partsOf(name, bytes, ports)) {
    if ('refused' in part) {
      yield part
      continue
    }
    const text = withinRoom(part, room)
    room -= text.pictures.reduce((sum, picture) => sum + picture.bytes.length, 0)
    yield text
  }
}

/** What comes when there is no more room for its pictures comes without them, and says so. */
function withinRoom(text: ImportedText, room: number): ImportedText {
  let left = room
  const kept = text.pictures.filter(({ bytes }) => {
    if (bytes.length > left) return false
    left -= bytes.length
    return true
  })
  const lost = text.pictures.length - kept.length
  if (lost === 0) return text
  const sources = new Set(kept.map(({ src }) => src))
  const loss = { what: 'picture over the 50 MB limit per import', count: lost, example: '' }
  return {
    ...text,
    doc: withPictures(text.doc, (src) => (isMarkedPicture(src) && !sources.has(src) ? null : src)),
    pictures: kept,
    dropped: [...text.dropped, loss],
  }
}

async function* partsOf(name: string, bytes: Uint8Array<ArrayBuffer>, ports: ImportPorts): AsyncGenerator<ImportedPart> {
  if (bytes.length > largestFile) throw new FileRefused('too-large')
  if (bytes.length === 0) throw new FileRefused('empty')
  if (looksZipped(bytes)) {
    const entries = openZip(bytes)
    if (entries.some((entry) => entry.name === 'word/document.xml')) yield await ports.docx(bytes, name)
    else yield* archiveTexts(entries, ports)
    return
  }
  // Word's old format, or a .docx that is no archive.
  if ((bytes[0] === 0xd0 && bytes[1] === 0xcf) || isDocx.test(name)) throw new FileRefused('unknown-format')
  const text = bytesToText(bytes, isHtml.test(name) ? 'html' : 'other')
  if (looksLikeWordpress(text)) return yield* wordpressTexts(text)
  const start = text.slice(0, 2000).trimStart()
  if (isHtml.test(name) || /^<(?:!doctype html|html|head|body)\b/iu.test(start))
    return yield htmlText(text, name, noFiles, ports.siteOrigin)
  if (/\.json$/iu.test(name)) return yield* jsonTexts(text)
  if (!isMarkdown.test(name)) throw new FileRefused('unknown-format')
  if (text.trim() === '') throw new FileRefused('empty')
  yield markdownText(text, name, noFiles)
}

/**
 * An archive of texts: Substack's and Medium's exports, Ghost's with its pictures, a page that
 * Google Docs exported, a folder of Markdown.
 */
async function* archiveTexts(entries: readonly ZipEntry[], ports: ImportPorts): AsyncGenerator<ImportedPart> {
  const said = substackFacts(entries)
  const texts = entries.filter(({ name }) => isText(name, entries))
  if (texts.length === 0) throw new FileRefused('unknown-format')
  for (const entry of texts.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry
    const fileAt = filesOf(entries, name)
    if (isDocx.test(name)) {
      yield await docxPart(entry, ports)
    } else if (isMarkdown.test(name)) {
      yield refusedPart(name, () => markdownText(bytesToText(entry.read()), name, fileAt))
    } else if (isHtml.test(name)) {
      const facts = said.get(idOf(name))
      yield refusedPart(name, () => withFacts(htmlText(bytesToText(entry.read(), 'html'), name, fileAt, ports.siteOrigin), facts))
    } else {
      // Several texts in one file of the archive.
      yield* refusedParts(name, () => {
        const text = bytesToText(entry.read())
        return looksLikeWordpress(text) ? wordpressTexts(text) : jsonTexts(text, fileAt)
      })
    }
  }
}

function* refusedParts(from: string, read: () => Generator<ImportedPart>): Generator<ImportedPart> {
  try {
    yield* read()
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    yield { from, refused: error.why }
  }
}

async function docxPart(entry: ZipEntry, ports: ImportPorts): Promise<ImportedPart> {
  try {
    return await ports.docx(entry.read(), entry.name)
  } catch (error) {
    if (error instanceof FileRefused) return { from: entry.name, refused: error.why }
    throw error
  }
}

function isText(name: string, entries: readonly ZipEntry[]): boolean {
  // An archive of everything that was exported here: its rows are no texts.
  if (name.startsWith('data/') && entries.some((entry) => entry.name === accountFile)) return false
  if (/(?:^|\/)(?:readme|licen[cs]e)\.(?:md|txt)$/iu.test(name)) return false
  if (isDocx.test(name) || isHtml.test(name) || /\.(?:md|markdown|mdown)$/iu.test(name)) return true
  if (/\.txt$/iu.test(name)) return !entries.some((entry) => isHtml.test(entry.name) || /\.md$/iu.test(entry.name))
  return /\.(?:json|xml)$/iu.test(name)
}

interface Facts {
  readonly title: string
  readonly date: string
}

/** `posts.csv` of a Substack export: the file's name begins with the post's id. */
function substackFacts(entries: readonly ZipEntry[]): ReadonlyMap<string, Facts> {
  const csv = entries.find(({ name }) => /(?:^|\/)posts\.csv$/u.test(name))
  if (csv === undefined) return new Map()
  const rows = readCsv(bytesToText(csv.read()))
  return new Map(
    rows.map((row) => [(row['post_id'] ?? '').split('.')[0] ?? '', { title: row['title'] ?? '', date: row['post_date'] ?? '' }]),
  )
}

function idOf(name: string): string {
  return (name.split('/').at(-1) ?? '').split('.')[0] ?? ''
}

function withFacts(text: ImportedText, facts: Facts | undefined): ImportedText {
  if (facts === undefined) return text
  const day = /^\d{4}-\d\d-\d\d/u.exec(facts.date)?.[0] ?? null
  return {
    ...text,
    title: facts.title.trim().slice(0, 500).toWellFormed() || nameWithoutEnding(text.from),
    writtenOn: day ?? text.writtenOn,
  }
}
