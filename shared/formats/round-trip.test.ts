import { unzipSync, strFromU8 } from 'fflate'
import { describe, expect, test } from 'vitest'
import { fc } from '../testing/properties.ts'
import { anyDoc } from '../testing/any-text.ts'
import { escapeHtml } from '../text/escape.ts'
import { markdownToDoc } from '../text/markdown-in.ts'
import { docToMarkdown } from '../text/markdown-out.ts'
import { attrText, type Doc, type DocNode } from '../text/nodes.ts'
import { withoutOuterSpaces } from '../text/outer-spaces.ts'
import { mathSetter } from '../text/set-math.ts'
import { docxText } from './docx-in.ts'
import { docxOf } from './docx-out.ts'
import { isMarkedPicture, picturesIn, withPictures } from './doc-pictures.ts'
import { epubOf } from './epub.ts'
import type { ExportedText } from './exported-text.ts'
import { htmlPage } from './html-page.ts'
import { importFile } from './import-file.ts'
import type { ImportedText } from './imported-text.ts'
import { markdownZip } from './markdown-zip.ts'
import { readXml } from './read-xml.ts'
import { ZipOut } from './zip-out.ts'

const siteOrigin = 'https://here.example'
const typeset = { math: mathSetter(), highlight: escapeHtml }
const png = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 2, 0, 0, 0, 3, 8, 6, 0, 0, 0)
const pictureAt = (src: string) => (src.startsWith('/') ? { bytes: png, type: 'image/png' } : null)
const essay = (markdown: string): Doc => markdownToDoc(markdown, 'essay').doc
const aText = (doc: Doc, changes: Partial<ExportedText> = {}): ExportedText => ({
  id: 'a',
  title: 'A title',
  authors: ['Ada'],
  kind: 'post',
  linkUrl: null,
  lang: 'en',
  dir: 'ltr',
  writtenOn: null,
  publishedAt: null,
  tags: [],
  address: null,
  doc,
  ...changes,
})

const pictureOf = async (src: string) => pictureAt(src)

/** As it leaves, put together. */
async function archived(write: (zip: ZipOut) => Promise<void>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new ZipOut((bytes) => pieces.push(bytes))
  await write(zip)
  zip.end()
  return new Uint8Array(Buffer.concat(pieces))
}

async function imported(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<readonly ImportedText[]> {
  const texts: ImportedText[] = []
  for await (const part of importFile(name, bytes, { docx: docxText, siteOrigin })) {
    if ('refused' in part) throw new Error(`${part.from}: ${part.refused}`)
    texts.push(part)
  }
  return texts
}

/** Pictures get other addresses when they are added: here all have the same. */
const samePictures = (doc: Doc): Doc => withPictures(doc, (src) => (isMarkedPicture(src) || src.startsWith('/') ? '/p' : src))

describe('Markdown in an archive', () => {
  test('any text with its pictures comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(anyDoc, async (doc) => {
        const [text] = await imported('a.zip', await archived((zip) => markdownZip([aText(doc)], pictureOf, zip, () => undefined)))
        expect(text?.doc && samePictures(text.doc)).toEqual(samePictures(withoutOuterSpaces(doc)))
        expect(text?.pictures).toHaveLength(picturesIn(doc).filter((src) => src.startsWith('/')).length)
      }),
      { numRuns: 100 },
    )
  })

  test('what is said about a text comes back too, and no two files have one name', async () => {
    const said = {
      title: 'What: "is" this?',
      lang: 'de',
      writtenOn: '1862-06',
      tags: ['Tide', 'true'],
      kind: 'linkpost',
      linkUrl: 'https://e.org/',
    } as const
    const both = [aText(essay('a'), said), aText(essay('b'), said)]
    const archive = await archived((zip) => markdownZip(both, pictureOf, zip, () => undefined))
    expect(Object.keys(unzipSync(archive))).toEqual(['what-is-this.md', 'what-is-this-2.md'])
    const texts = await imported('a.zip', archive)
    expect(texts).toHaveLength(2)
    for (const text of texts) expect(text).toMatchObject({ ...said, dropped: [] })
  })
})

