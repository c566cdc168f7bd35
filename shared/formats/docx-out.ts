import {
  AlignmentType,
  BorderStyle,
  Document,
  ExternalHyperlink,
  FootnoteReferenceRun,
  HeadingLevel,
  ImageRun,
  LevelFormat,
  Packer,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type IRunOptions,
  type ParagraphChild,
} from 'docx'
import { providerTitle } from '../text/embeds.ts'
import { attrFlag, attrNumber, attrText, childrenOf, textOf, type DocNode } from '../text/nodes.ts'
import type { ExportedText, PictureAt } from './exported-text.ts'
import { Losses, type Loss } from './losses.ts'
import { pictureHead } from '../pictures/head.ts'

/**
 * A text as a Word document: headings, lists, tables, footnotes, links, pictures and marks as
 * Word's own; what Word has no word for is shown as text and named. Formulas stand as TeX.
 */
export async function docxOf(
  text: ExportedText,
  pictureAt: PictureAt,
  siteOrigin: string,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly dropped: readonly Loss[] }> {
  const writer = new DocxWriter(text, pictureAt, siteOrigin)
  const bytes = new Uint8Array(await Packer.toArrayBuffer(writer.document()))
  return { bytes, dropped: writer.losses.list() }
}

type Block = Paragraph | Table
interface Place {
  readonly style?: string
  /** In lists: how deep, and how many are around it. */
  readonly indent: number
}
const widest = 600
const deepestLevel = 8
const indentTwips = 720

class DocxWriter {
  readonly losses = new Losses()
  readonly #text: ExportedText
  readonly #pictureAt: PictureAt
  readonly #siteOrigin: string
  /** Numbers that do not begin with 1 need a numbering of their own. */
  readonly #starts = new Set<number>()
  readonly #noteNumbers = new Map<string, number>()
  #lists = 0

  constructor(text: ExportedText, pictureAt: PictureAt, siteOrigin: string) {
    this.#text = text
    this.#pictureAt = pictureAt
    this.#siteOrigin = siteOrigin
  }

