import { DocBuilder } from '../text/doc-builder.ts'
import { nodeRules, type DocMark, type DocNode, type NodeName } from '../text/nodes.ts'
import { linkAddress, type AddressOptions } from './addresses.ts'
import { formulaOf, isDrawnFormula, type Formula } from './html-math.ts'
import { codeOf, detailsOf, embedIn, figureParts, mentionOf, pictureOf } from './html-parts.ts'
import type { Looks } from './html-styles.ts'
import { alignOf, checkboxOf, isCell, rowsOf, spanOf } from './html-tables.ts'
import { atomMarks, blockTags, left, markOfTag } from './html-tags.ts'
import { attr, find, hasClass, isElement, isText, textIn, type Element, type HtmlNode } from './html-tree.ts'
import { InlineRun, withMark, withoutMark } from './inline-run.ts'
import type { Losses } from './losses.ts'
import type { PictureBytes, PictureCollector } from './picture-collector.ts'

export interface ReaderPorts extends AddressOptions {
  readonly calls: ReadonlyMap<Element, string>
  readonly looks: Looks
  readonly losses: Losses
  readonly collector: PictureCollector
  /** What a picture's address in this file stands for, where the file brings it along. */
  readonly fileAt: (src: string) => PictureBytes | null
  /** Levels that all headings move down by. */
  readonly shift: number
}
type Marks = readonly DocMark[]
type Holder = { readonly childNodes: readonly HtmlNode[] }

/**
 * Walks the tree once and writes the text. Depth is bounded by the tree's; every node it makes is
 * judged again by the check.
 */
export class HtmlReader {
  readonly #ports: ReaderPorts
  readonly #builder = new DocBuilder()
  #run = new InlineRun()
  /**
   * In a heading, cell or caption there is one line: blocks become breaks, and pictures wait here
   * until it is done.
   */
  #waiting: DocNode[] | null = null

  constructor(ports: ReaderPorts) {
    this.#ports = ports
  }

  read(nodes: readonly HtmlNode[], notes: readonly { readonly name: string; readonly content: readonly HtmlNode[] }[]): readonly DocNode[] {
    this.#children(nodes, [])
    this.#flush()
    for (const { name, content } of notes) {
      this.#builder.open('footnote', { note: name })
      this.#children(content, [])
      this.#flush()
      this.#builder.close('footnote')
    }
    return this.#builder.end()
  }

