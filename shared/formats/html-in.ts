import { checkDoc } from '../text/check.ts'
import { mendTasks } from './html-tasks.ts'
import { textOf, type Doc, type DocNode } from '../text/nodes.ts'
import type { AddressOptions } from './addresses.ts'
import { dropAsides } from './html-asides.ts'
import { mendLists } from './html-lists.ts'
import { takeNotes } from './html-notes.ts'
import { HtmlReader } from './html-reader.ts'
import { looksOf } from './html-styles.ts'
import { attr, detach, elementsIn, find, hasClass, isElement, isText, parseHtml, textIn } from './html-tree.ts'
import type { Element, HtmlNode, Parent } from './html-tree.ts'
import { Losses, type Loss } from './losses.ts'
import { PictureCollector, type FoundPicture, type PictureBytes } from './picture-collector.ts'
import { FileRefused } from './refused.ts'

/**
 * Reads HTML from anywhere (a saved page, a word processor's export, another site's archive) into a
 * checked text. Runs wherever JavaScript does: nothing in the HTML is run, fetched or shown. What
 * the text cannot hold is named in `dropped`; what nobody wrote (styles, scripts) is not.
 */
export interface HtmlOptions extends AddressOptions {
  /**
   * The first heading of level 1, where it is the only one and stands above everything, is the
   * title and leaves the text.
   */
  readonly takesTitle?: boolean
  /** What a picture's address in this file stands for, where the file brings it along. */
  readonly fileAt?: (src: string) => PictureBytes | null
  /** Where the pictures of several parts of one text go. */
  readonly collector?: PictureCollector
  /** Looks at the page first, and may take out what is known to be none of the text. */
  readonly prepare?: (page: Parent) => void
}

export interface HtmlText {
  readonly doc: Doc
  /** Of the heading, else of the page; `null`: it says none. */
  readonly title: string | null
  /** As the page says. */
  readonly lang: string | null
  readonly dropped: readonly Loss[]
  /** In the text each stands with an address for the time being. */
  readonly pictures: readonly FoundPicture[]
}

/** @throws FileRefused where it is beyond the limits of parsing, or of a text. */
export function htmlToDoc(html: string, options: HtmlOptions = {}): HtmlText {
  const page = parseHtml(html)
  options.prepare?.(page)
  const losses = new Losses()
  const collector = options.collector ?? new PictureCollector()
  const looks = looksOf(page)
  const pageTitle = find(page, ({ tagName }) => tagName === 'title')
  const lang = find(page, ({ tagName }) => tagName === 'html')
  const root = textPart(page, losses)
  dropAsides(root, losses)
  const { calls, notes } = takeNotes(root)
  mendLists(root)
  mendTasks(root)
  const headings = [...elementsIn(root)].filter(({ tagName }) => tagName === 'h1')
  const title = options.takesTitle === true ? takeTitle(root, headings) : null
  const hasTop = title === null ? headings.length > 0 : headings.length > 1
  const reader = new HtmlReader({
    ...options,
    calls,
    looks,
    losses,
    collector,
    fileAt: options.fileAt ?? (() => null),
    shift: hasTop ? 1 : 0,
  })
  const checked = checkDoc({ type: 'doc', content: withoutLooseNotes(reader.read(root.childNodes, notes)) }, 'essay')
  if (!checked.ok) throw new FileRefused('too-long', `${checked.reason} at ${checked.path}`)
  return {
    doc: checked.doc,
    title: title ?? wordsOf(pageTitle),
    lang: lang === null ? null : attr(lang, 'lang'),
    dropped: losses.list(),
    pictures: collector.all(),
  }
}

/** A page's one `article`, or its `main`, without the page around it; otherwise all of it. */
function textPart(page: Parent, losses: Losses): Parent {
  for (const name of ['article', 'main']) {
    const found = [...elementsIn(page)].filter(({ tagName }) => tagName === name)
    const [only] = found
    if (only === undefined || found.length > 1) continue
    if (textIn(only).length * 3 < textOutside(page, only)) continue
    for (const header of [...elementsIn(only)]) if (hasClass(header, 'exported-head')) keepHeading(header)
    if (textOutside(page, only) > 0) losses.add('page layout')
    return only
  }
  return find(page, ({ tagName }) => tagName === 'body') ?? page
}

/** Of the head of our own exports only the title belongs to the text. */
function keepHeading(header: Element): void {
  for (const child of [...header.childNodes]) if (!('tagName' in child && child.tagName === 'h1')) detach(child)
}

function textOutside(page: Parent, part: Element): number {
  const body = find(page, ({ tagName }) => tagName === 'body')
  if (body === null) return 0
  const scripts = [...elementsIn(body)].filter(({ tagName }) => /^(?:script|style|noscript|template)$/u.test(tagName))
  const hidden = scripts.reduce((sum, script) => sum + textIn(script).trim().length, 0)
  return Math.max(0, textIn(body).trim().length - textIn(part).trim().length - hidden)
}

function takeTitle(root: Parent, headings: readonly Element[]): string | null {
  const [first] = headings
  const named = [...elementsIn(root)].find((element) => element.tagName === 'p' && hasClass(element, 'title'))
  const heading = named ?? (headings.length === 1 ? first : undefined)
  const words = wordsOf(heading ?? null)
  if (heading === undefined || words === null || words.length > 500 || !isFirst(root, heading)) return null
  detach(heading)
  return words
}

/** Nothing is said above it. */
function isFirst(root: Parent, heading: Element): boolean {
  const verdict = (node: HtmlNode): boolean | null => {
    if (node === heading) return true
    if (isText(node)) return node.value.trim() === '' ? null : false
    if (!isElement(node) || /^(?:script|style|template|noscript|head)$/u.test(node.tagName)) return null
    return firstOf(node)
  }
  const firstOf = (parent: Parent): boolean | null => {
    for (const child of parent.childNodes) {
      const found = verdict(child)
      if (found !== null) return found
    }
    return null
  }
  return firstOf(root) === true
}

function wordsOf(element: Element | null): string | null {
  const words = element === null ? '' : textIn(element).replace(/\s+/gu, ' ').trim()
  return words === '' ? null : words.toWellFormed()
}

/** A note without a word in it, which nothing calls, is what was left of a list. */
function withoutLooseNotes(nodes: readonly DocNode[]): readonly DocNode[] {
  const last = nodes.at(-1)
  if (last?.type !== 'footnotes') return nodes
  const called = new Set<string>()
  const visit = (node: DocNode): void => {
    if (node.type === 'footnoteRef') called.add(String(node.attrs?.['note']))
    for (const child of node.content ?? []) visit(child)
  }
  for (const node of nodes) visit(node)
  const kept = (last.content ?? []).filter((note) => called.has(String(note.attrs?.['note'])) || textOf(note).trim() !== '')
  return kept.length === 0 ? nodes.slice(0, -1) : [...nodes.slice(0, -1), { ...last, content: kept }]
}