describe('HTML in one file', () => {
  test('any text comes back as it was, but for what HTML says otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(anyDoc, async (whole) => {
        // What XML cannot hold, HTML of ours does not either.
        const doc: Doc = JSON.parse(JSON.stringify(withoutPolls(whole)).replaceAll('\\u0007', '\uFFFD'))
        const page = htmlPage(aText(doc), pictureAt, typeset, siteOrigin)
        const [text] = await imported('a.html', new TextEncoder().encode(page))
        expect(text?.title).toBe('A title')
        expect(text?.doc && asHtmlSays(text.doc)).toEqual(asHtmlSays(doc))
      }),
      { numRuns: 150 },
    )
  })

  test('it needs nothing beside it and runs nothing', () => {
    const page = htmlPage(
      aText(essay('![a](/p.png)\n\n[x](/posts/y)\n\n<script>'), { title: '</title><script>' }),
      pictureAt,
      typeset,
      siteOrigin,
    )
    expect(page).not.toMatch(/<script|src="(?!data:)/u)
    expect(page).toContain(`href="${siteOrigin}/posts/y"`)
    expect(page).toContain("default-src 'none'")
  })
})

/**
 * What HTML says otherwise, or the export does: white space, empty paragraphs, breaks at ends,
 * names of notes and notes without words, sizes of pictures elsewhere, `decorative`, cells aligned
 * to the left as all are.
 */
function asHtmlSays(doc: Doc): unknown {
  const names = new Map<string, string>()
  const name = (node: DocNode): string => {
    const known = names.get(attrText(node, 'note'))
    if (known !== undefined) return known
    names.set(attrText(node, 'note'), `${names.size + 1}`)
    return `${names.size}`
  }
  const words = (nodes: readonly DocNode[]): readonly unknown[] => {
    const out: { type: string; text?: string; marks?: unknown; note?: string; attrs?: unknown }[] = []
    for (const node of nodes) {
      const marks = JSON.stringify(node.marks ?? [])
      const last = out.at(-1)
      if (node.text !== undefined) {
        const { text } = node
        if (last?.type === 'text' && last.marks === marks) last.text = `${last.text ?? ''}${text}`
        else out.push({ type: 'text', text, marks })
      } else if (node.type === 'footnoteRef') out.push({ type: node.type, note: name(node), marks })
      else out.push({ type: node.type, ...(node.attrs && { attrs: node.attrs }), ...(node.type === 'hardBreak' ? {} : { marks }) })
    }
    return tidied(out)
  }
  const tidied = (line: { type: string; text?: string; marks?: unknown }[]): readonly unknown[] => {
    const out: { type: string; text?: string; marks?: unknown }[] = []
    for (const part of line) {
      const last = out.at(-1)
      const spaced = { ...part }
      if (spaced.text !== undefined) {
        spaced.text = spaced.text.replace(/[ \t]+/gu, ' ')
        if (last === undefined || last.type === 'hardBreak' || last.text?.endsWith(' ')) spaced.text = spaced.text.replace(/^ /u, '')
        if (spaced.text === '') continue
      }
      if (part.type === 'hardBreak') while (out.at(-1)?.text?.endsWith(' ')) trimLast(out)
      const before = out.at(-1)
      if (before?.type === 'text' && spaced.type === 'text' && before.marks === spaced.marks)
        before.text = `${before.text ?? ''}${spaced.text ?? ''}`
      else out.push(spaced)
    }
    for (;;) {
      if (out.at(-1)?.type === 'hardBreak') out.pop()
      else if (out.at(-1)?.text?.endsWith(' ')) trimLast(out)
      else break
    }
    return out.every((part) => part.type === 'text' && part.text?.trim() === '') ? [] : out
  }
  const trimLast = (out: { text?: string }[]): void => {
    const last = out.at(-1)
    if (last?.text === undefined) return
    last.text = last.text.replace(/ +$/u, '')
    if (last.text === '') out.pop()
  }
  const blocks = (nodes: readonly DocNode[]): readonly unknown[] => {
    const all = nodes.map(block).filter((found) => found !== null)
    return all.length === 0 ? [{ type: 'paragraph', content: [] }] : all
  }
  const cellOf = ({ type, attrs: { align, ...spans } = {}, content }: DocNode): unknown => {
    return { type, spans, align: align === 'left' ? null : (align ?? null), content: words(content?.[0]?.content ?? []) }
  }
  const block = (node: DocNode): unknown => {
    const { id: _id, decorative: _decorative, ...attrs } = { ...node.attrs }
    const children = node.content ?? []
    switch (node.type) {
      case 'paragraph':
      case 'heading': {
        const content = words(children)
        return content.length === 0 ? null : { type: node.type, attrs, content }
      }
      case 'figure': {
        const [image, caption] = children
        const src = attrText(image ?? node, 'src')
        const isHere = isMarkedPicture(src) || src.startsWith('/')
        const line = caption === undefined ? [] : words(caption.content ?? [])
        return { type: 'figure', src: isHere ? '/p' : src, alt: attrText(image ?? node, 'alt'), ...(line.length > 0 && { line }) }
      }
      case 'table':
        return { type: 'table', rows: children.map((row) => (row.content ?? []).map(cellOf)) }
      case 'codeBlock':
      case 'mathBlock':
      case 'embed':
      case 'horizontalRule':
        return { type: node.type, attrs, text: children.map((child) => child.text).join('') }
      default:
        return { type: node.type, attrs, content: blocks(children) }
    }
  }
  const body = blocks(doc.content.filter((node) => node.type !== 'footnotes'))
  const list = doc.content.find((node) => node.type === 'footnotes')?.content ?? []
  const called = list
    .filter((note) => names.has(attrText(note, 'note')))
    .sort((a, b) => Number(names.get(attrText(a, 'note'))) - Number(names.get(attrText(b, 'note'))))
  return { body, notes: called.map((note) => blocks(note.content ?? [])) }
}

