/**
 * Files in and out: a Word file of 1 MB read into a text, against unpacking it alone; 500 posts
 * written as Markdown, as HTML and as a book, against walking through them alone. Each in a process
 * of its own, for its peak of memory. Run: `node bench/import-export.ts`.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { docxText } from '#shared/formats/docx-in.ts'
import { docxOf } from '#shared/formats/docx-out.ts'
import { epubOf } from '#shared/formats/epub.ts'
import type { ExportedText } from '#shared/formats/exported-text.ts'
import { htmlPage } from '#shared/formats/html-page.ts'
import { markdownZip } from '#shared/formats/markdown-zip.ts'
import { ZipOut } from '#shared/formats/zip-out.ts'
import { openZip } from '#shared/formats/unzip.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { mathSetter } from '#shared/text/set-math.ts'

const siteOrigin = 'https://site.example'
const posts = Number(process.env['BENCH_POSTS'] ?? 500)
const typeset = { math: mathSetter(), highlight: escapeHtml }

/** What a process of its own does: makes ready, then gives the work that is timed. */
const parts: Readonly<Record<string, () => Promise<() => unknown>>> = {
  async unzip() {
    const file = await wordFile()
    return () => openZip(file).map((entry) => entry.read().length)
  },
  async docxIn() {
    const file = await wordFile()
    return () => docxText(file, 'a.docx')
  },
  async walk() {
    const texts = essays()
    return () => texts.map((text) => JSON.stringify(text).length)
  },
  async markdown() {
    const texts = essays()
    return () => zipped((zip) => markdownZip(texts, noPicture, zip, () => undefined))
  },
  async html() {
    const texts = essays()
    return () => texts.map((text) => htmlPage(text, () => null, typeset, siteOrigin).length)
  },
  async epub() {
    const texts = essays()
    const facts = { title: 'All', identifier: 'urn:x', siteOrigin, now: 0 }
    return () => zipped((zip) => epubOf(texts, facts, { pictureOf: noPicture, typeset, zip, onText: () => undefined }))
  },
}

const asked = process.argv[2]
const part = asked === undefined ? undefined : parts[asked]
if (part !== undefined) {
  const work = await part()
  await work()
  const before = performance.now()
  await work()
  const ms = performance.now() - before
  console.log(JSON.stringify({ ms, mib: process.resourceUsage().maxRSS / 1_024 }))
} else {
  const run = promisify(execFile)
  const found: Record<string, { readonly ms: number; readonly mib: number }> = {}
  for (const name of Object.keys(parts)) {
    const { stdout } = await run(process.execPath, [import.meta.filename, name])
    found[name] = JSON.parse(stdout)
    console.log(`${name.padEnd(10)} ${ms(name).toFixed(0).padStart(6)} ms  ${(found[name]?.mib ?? 0).toFixed(0).padStart(5)} MiB`)
  }
  console.log(
    JSON.stringify({
      name: 'exchange',
      docxInMs: Math.round(ms('docxIn')),
      docxInRatio: ratio('docxIn', 'unzip'),
      docxInMiB: mib('docxIn'),
      markdownMs: Math.round(ms('markdown')),
      markdownRatio: ratio('markdown', 'walk'),
      markdownMiB: mib('markdown'),
      htmlMs: Math.round(ms('html')),
      htmlRatio: ratio('html', 'walk'),
      htmlMiB: mib('html'),
      epubMs: Math.round(ms('epub')),
      epubRatio: ratio('epub', 'walk'),
      epubMiB: mib('epub'),
    }),
  )

  function ms(name: string): number {
    return found[name]?.ms ?? 0
  }
  function mib(name: string): number {
    return Math.round(found[name]?.mib ?? 0)
  }
  function ratio(of: string, against: string): number {
    return Math.round((ms(of) / Math.max(0.01, ms(against))) * 10) / 10
  }
}

/** As it goes out: piece by piece, held by nobody. @returns its length */
async function zipped(write: (zip: ZipOut) => Promise<void>): Promise<number> {
  let length = 0
  const zip = new ZipOut((bytes) => (length += bytes.length))
  await write(zip)
  zip.end()
  return length
}

async function noPicture(): Promise<null> {
  return null
}

/** Text, lists, tables and notes, and pictures of noise until it has a megabyte. */
async function wordFile(): Promise<Uint8Array<ArrayBuffer>> {
  const chapter = (n: number): string =>
    `## Part ${n}\n\n${essayMarkdown(n)}\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| ${n} | x |\n\nA note.[^${n}]\n\n![P](/p${n})\n`
  const notes = Array.from({ length: 40 }, (_, n) => `[^${n}]: The note ${n}.`).join('\n\n')
  const markdown = `${Array.from({ length: 40 }, (_, n) => chapter(n)).join('\n')}\n${notes}\n`
  const { doc } = markdownToDoc(markdown, 'essay')
  const { bytes } = await docxOf(aText('w', doc), () => ({ bytes: noise(23_000), type: 'image/png' }), siteOrigin)
  return bytes
}

function essays(): readonly ExportedText[] {
  return Array.from({ length: posts }, (_, n) =>
    aText(`post-${n}`, markdownToDoc(`${essayMarkdown(n)}\n\n${essayMarkdown(n + 1)}\n\n$$\nx^${n}\n$$`, 'essay').doc),
  )
}

function essayMarkdown(seed: number): string {
  const words = [
    'tide',
    'harbour',
    'a',
    'the',
    'of',
    'moon',
    'slowly',
    'rises',
    'where',
    'nobody',
    'looks',
    '*at*',
    '**it**',
    '[once](https://e.org/)',
  ]
  return Array.from({ length: 10 }, (_, p) =>
    Array.from({ length: 80 }, (__, w) => words[(seed * 31 + p * 17 + w * w) % words.length]).join(' '),
  ).join('\n\n')
}

function aText(id: string, doc: ExportedText['doc']): ExportedText {
  const said = {
    kind: 'post',
    linkUrl: null,
    lang: 'en',
    dir: 'ltr',
    writtenOn: null,
    publishedAt: 0,
    tags: ['Tide'],
    address: null,
  } as const
  return { ...said, id, title: `Text ${id}`, authors: ['Ada'], doc }
}

/** A PNG by its head; what follows cannot be packed. */
function noise(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  for (let at = 0, seed = length; at < length; at++) {
    seed = (seed * 48_271) % 2_147_483_647
    bytes[at] = seed & 0xff
  }
  bytes.set([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 40, 0, 0, 0, 30])
  return bytes
}
