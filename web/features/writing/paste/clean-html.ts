/**
 * Makes of HTML from anywhere (word processors, web pages) plain elements that the schema knows. Works in place on a document that is shown nowhere:
 * nothing in it has run or been fetched. What is left out silently is what nobody wrote: styles, scripts, comments, tracking pictures.
 * Returns what the writer has to hear of.
 */
export type Cleaned = { readonly droppedPictures: number }

/** Pasted HTML keeps its styles under this name: read as text, and never given to the browser, whose policy would refuse and report each one. */
export const styleAttribute = 'data-pasted-style'

/** On the string, before the browser reads it. It need not be exact: what it misses is reported by the policy and has no effect. */
export function withoutStyles(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag.replace(/([\s"'/])style(\s*=)/gi, `$1 ${styleAttribute}$2`).replace(/([\s"'/])on(?=[a-z]+\s*=)/gi, '$1 data-on'),
    )
}

const junk =
  'script, style, link, meta, title, noscript, template, iframe, object, embed, svg, canvas, video, audio, button, select, textarea, form > input, nav, head, [hidden], .anchor, .endnotes h2, annotation ~ *, .katex-html, .note-back'

export function cleanHtml(root: HTMLElement): Cleaned {
  if (root.querySelector('[data-pm-slice]') !== null) return { droppedPictures: 0 }
  keepTex(root)
  for (const element of root.querySelectorAll(junk)) element.remove()
  unwrapGoogle(root)
  wordLists(root)
  for (const element of [...root.querySelectorAll<HTMLElement>(`[${styleAttribute}]`)]) styleToElements(element)
  notes(root)
  moveHeadings(root)
  boxes(root)
  const droppedPictures = pictures(root)
  tables(root)
  for (const element of [...root.querySelectorAll('[data-node], [data-attrs]')]) if (!made.has(element)) stripMarks(element)
  return { droppedPictures }
}

/** Elements that this file has named itself: nobody else may name nodes in foreign HTML. */
const made = new WeakSet<Element>()

function stripMarks(element: Element): void {
  element.removeAttribute('data-node')
  element.removeAttribute('data-attrs')
}

/** KaTeX and MathML carry their TeX as an annotation. */
function keepTex(root: HTMLElement): void {
  for (const annotation of [...root.querySelectorAll('annotation[encoding="application/x-tex"]')]) {
    const formula = annotation.closest('.katex-display, .katex, math') ?? annotation
    const outer = formula.closest('.katex-display') ?? formula
    const isDisplay = outer.classList.contains('katex-display') || annotation.closest('math')?.getAttribute('display') === 'block'
    const tex = (annotation.textContent ?? '').trim()
    if (tex === '' || !root.contains(outer)) continue
    outer.replaceWith(named(root, isDisplay ? 'div' : 'span', isDisplay ? 'mathBlock' : 'mathInline', { tex }))
  }
}

/** Google Docs wraps all in a `<b>` that is not bold. */
function unwrapGoogle(root: HTMLElement): void {
  for (const wrapper of [...root.querySelectorAll('b[id^="docs-internal-guid"]')]) unwrap(wrapper)
}

/** Word writes its lists as paragraphs with the sign in front; the level stands in the style. */
function wordLists(root: HTMLElement): void {
  const isItem = (element: Element): boolean => /mso-list:\s*l\d+/i.test(element.getAttribute(styleAttribute) ?? '')
  const items = [...root.querySelectorAll<HTMLElement>('p')].filter(isItem)
  const lists = new Map<Element, HTMLElement[]>()
  for (const item of items) {
    const level = Math.min(8, Math.max(1, Number(/level(\d)/i.exec(item.getAttribute(styleAttribute) ?? '')?.[1] ?? 1)))
    const sign = [...item.querySelectorAll('span')].find((span) => /mso-list:\s*ignore/i.test(span.getAttribute(styleAttribute) ?? ''))
    const isNumbered = /^\s*[\da-z]{1,4}[.)]/i.test(sign?.textContent ?? '')
    sign?.remove()
    const before = item.previousElementSibling
    const open: HTMLElement[] = before === null ? [] : (lists.get(before) ?? [])
    open.splice(level)
    while (open.length < level) {
      const list = root.ownerDocument.createElement(isNumbered ? 'ol' : 'ul')
      const parent = open.at(-1)?.lastElementChild
      if (parent === undefined || parent === null) item.before(list)
      else parent.append(list)
      open.push(list)
      if (open.length < level) list.append(root.ownerDocument.createElement('li'))
    }
    const entry = root.ownerDocument.createElement('li')
    entry.append(...item.childNodes)
    open.at(-1)?.append(entry)
    item.remove()
    const top = open[0]
    if (top !== undefined) lists.set(top, open)
  }
}

/** Emphasis that is said by a style becomes an element; an element whose style takes its meaning back is taken away. */
function styleToElements(element: HTMLElement): void {
  const style = element.getAttribute(styleAttribute) ?? ''
  element.removeAttribute(styleAttribute)
  const value = (name: string): string => new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim().toLowerCase() ?? ''
  if (value('display') === 'none' || /mso-hide:\s*all/i.test(style)) return element.remove()
  const weight = value('font-weight')
  const isPlain = weight === 'normal' || weight === '400'
  if (/^(?:B|STRONG)$/.test(element.tagName) && isPlain) return unwrap(element)
  if (/^(?:I|EM)$/.test(element.tagName) && value('font-style') === 'normal') return unwrap(element)
  if (!/^(?:SPAN|FONT|A)$/.test(element.tagName)) return
  const isIn = (tags: string): boolean => element.closest(tags) !== null
  const wrap = (tag: string): void => {
    const inner = element.ownerDocument.createElement(tag)
    inner.append(...element.childNodes)
    element.append(inner)
  }
  if ((weight === 'bold' || weight === 'bolder' || Number(weight) >= 600) && !isIn('b, strong, h1, h2, h3, h4, h5, h6, th')) wrap('strong')
  if (/^(?:italic|oblique)/.test(value('font-style')) && !isIn('i, em')) wrap('em')
  if (/line-through/.test(value('text-decoration') + value('text-decoration-line'))) wrap('s')
  const vertical = value('vertical-align')
  if (vertical === 'super' && !isIn('sup')) wrap('sup')
  if (vertical === 'sub' && !isIn('sub')) wrap('sub')
}

/** Level 1 is the title's: where it is used, all headings move down by one. */
function moveHeadings(root: HTMLElement): void {
  if (root.querySelector('h1') === null) return
  for (const heading of [...root.querySelectorAll('h1, h2, h3, h4, h5, h6')]) {
    const lower = root.ownerDocument.createElement(`h${Math.min(6, Number(heading.tagName.slice(1)) + 1)}`)
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

/** Notes of our own pages, Google Docs, Word and Markdown tools: a link to a place whose beginning or end links back. */
function notes(root: HTMLElement): void {
  const found = new Map<string, { readonly text: Element; readonly name: string }>()
  const calls: { readonly link: HTMLAnchorElement; readonly name: string }[] = []
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')) {
    const target = fragmentOf(link)
    if (!isCall(link, target)) continue
    const place = byName(root, target)
    // A note may not hold its own call.
    const text = place === null ? null : noteText(place)
    if (text === null || text === root || !root.contains(text) || text.contains(link)) continue
    const known = found.get(target) ?? { text, name: `note-${found.size + 1}` }
    found.set(target, known)
    calls.push({ link, name: known.name })
  }
  if (calls.length === 0) return
  for (const { link, name } of calls) {
    const outer = link.parentElement?.tagName === 'SUP' && link.parentElement.textContent === link.textContent ? link.parentElement : link
    if (outer.nextElementSibling?.classList.contains('side') === true) outer.nextElementSibling.remove()
    outer.replaceWith(named(root, 'span', 'footnoteRef', { note: name }))
  }
  const list = named(root, 'section', 'footnotes', {})
  const inner = root.ownerDocument.createElement('ol')
  list.append(inner)
  for (const { text, name } of found.values()) {
    for (const back of [...text.querySelectorAll('a[href*="#"]')]) if (isBack(back)) (back.closest('sup') ?? back).remove()
    const note = named(root, 'li', 'footnote', { note: name })
    const body = root.ownerDocument.createElement('div')
    body.className = 'note-text'
    body.append(...text.childNodes)
    note.append(body)
    inner.append(note)
    removeHolder(text, root)
  }
  root.append(list)
}

/** Takes a note out, with what held nothing but notes and the rule above it. */
function removeHolder(text: Element, root: HTMLElement): void {
  let holder = text
  while (
    holder.parentElement !== null &&
    holder.parentElement !== root &&
    (holder.parentElement.textContent ?? '').trim() === (holder.textContent ?? '').trim()
  )
    holder = holder.parentElement
  if (holder.previousElementSibling?.tagName === 'HR') holder.previousElementSibling.remove()
  holder.remove()
}

const isCall = (link: Element, target: string): boolean =>
  /^(?:fn|_?ftn|_edn|footnote|note|n|cite_note|user-content-fn|sdfootnote|sdendnote)[-_:]?[\w.-]*$/i.test(target) &&
  !/ref|anc|back/i.test(target) &&
  /^\s*[[(]?[\divxlc*†‡]{1,5}[\])]?\s*$/i.test(link.textContent ?? '')
const isBack = (link: Element): boolean =>
  /ref|anc|back|^#?r\d/i.test(fragmentOf(link)) || /^(?:\s|↩|\uFE0E|[\^[\]\d])*$/u.test(link.textContent ?? '')

function fragmentOf(link: Element): string {
  const href = link.getAttribute('href') ?? ''
  const fragment = href.slice(href.indexOf('#') + 1)
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function byName(root: HTMLElement, name: string): Element | null {
  return [...root.querySelectorAll('[id], a[name]')].find((element) => element.id === name || element.getAttribute('name') === name) ?? null
}

/** The block that is the note: the named element, or the one that begins with it. */
function noteText(place: Element): Element | null {
  return place.closest('li, [id^="ftn"]:not(a), [id^="edn"]:not(a), p, dd, div')
}

function boxes(root: HTMLElement): void {
  for (const box of [...root.querySelectorAll('details')]) {
    const summary = box.querySelector(':scope > summary')
    const words = (summary?.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 300).toWellFormed()
    summary?.remove()
    const isSpoiler = box.classList.contains('spoiler')
    const kept = isSpoiler
      ? named(root, 'div', 'spoiler', { title: words })
      : named(root, 'div', 'details', { summary: words, open: box.open })
    kept.append(...box.childNodes)
    if (kept.childNodes.length === 0) kept.append(root.ownerDocument.createElement('p'))
    box.replaceWith(kept)
  }
}

/** Pictures stand between paragraphs. One that is inside the pasted text itself (`data:`) bloats a post: it is left out, and said. */
function pictures(root: HTMLElement): number {
  let dropped = 0
  for (const image of [...root.querySelectorAll('img')]) {
    const src = image.getAttribute('src') ?? ''
    const isDot = Number(image.getAttribute('width') ?? 9) <= 2 || Number(image.getAttribute('height') ?? 9) <= 2
    if (!/^(?:https?:\/\/|\/(?!\/))/i.test(src) || isDot) {
      if (!isDot) dropped += 1
      const line = image.closest('p, figure')
      image.remove()
      if (line !== null) removeIfEmpty(line)
      continue
    }
    if (image.closest('figure') !== null) continue
    const figure = root.ownerDocument.createElement('figure')
    const line = image.closest('p, h1, h2, h3, h4, h5, h6, li, td, th, a')
    // Out of a line, a link or a cell: below it.
    if (line === null) image.replaceWith(figure)
    else (line.closest('table') ?? (line.tagName === 'A' ? (line.closest('p, li') ?? line) : line)).after(figure)
    figure.append(image)
    if (line !== null) removeIfEmpty(line)
  }
  return dropped
}

function removeIfEmpty(line: Element): void {
  if (/^(?:P|FIGURE)$/.test(line.tagName) && (line.textContent ?? '').trim() === '' && line.querySelector('img, br, [data-node]') === null)
    line.remove()
}

/** A cell holds one line of text; what is a list or several paragraphs in it gets line breaks. */
function tables(root: HTMLElement): void {
  for (const table of [...root.querySelectorAll('table')]) {
    // A table in a table, or one with a single cell, was made for its looks.
    const cells = table.querySelectorAll('td, th')
    if ((table.parentElement ?? root).closest('table') !== null || cells.length === 1) {
      for (const cell of [...cells]) unwrapInto(cell, 'p')
      for (const part of [...table.querySelectorAll('tr, tbody, thead, tfoot')]) unwrap(part)
      unwrap(table)
      continue
    }
    for (const part of table.querySelectorAll('caption, colgroup')) part.remove()
    for (const cell of cells) {
      for (const block of [...cell.querySelectorAll('p, div, li, h1, h2, h3, h4, h5, h6')]) {
        if (block.nextElementSibling !== null) block.after(root.ownerDocument.createElement('br'))
        unwrap(block)
      }
    }
  }
}

function named(root: HTMLElement, tag: string, node: string, attrs: Readonly<Record<string, unknown>>): HTMLElement {
  const element = root.ownerDocument.createElement(tag)
  element.setAttribute('data-node', node)
  element.setAttribute('data-attrs', JSON.stringify(attrs))
  made.add(element)
  return element
}

function unwrap(element: Element): void {
  element.replaceWith(...element.childNodes)
}

function unwrapInto(element: Element, tag: string): void {
  const block = element.ownerDocument.createElement(tag)
  block.append(...element.childNodes)
  element.replaceWith(block)
}