/** A poll, or a prediction question, is words in a file: it can be answered here alone. */
function withoutPolls(doc: Doc): Doc {
  const isKept = (node: DocNode): boolean => node.type !== 'poll' && node.type !== 'prediction'
  const inner = (node: DocNode): DocNode => {
    // Nobody hears the words of a decorative picture.
    if (node.attrs?.['decorative'] === true) return { ...node, attrs: { ...node.attrs, alt: '' } }
    if (node.content === undefined) return node
    const content = node.content.filter(isKept).map(inner)
    return { ...node, content: content.length === 0 && node.content.length > 0 ? [{ type: 'paragraph' }] : content }
  }
  const [first = { type: 'paragraph' as const }, ...rest] = doc.content.filter(isKept).map(inner)
  return { ...doc, content: first.type === 'footnotes' ? [{ type: 'paragraph' }, first] : [first, ...rest] }
}

describe('Word', () => {
  const kept = [
    ['headings', '## A\n\nb\n\n### C'],
    ['marks and links', 'a **b** *c* ~~d~~ e<sub>f</sub> g<sup>h</sup> `i` [j](https://e.org/k) ==l=='],
    ['lists in lists', '- a\n\n  1. b\n  2. c\n\n- d'],
    ['a table', '| a | b |\n| --- | --- |\n| c | **d** |'],
    ['footnotes', 'a[^note-1] b[^note-2]\n\n[^note-1]: one\n\n[^note-2]: two *x*'],
    ['a quotation', '> a\n>\n> b'],
    ['code', '```\na\n  b\n```'],
    ['breaks', 'a\\\nb'],
  ] as const
  test.each(kept)('keeps %s', async (_what, markdown) => {
    const { bytes } = await docxOf(aText(essay(markdown)), pictureAt, siteOrigin)
    const [text] = await imported('a.docx', bytes)
    expect(text?.title).toBe('A title')
    expect(text && docToMarkdown(text.doc).trim()).toBe(docToMarkdown(essay(markdown)).trim())
  })

  test.each([
    ['a formula', 'a $x^2$ b', 'a \\$x^2\\$ b', 'formula, kept as TeX'],
    ['a task', '- [x] a', '- ☑ a', 'task checkbox, kept as a symbol'],
    ['a fold', ':::details S\n\na\n\n:::', '**S**\n\na', 'collapsible section, kept open'],
    ['the first number of a list', '3. a', '1. a', null],
    ['the code language', '```js\na\n```', '```\na\n```', 'code language'],
    ['a quotation around a list', '> - a', '- a', 'quotation around a list'],
    ['a link within the text', '[a](#b)', 'a', 'link within the text'],
    ['a path on this site', '[a](/posts/x)', '[a](https://here.example/posts/x)', null],
  ])('%s comes back otherwise', async (_what, markdown, back, named) => {
    const { bytes, dropped } = await docxOf(aText(essay(markdown)), pictureAt, siteOrigin)
    const [text] = await imported('a.docx', bytes)
    expect(text && docToMarkdown(text.doc).trim()).toBe(back)
    expect(dropped.map(({ what }) => what)).toEqual(named === null ? [] : [named])
  })

  test('keeps pictures with their alt text', async () => {
    const { bytes } = await docxOf(aText(essay('![A cat](/p.png "Mine")')), pictureAt, siteOrigin)
    const [text] = await imported('a.docx', bytes)
    expect(text?.pictures).toMatchObject([{ type: 'image/png', bytes: png }])
    expect(text?.doc.content[0]).toMatchObject({ type: 'figure', content: [{ attrs: { alt: 'A cat' } }] })
  })

  test.each([
    ['a table', '| a | b |\n    | --- | --- |\n    | c | d |', ['a', 'c'], 'table in a note, kept as lines'],
    ['a list', '1. one\n    2. two', ['1. one', '2. two'], 'list in a note, kept as lines'],
    ['a formula of its own', '$$\n    x^2\n    $$', ['$$x^2$$'], 'formula, kept as TeX'],
  ])('%s in a note is kept as lines, and said to be', async (_what, markdown, expected, named) => {
    const doc = essay(`a[^n]\n\n[^n]: Seen:\n\n    ${markdown}`)
    const { bytes, dropped } = await docxOf(aText(doc), pictureAt, siteOrigin)
    expect(dropped.map(({ what }) => what)).toEqual([named])
    const [text] = await imported('a.docx', bytes)
    const words = JSON.stringify(text?.doc.content.at(-1))
    for (const part of expected) expect(words).toContain(part)
  })

  test('a picture in a note is a link there, and said to be one', async () => {
    const { bytes, dropped } = await docxOf(aText(essay('a[^n]\n\n[^n]: ![A cat](/p.png)')), pictureAt, siteOrigin)
    expect(dropped.map(({ what }) => what)).toEqual(['picture in a note, kept as a link'])
    const [text] = await imported('a.docx', bytes)
    expect(text && docToMarkdown(text.doc)).toContain('[A cat](https://here.example/p.png)')
  })

  test('any text can be written and read', async () => {
    await fc.assert(
      fc.asyncProperty(anyDoc, async (doc) => {
        const { bytes } = await docxOf(aText(doc), pictureAt, siteOrigin)
        await imported('a.docx', bytes)
      }),
      { numRuns: 20 },
    )
  })
})