  #children(nodes: readonly HtmlNode[], marks: Marks): void {
    for (const node of nodes) {
      if (isText(node)) this.#run.text(node.value, marks)
      else if (isElement(node)) this.#element(node, marks)
    }
  }

  /** Ends the line: in the flow it is a paragraph, in a line a break. */
  #flush(): void {
    if (this.#waiting !== null) return this.#run.softBreak()
    const content = this.#run.take()
    if (content.length > 0) this.#builder.add({ type: 'paragraph', content })
  }

  #add(node: DocNode): void {
    this.#flush()
    if (this.#waiting === null) this.#builder.add(node)
    else this.#waiting.push(node)
  }

  #element(element: Element, outer: Marks): void {
    const { tagName } = element
    const { losses, calls } = this.#ports
    const note = calls.get(element)
    if (note !== undefined) {
      if (this.#builder.insideNote) losses.add('footnote reference in a footnote', textIn(element))
      else this.#run.atom({ type: 'footnoteRef', attrs: { note } }, atomMarks(outer))
      return
    }
    const look = this.#ports.looks(element)
    if (look.isHidden === true || attr(element, 'hidden') !== null || isDrawnFormula(element)) return
    const formula = formulaOf(element)
    if (formula !== null) return this.#formula(formula, element, outer)
    const what = Object.hasOwn(left, tagName) ? left[tagName] : undefined
    if (what !== undefined) return this.#leave(element, what)

    let marks = outer
    const mark = Object.hasOwn(markOfTag, tagName) ? markOfTag[tagName] : undefined
    if (mark !== undefined) marks = withMark(marks, { type: mark })
    if (tagName === 'u') losses.add('underline', textIn(element))
    const isTitle = /^(?:h[1-6]|th)$/u.test(tagName)
    if (look.bold === true && !isTitle && !this.#isHeading) marks = withMark(marks, { type: 'bold' })
    if (look.bold === false) marks = withoutMark(marks, 'bold')
    if (look.italic === true) marks = withMark(marks, { type: 'italic' })
    if (look.italic === false) marks = withoutMark(marks, 'italic')
    if (look.strike === true) marks = withMark(marks, { type: 'strike' })
    if (!/^(?:td|th|tr|img|table)$/u.test(tagName)) {
      if (look.vertical === 'superscript' || look.vertical === 'subscript') marks = withMark(marks, { type: look.vertical })
    }
    this.#known(element, marks)
  }

  #isHeading = false

  #known(element: Element, marks: Marks): void {
    const { tagName, childNodes } = element
    switch (tagName) {
      case 'br':
        return this.#run.hardBreak()
      case 'wbr':
        return
      case 'hr':
        return this.#waiting === null ? this.#add({ type: 'horizontalRule' }) : this.#flush()
      case 'a':
        return this.#link(element, marks)
      case 'q':
        this.#run.text('“', marks)
        this.#children(childNodes, marks)
        return this.#run.text('”', marks)
      case 'img':
        return this.#figure(element, null, marks)
      case 'picture':
        return this.#children(
          childNodes.filter((child) => isElement(child) && child.tagName === 'img'),
          marks,
        )
      case 'iframe':
        return this.#frame(element)
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.#heading(element, marks)
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.#list(element, marks)
      case 'blockquote':
        return this.#box('blockquote', {}, element, marks)
      case 'pre':
        return this.#code(element, marks)
      case 'table':
        return this.#table(element, marks)
      case 'details':
        return this.#details(element, marks)
      case 'figure':
        return this.#figureBox(element, marks)
      case 'dt':
        this.#flush()
        this.#children(childNodes, withMark(marks, { type: 'bold' }))
        return this.#flush()
      default:
        return this.#plain(element, marks)
    }
  }

  #plain(element: Element, marks: Marks): void {
    const embed = embedIn(element)
    if (embed !== null && this.#waiting === null) return this.#add({ type: 'embed', attrs: { ...embed } })
    if (hasClass(element, 'wp-caption')) return this.#figureBox(element, marks)
    if (hasClass(element, 'spoilers') || hasClass(element, 'spoiler')) return this.#box('spoiler', { title: '' }, element, marks)
    if (hasClass(element, 'kg-toggle-card')) return this.#details(element, marks)
    if (element.tagName === 'section' && hasClass(element, 'machine')) {
      const [by, ...rest] = element.childNodes.filter(isElement)
      const model = (by === undefined ? '' : textIn(by))
        .replace(/^Written by\s/u, '')
        .trim()
        .slice(0, 100)
      return this.#box('machineText', { model: model === 'a machine' ? '' : model }, { ...element, childNodes: rest }, marks)
    }
    if (!blockTags.test(element.tagName)) return this.#children(element.childNodes, marks)
    this.#flush()
    this.#children(element.childNodes, marks)
    this.#flush()
  }

  #box(name: NodeName, attrs: NonNullable<DocNode['attrs']>, element: Holder, marks: Marks): void {
    this.#flush()
    if (this.#waiting !== null) return this.#inLine('quotation or box', element, marks)
    if (!this.#builder.open(name, attrs)) this.#ports.losses.add('nesting deeper than 50')
    this.#childrenAndFlush(element, marks)
    this.#builder.close(name)
  }

  /** A cell, a heading and a caption hold lines alone. */
  #inLine(what: string, element: Holder, marks: Marks): void {
    this.#ports.losses.add(`${what} in a table, heading or caption, kept as lines`)
    this.#childrenAndFlush(element, marks)
  }

  #childrenAndFlush(element: Holder, marks: Marks): void {
    this.#children(element.childNodes, marks)
    this.#flush()
  }

  /** Gathers one line; what cannot stand in it comes after it. */
  #line(nodes: readonly HtmlNode[], marks: Marks): { readonly content: readonly DocNode[]; readonly after: readonly DocNode[] } {
    const [run, waiting] = [this.#run, this.#waiting]
    this.#run = new InlineRun()
    const after: DocNode[] = []
    this.#waiting = after
    this.#children(nodes, marks)
    const content = this.#run.take()
    this.#run = run
    this.#waiting = waiting
    return { content, after }
  }

  #heading(element: Element, marks: Marks): void {
    if (this.#waiting !== null) return this.#plain(element, marks)
    this.#flush()
    this.#isHeading = true
    const { content, after } = this.#line(
      element.childNodes.filter((child) => !(isElement(child) && hasClass(child, 'anchor'))),
      marks,
    )
    this.#isHeading = false
    const level = Math.min(4, Math.max(2, Number(element.tagName.slice(1)) + this.#ports.shift))
    if (content.length > 0) this.#builder.add({ type: 'heading', attrs: { level }, content })
    for (const node of after) this.#builder.add(node)
  }

  #list(element: Element, marks: Marks): void {
    this.#flush()
    const items = element.childNodes.filter((child) => isElement(child) || (isText(child) && child.value.trim() !== ''))
    if (items.length === 0) return this.#childrenAndFlush(element, marks)
    if (this.#waiting !== null) return this.#inLine('list', element, marks)
    const isNumbered = element.tagName === 'ol'
    const start = Number(attr(element, 'start') ?? 1)
    const isStart = Number.isInteger(start) && start >= 0 && start <= 999_999_999
    const name = isNumbered ? 'orderedList' : 'bulletList'
    if (!this.#builder.open(name, isNumbered ? { start: isStart ? start : 1 } : {})) this.#ports.losses.add('nesting deeper than 50')
    let isOpen = false
    for (const item of items) {
      const isItem = isElement(item) && item.tagName === 'li'
      // A list right in a list belongs to the item before it.
      if (isItem || !isOpen) {
        if (isOpen) this.#builder.close('listItem', 'taskItem')
        const box = isItem && !isNumbered ? checkboxOf(item) : null
        this.#builder.open(box === null ? 'listItem' : 'taskItem', box === null ? {} : { checked: attr(box, 'checked') !== null })
        isOpen = true
      }
      this.#children(isItem ? item.childNodes : [item], marks)
      this.#flush()
    }
    if (isOpen) this.#builder.close('listItem', 'taskItem')
    this.#builder.close(name)
  }

  #code(element: Element, marks: Marks): void {
    if (this.#waiting !== null) {
      this.#flush()
      this.#children(element.childNodes, withMark(marks, { type: 'code' }))
      return this.#flush()
    }
    this.#add(codeOf(element))
  }

  #table(element: Element, marks: Marks): void {
    const rows = [...rowsOf(element)]
    const cells = rows.flatMap((row) => row.childNodes.filter((child) => isElement(child)).filter(isCell))
    // A table in a table, or one with a single column, was made for its looks.
    const isOurs = element.parentNode !== null && isElement(element.parentNode) && hasClass(element.parentNode, 'scroll')
    const isLayout =
      !isOurs &&
      cells.every((cell) => cell.tagName === 'td') &&
      rows.every((row) => row.childNodes.filter((child) => isElement(child) && isCell(child)).length <= 1)
    if (this.#waiting !== null || cells.length === 0 || isLayout) {
      this.#flush()
      if (isLayout && cells.length > 1) this.#ports.losses.add('one-column table', textIn(element))
      else if (!isLayout && cells.length > 0) this.#ports.losses.add('table in a table, heading or caption, kept as lines', textIn(element))
      for (const cell of cells) this.#childrenAndFlush(cell, marks)
      return
    }
    this.#flush()
    this.#builder.open('table')
    const after: DocNode[] = []
    for (const row of rows) {
      this.#builder.open('tableRow')
      for (const cell of row.childNodes) {
        if (!isElement(cell) || !isCell(cell)) continue
        const line = this.#line(cell.childNodes, marks)
        after.push(...line.after)
        this.#builder.add({
          type: cell.tagName === 'th' ? 'tableHeader' : 'tableCell',
          attrs: { colspan: spanOf(cell, 'colspan'), rowspan: spanOf(cell, 'rowspan'), align: alignOf(cell) },
          content: [{ type: 'paragraph', content: line.content }],
        })
      }
      this.#builder.close('tableRow')
    }
    this.#builder.close('table')
    const caption = element.childNodes.find((child) => isElement(child) && child.tagName === 'caption')
    if (caption !== undefined) this.#element0(caption, marks)
    if (after.length > 0) this.#ports.losses.add('picture or formula in a table, moved below it')
    for (const node of after) this.#builder.add(node)
  }

  #element0(node: HtmlNode, marks: Marks): void {
    if (isElement(node)) this.#childrenAndFlush(node, marks)
  }

  #details(element: Element, marks: Marks): void {
    const { isSpoiler, title, isOpen, content } = detailsOf(element)
    if (isSpoiler) this.#box('spoiler', { title }, { childNodes: content }, marks)
    else this.#box('details', { summary: title, open: isOpen }, { childNodes: content }, marks)
  }

  #figureBox(element: Element, marks: Marks): void {
    const { images, caption, rest } = figureParts(element)
    const embed = embedIn(element)
    if (embed !== null && this.#waiting === null) {
      this.#add({ type: 'embed', attrs: { ...embed } })
      return caption === null ? undefined : this.#childrenAndFlush(caption, marks)
    }
    if (images.length === 0) {
      this.#flush()
      return this.#childrenAndFlush({ childNodes: [...rest, ...(caption === null ? [] : [caption])] }, marks)
    }
    const line = caption === null ? null : this.#line(caption.childNodes, marks)
    for (const [index, image] of images.entries()) this.#figure(image, index === images.length - 1 ? (line?.content ?? null) : null, marks)
    for (const node of line?.after ?? []) this.#add(node)
  }

  #figure(image: Element, caption: readonly DocNode[] | null, marks: Marks): void {
    const found = pictureOf(image, this.#ports)
    if (found === null) {
      if (caption !== null && caption.length > 0) this.#add({ type: 'paragraph', content: caption })
      return
    }
    const hasCaption = caption !== null && caption.length > 0
    this.#add({ type: 'figure', content: [found, ...(hasCaption ? [{ type: 'figcaption' as const, content: caption }] : [])] })
    const link = marks.find((mark) => mark.type === 'link')
    if (link !== undefined) this.#ports.losses.add('link around a picture', String(link.attrs?.['href'] ?? ''))
  }

  #frame(element: Element): void {
    const embed = embedIn(element)
    if (embed !== null && this.#waiting === null) return this.#add({ type: 'embed', attrs: { ...embed } })
    const href = linkAddress(attr(element, 'src') ?? attr(element, 'data-src') ?? '', this.#ports)
    this.#ports.losses.add(href === null ? 'embedded page' : 'embedded page, kept as a link', href ?? '')
    if (href === null) return
    this.#flush()
    this.#run.text(href, [{ type: 'link', attrs: { href } }])
    this.#flush()
  }

  #link(element: Element, marks: Marks): void {
    if (hasClass(element, 'anchor')) return
    if (hasClass(element, 'picture')) return this.#figure(element, null, [])
    const mention = mentionOf(element, this.#ports)
    if (mention !== null) return this.#run.atom(mention, atomMarks(marks))
    const given = attr(element, 'href')
    const href = given === null ? null : linkAddress(given, this.#ports)
    if (given !== null && href === null && textIn(element).trim() !== '') this.#ports.losses.add('broken link', given)
    this.#children(element.childNodes, href === null ? marks : withMark(marks, { type: 'link', attrs: { href } }))
  }

  #formula({ tex, isDisplay }: Formula, element: Element, marks: Marks): void {
    const rule = nodeRules[isDisplay ? 'mathBlock' : 'mathInline'].attrs['tex']
    const read = rule?.read(tex.toWellFormed())
    if (typeof read !== 'string') {
      if (element.tagName === 'script') return
      this.#ports.losses.add('formula without source', textIn(element))
      return this.#run.text(textIn(element), marks)
    }
    if (isDisplay && this.#waiting === null) this.#add({ type: 'mathBlock', attrs: { tex: read } })
    else this.#run.atom({ type: 'mathInline', attrs: { tex: read.replace(/\s*\n\s*/gu, ' ') } }, atomMarks(marks))
  }

  #leave(element: Element, what: string): void {
    if (element.tagName === 'form') {
      // What stands between the fields is text.
      this.#ports.losses.add(what)
      return this.#plain({ ...element, tagName: 'div' }, [])
    }
    if (element.tagName === 'video' || element.tagName === 'audio') {
      const inner = find(element, (child) => child.tagName === 'source')
      const href = linkAddress(attr(element, 'src') ?? (inner === null ? null : attr(inner, 'src')) ?? '', this.#ports)
      if (href !== null) {
        this.#ports.losses.add(`${what}, kept as a link`, href)
        this.#flush()
        this.#run.text(href, [{ type: 'link', attrs: { href } }])
        return this.#flush()
      }
    }
    if (what !== '' && !(element.tagName === 'input' && attr(element, 'type') === 'checkbox')) this.#ports.losses.add(what, textIn(element))
  }
}