  document(): Document {
    const { doc, title, authors, lang } = this.#text
    const notes = doc.content.find((node) => node.type === 'footnotes')
    for (const [index, note] of (notes === undefined ? [] : childrenOf(notes)).entries())
      this.#noteNumbers.set(attrText(note, 'note'), index + 1)
    const body = doc.content.filter((node) => node !== notes).flatMap((node) => this.#block(node, { indent: 0 }))
    const footnotes = Object.fromEntries(
      (notes === undefined ? [] : childrenOf(notes)).map((note, index) => [`${index + 1}`, { children: this.#noteParagraphs(note) }]),
    )
    return new Document({
      title,
      creator: authors.join(', '),
      footnotes,
      styles: {
        default: { document: { run: { language: { value: lang } } } },
        paragraphStyles: [
          {
            id: 'Quote',
            name: 'Quote',
            basedOn: 'Normal',
            quickFormat: true,
            paragraph: { indent: { left: indentTwips, right: indentTwips } },
          },
          { id: 'SourceCode', name: 'Source Code', basedOn: 'Normal', run: { font: 'Courier New', size: 20 } },
          { id: 'Caption', name: 'Caption', basedOn: 'Normal', run: { italics: true, size: 20 } },
        ],
        characterStyles: [{ id: 'VerbatimChar', name: 'Verbatim Char', basedOn: 'DefaultParagraphFont', run: { font: 'Courier New' } }],
      },
      numbering: { config: [bullets, ...[1, ...this.#starts].map(numbersFrom)] },
      sections: [{ children: [new Paragraph({ heading: HeadingLevel.TITLE, children: [new TextRun(title)] }), ...body] }],
    })
  }

  #blocks(nodes: readonly DocNode[], place: Place): Block[] {
    return nodes.flatMap((node) => this.#block(node, place))
  }

  #block(node: DocNode, place: Place): Block[] {
    switch (node.type) {
      case 'paragraph':
        return [this.#paragraph(node, place)]
      case 'heading': {
        const level = attrNumber(node, 'level') ?? 2
        const heading = level === 2 ? HeadingLevel.HEADING_1 : level === 3 ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_3
        return [new Paragraph({ heading, children: this.#inline(node) })]
      }
      case 'bulletList':
      case 'orderedList':
      case 'taskList':
        return this.#list(node, place)
      case 'blockquote':
        return this.#blocks(childrenOf(node), { ...place, style: 'Quote' })
      case 'codeBlock':
        if (attrText(node, 'language') !== '') this.losses.add('code language', attrText(node, 'language'))
        return textOf(node)
          .split('\n')
          .map((line) => new Paragraph({ style: 'SourceCode', ...indented(place), children: [new TextRun(line)] }))
      case 'table':
        return [this.#table(node)]
      case 'horizontalRule':
        return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 1, color: 'auto' } } })]
      case 'figure':
        return this.#figure(node, place)
      case 'mathBlock':
        this.losses.add('formula, kept as TeX', attrText(node, 'tex'))
        return [new Paragraph({ alignment: AlignmentType.CENTER, children: [new TextRun(`$$${attrText(node, 'tex')}$$`)] })]
      case 'embed': {
        const url = attrText(node, 'url')
        this.losses.add('embed, kept as a link', url)
        return [
          new Paragraph({
            children: [link(url, [new TextRun({ text: `${providerTitle(attrText(node, 'provider'))}: ${url}`, style: 'Hyperlink' })])],
          }),
        ]
      }
      case 'spoiler':
      case 'details':
      case 'machineText': {
        this.losses.add('collapsible section, kept open')
        const title =
          attrText(node, 'title') ||
          attrText(node, 'summary') ||
          (node.type === 'machineText' ? `Written by ${attrText(node, 'model') || 'a machine'}` : '')
        const head = title === '' ? [] : [new Paragraph({ children: [new TextRun({ text: title, bold: true })] })]
        return [...head, ...this.#blocks(childrenOf(node), place)]
      }
      case 'poll':
        this.losses.add('poll, kept as words', attrText(node, 'question'))
        return [attrText(node, 'question'), ...childrenOf(node).map((option) => `○ ${attrText(option, 'text')}`)].map(
          (line) => new Paragraph(line),
        )
      case 'prediction':
        this.losses.add('prediction question, kept as words', attrText(node, 'title'))
        return ['title', 'notes'].flatMap((name) => (attrText(node, name) === '' ? [] : [new Paragraph(attrText(node, name))]))
      default:
        return []
    }
  }

  #paragraph(node: DocNode, place: Place, before: readonly ParagraphChild[] = []): Paragraph {
    return new Paragraph({
      ...(place.style !== undefined && { style: place.style }),
      ...indented(place),
      children: [...before, ...this.#inline(node)],
    })
  }

  #list(list: DocNode, place: Place): Block[] {
    const start = attrNumber(list, 'start') ?? 1
    if (list.type === 'orderedList' && start !== 1) this.#starts.add(start)
    this.#lists += 1
    const level = Math.min(deepestLevel, place.indent)
    if (place.indent > deepestLevel) this.losses.add('list nested deeper than 9 levels, kept at 9')
    if (place.style !== undefined) this.losses.add('quotation around a list')
    const numbering = {
      reference: list.type === 'orderedList' ? `numbers-${start}` : 'bullets',
      level,
      instance: this.#lists,
    }
    return childrenOf(list).flatMap((item) => {
      const [first, ...rest] = childrenOf(item)
      const isLine = first?.type === 'paragraph'
      const box = item.type === 'taskItem' ? [new TextRun(attrFlag(item, 'checked') ? '☑ ' : '☐ ')] : []
      if (item.type === 'taskItem') this.losses.add('task checkbox, kept as a symbol')
      const head = new Paragraph({ numbering, children: [...box, ...(isLine && first !== undefined ? this.#inline(first) : [])] })
      return [head, ...this.#blocks(isLine ? rest : childrenOf(item), { indent: place.indent + 1 })]
    })
  }

  #table(table: DocNode): Table {
    const rows = childrenOf(table)
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: rows.map((row, index) => {
        const cells = childrenOf(row)
        return new TableRow({
          ...(rows.slice(0, index + 1).every((above) => childrenOf(above).every(isHeader)) && { tableHeader: true }),
          children: cells.map((cell) => {
            const align = attrText(cell, 'align')
            const alignment = align === 'right' ? AlignmentType.RIGHT : align === 'center' ? AlignmentType.CENTER : AlignmentType.LEFT
            return new TableCell({
              columnSpan: attrNumber(cell, 'colspan') ?? 1,
              rowSpan: attrNumber(cell, 'rowspan') ?? 1,
              children: childrenOf(cell).map((paragraph) => new Paragraph({ alignment, children: this.#inline(paragraph) })),
            })
          }),
        })
      }),
    })
  }

  #figure(figure: DocNode, place: Place): Block[] {
    const [image, caption] = childrenOf(figure)
    if (image === undefined) return []
    const src = attrText(image, 'src')
    const alt = attrText(image, 'alt')
    const picture = this.#pictureAt(src)
    const type = picture === null ? null : kindOf(picture.type)
    const words = caption === undefined ? [] : [this.#paragraph(caption, { ...place, style: 'Caption' })]
    if (picture === null || type === null) {
      this.losses.add(picture === null ? 'missing picture, kept as a link' : 'picture in a format Word can’t show', alt || src)
      return [new Paragraph({ children: [link(this.#address(src), [new TextRun({ text: alt || src, style: 'Hyperlink' })])] }), ...words]
    }
    const own = pictureHead(picture.bytes) ?? { width: widest, height: 400 }
    const width = Math.min(widest, attrNumber(image, 'width') ?? own.width)
    const height = Math.max(1, Math.round((width * own.height) / Math.max(1, own.width)))
    const run = new ImageRun({
      type,
      data: picture.bytes,
      transformation: { width, height },
      altText: { name: 'picture', description: alt, title: '' },
    })
    return [new Paragraph({ ...indented(place), children: [run] }), ...words]
  }

  #noteParagraphs(note: DocNode): Paragraph[] {
    const lines = this.#noteLines(childrenOf(note))
    return lines.length === 0 ? [new Paragraph('')] : lines
  }

  /**
   * The writer of these files has lines in notes, and nothing else: tables and lists become some.
   */
  #noteLines(nodes: readonly DocNode[]): Paragraph[] {
    return nodes.flatMap((node): Paragraph[] => {
      switch (node.type) {
        case 'paragraph':
        case 'heading':
        case 'figcaption':
          return [new Paragraph({ children: this.#inline(node) })]
        case 'image':
          return [this.#pictureInNote(node)]
        case 'figure':
          return this.#noteLines(childrenOf(node))
        case 'blockquote':
          this.losses.add('quotation in a note, kept as lines')
          return this.#noteLines(childrenOf(node))
        case 'table':
          this.losses.add('table in a note, kept as lines')
          return childrenOf(node).map((row) => new Paragraph({ children: this.#cellsInLine(childrenOf(row)) }))
        case 'bulletList':
        case 'orderedList':
        case 'taskList':
          this.losses.add('list in a note, kept as lines')
          return childrenOf(node).flatMap((item, at) => this.#itemInNote(item, node, at))
        case 'spoiler':
        case 'details':
        case 'machineText':
          this.losses.add('collapsible section, kept open')
          return this.#noteLines(childrenOf(node))
        default:
          return this.#block(node, { indent: 0 }).filter((block) => block instanceof Paragraph)
      }
    })
  }

  #cellsInLine(cells: readonly DocNode[]): ParagraphChild[] {
    return cells.flatMap((cell, at) => [
      ...(at === 0 ? [] : [new TextRun('\t')]),
      ...childrenOf(cell).flatMap((line) => this.#inline(line)),
    ])
  }

  #itemInNote(item: DocNode, list: DocNode, at: number): Paragraph[] {
    const [first, ...rest] = childrenOf(item)
    const sign =
      list.type === 'orderedList'
        ? `${(attrNumber(list, 'start') ?? 1) + at}.`
        : item.type !== 'taskItem'
          ? '•'
          : attrFlag(item, 'checked')
            ? '☑'
            : '☐'
    const words = first?.type === 'paragraph' ? this.#inline(first) : []
    return [
      new Paragraph({ children: [new TextRun(`${sign} `), ...words] }),
      ...this.#noteLines(words.length > 0 ? rest : childrenOf(item)),
    ]
  }

  /** Word has pictures in notes; the writer of these files has not. */
  #pictureInNote(image: DocNode): Paragraph {
    const [src, alt] = [attrText(image, 'src'), attrText(image, 'alt')]
    this.losses.add('picture in a note, kept as a link', alt || src)
    return new Paragraph({ children: [link(this.#address(src), [new TextRun({ text: alt || src, style: 'Hyperlink' })])] })
  }

  #inline(parent: DocNode): ParagraphChild[] {
    return childrenOf(parent).flatMap((node): ParagraphChild[] => {
      const href = attrText(node.marks?.find((mark) => mark.type === 'link') ?? { type: 'text' }, 'href')
      const look = lookOf(node, href !== '')
      switch (node.type) {
        case 'text': {
          const run = new TextRun({ ...look, text: node.text ?? '' })
          if (href.startsWith('#')) this.losses.add('link within the text', textOf(node))
          return href === '' || href.startsWith('#') ? [run] : [link(this.#address(href), [run])]
        }
        case 'hardBreak':
          return [new TextRun({ break: 1 })]
        case 'mathInline':
          this.losses.add('formula, kept as TeX', attrText(node, 'tex'))
          return [new TextRun({ ...look, text: `$${attrText(node, 'tex')}$` })]
        case 'mention': {
          const kind = attrText(node, 'kind')
          const path = `/${kind === 'member' ? 'users' : kind === 'post' ? 'posts' : 'w'}/${encodeURIComponent(attrText(node, 'id'))}`
          return [
            link(this.#address(path), [
              new TextRun({ ...look, text: `${kind === 'member' ? '@' : ''}${attrText(node, 'label')}`, style: 'Hyperlink' }),
            ]),
          ]
        }
        case 'footnoteRef': {
          const number = this.#noteNumbers.get(attrText(node, 'note'))
          return number === undefined ? [] : [new FootnoteReferenceRun(number)]
        }
        default:
          return []
      }
    })
  }

  #address(href: string): string {
    return href.startsWith('/') ? `${this.#siteOrigin}${href}` : href
  }
}

const isHeader = (cell: DocNode): boolean => cell.type === 'tableHeader'
const link = (href: string, children: readonly ParagraphChild[]): ExternalHyperlink => new ExternalHyperlink({ link: href, children })
const indented = ({ indent }: Place) => (indent === 0 ? {} : { indent: { left: indent * indentTwips } })

function lookOf(node: DocNode, isLink: boolean): IRunOptions {
  const has = (type: string): boolean => node.marks?.some((mark) => mark.type === type) === true
  return {
    ...(has('bold') && { bold: true }),
    ...(has('italic') && { italics: true }),
    ...(has('strike') && { strike: true }),
    ...(has('subscript') && { subScript: true }),
    ...(has('superscript') && { superScript: true }),
    ...(has('highlight') && { highlight: 'yellow' as const }),
    ...(has('code') ? { style: 'VerbatimChar' } : isLink && { style: 'Hyperlink' }),
  }
}

function kindOf(type: string): 'png' | 'jpg' | 'gif' | null {
  return type === 'image/png' ? 'png' : type === 'image/jpeg' ? 'jpg' : type === 'image/gif' ? 'gif' : null
}

const levels = Array.from({ length: 9 }, (_, level) => level)
const bullets = {
  reference: 'bullets',
  levels: levels.map((level) => ({ level, format: LevelFormat.BULLET, text: '•', ...hanging(level) })),
}

function numbersFrom(start: number) {
  return {
    reference: `numbers-${start}`,
    levels: levels.map((level) => ({ level, format: LevelFormat.DECIMAL, text: `%${level + 1}.`, start, ...hanging(level) })),
  }
}

function hanging(level: number) {
  return { style: { paragraph: { indent: { left: indentTwips * (level + 1), hanging: 360 } } } }
}