describe('EPUB', () => {
  test('any texts make a book whose parts are well-formed and all named', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDoc, { minLength: 1, maxLength: 2 }), async (docs) => {
        const facts = { title: 'A & B', identifier: 'urn:x:1', siteOrigin, now: 0 }
        const texts = docs.map((doc, index) => aText(doc, { id: `t${index}` }))
        const book = await archived((zip) => epubOf(texts, facts, { pictureOf, typeset, zip, onText: () => undefined }))
        // Stored, first, without anything before its bytes.
        expect(strFromU8(book.subarray(30, 58))).toBe('mimetypeapplication/epub+zip')
        const files = unzipSync(book)
        const named = new Set<string>()
        for (const [name, bytes] of Object.entries(files)) {
          if (!/\.(?:xhtml|opf|xml)$/u.test(name)) continue
          const ids = new Set<string>()
          readXml(strFromU8(bytes).replace('<!DOCTYPE html>', ''), {
            open(tag, attrs) {
              const id = / id="([^"]*)"/u.exec(attrs)?.[1]
              if (id !== undefined) expect(ids.has(id)).toBe(false)
              if (id !== undefined) ids.add(id)
              const href = / href="([^"]*)"/u.exec(attrs)?.[1]
              if (tag === 'item' && href !== undefined) named.add(`EPUB/${href}`)
            },
          })
        }
        expect([...named].sort()).toEqual(
          Object.keys(files)
            .filter((name) => name.startsWith('EPUB/') && !name.endsWith('.opf'))
            .sort(),
        )
      }),
      { numRuns: 40 },
    )
  })
})
