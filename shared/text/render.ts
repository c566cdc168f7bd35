import { embedOf, providerTitle } from './embeds.ts'
import { escapeHtml } from './escape.ts'
import { hasRightToLeft, textDirection } from './measure.ts'
import { attrFlag, attrNumber, attrText, childrenOf, textOf, type Doc, type DocMark, type DocNode } from './nodes.ts'
import { anchors, formerAnchors } from './outline.ts'
import { tagOfMark } from './mark-tags.ts'
import { noteBeside } from './render-beside.ts'
import { pollHtml } from './render-poll.ts'
import { predictionHtml } from './render-prediction.ts'
import { sameMark } from './check.ts'
import { isSafeImageUrl, isSafeUrl } from './url.ts'
import { pictureSrcset } from '../pictures/address.ts'

/**
 * Writes a checked text as HTML, without a DOM. It makes every tag itself and escapes everything else; addresses are
 * judged again. The one HTML it takes as it comes is what `math` and `highlight` return.
 * No `style` attribute and no script is ever written, so the page's policy can forbid both.
 */
export type RenderOptions = {
  /** Set before every id: two texts on one page need two prefixes. */
  readonly idPrefix: string
  /** HTML for TeX. */
  readonly math: (tex: string, display: boolean) => string
  /** HTML for code; the language is `''` when the author named none. */
  readonly highlight: (code: string, language: string) => string
  /** `rel` of links that leave the site, such as `ugc nofollow noopener`. */
  readonly rel: string
  /** Such as `https://example.org`; links to it are links within the site. */
  readonly siteOrigin: string
  readonly headingLevelOffset?: number
  /** Notes beside the text and at its end, at its end alone, or in brackets where they are called. */
  readonly footnotes: 'sides-and-end' | 'end' | 'inline'
  /** Id of the post whose published text it is: then its polls and prediction questions are forms. Otherwise, and without it, they are words. */
  readonly pollsOf?: string | undefined
}

type Run = RenderOptions & {
  readonly anchors: ReadonlyMap<DocNode, string>
  readonly formerAnchors: ReadonlyMap<DocNode, string>
  readonly anchorIds: ReadonlySet<string>
  readonly isRtl: boolean
  readonly notes: ReadonlyMap<string, { readonly node: DocNode; readonly number: number }>
  /** How often each note has been called so far. */
  readonly calls: Map<string, number>
  /** Names of those that stand beside the text in full, or in brackets within it. */
  readonly beside: Set<string>
  tables: number
}
/** Where a piece of text stands: a note beside it would break a table or a caption. */
type Place = 'text' | 'cell' | 'note'

const maxDepth = 80
/** What can be scrolled sideways must be reachable by keyboard, and so needs a role, and beside it a name. */
const scrollBox = 'tabindex="0" role="group"'
const maxHeading = 6
/** How wide a picture in a text is shown, for the choice among its widths: the column of text, or the whole of a phone. */
const textWidth = '(min-width: 45rem) 37rem, 100vw'

export function renderDoc(doc: Doc, options: RenderOptions): string {
  const { body, notes } = renderParts(doc, options)
  return body + notes
}

/** The text and the list of its notes apart, for pages that put something between them. `notes` may be `''`. */
export function renderParts(doc: Doc, options: RenderOptions): { readonly body: string; readonly notes: string } {
  const list = doc.content.find((node) => node.type === 'footnotes')
  const places = anchors(doc)
  const former = formerAnchors(doc)
  const run: Run = {
    ...options,
    anchors: places,
    formerAnchors: former,
    anchorIds: new Set([...places.values(), ...former.values()]),
    isRtl: textDirection(doc) === 'rtl',
    notes: numbered(doc, list),
    calls: new Map(),
    beside: new Set(),
    tables: 0,
  }
  const body = doc.content
    .filter((node) => node !== list)
    .map((node) => block(node, run, 'text', 1))
    .join('\n')
  const isNoted = list !== undefined && (options.footnotes !== 'inline' || run.calls.size < run.notes.size)
  return { body, notes: isNoted ? `\n${endnotes(run)}` : '' }
}

/** Notes have the number of their first call; a note that nothing calls comes after the others, so that it is not lost. */
function numbered(doc: Doc, list: DocNode | undefined): Run['notes'] {
  const byName = new Map((list === undefined ? [] : childrenOf(list)).map((node) => [attrText(node, 'note'), node]))
  const notes = new Map<string, { node: DocNode; number: number }>()
  const give = (name: string): void => {
    const node = byName.get(name)
    if (node !== undefined && !notes.has(name)) notes.set(name, { node, number: notes.size + 1 })
  }
  const visit = (node: DocNode, depth: number): void => {
    if (node.type === 'footnoteRef') give(attrText(node, 'note'))
    if (depth < maxDepth) for (const child of childrenOf(node)) visit(child, depth + 1)
  }
  for (const node of doc.content) if (node !== list) visit(node, 1)
  for (const name of byName.keys()) give(name)
  return notes
}

function blocks(nodes: readonly DocNode[], run: Run, place: Place, depth: number): string {
  return nodes.map((node) => block(node, run, place, depth)).join('')
}

function block(node: DocNode, run: Run, place: Place, depth: number): string {
  if (depth > maxDepth) return ''
  const inside = (): string => blocks(childrenOf(node), run, place, depth + 1)
  switch (node.type) {
    case 'paragraph': {
      const id = place === 'text' ? run.anchors.get(node) : undefined
      return `<p${id === undefined ? '' : ` id="${escapeHtml(run.idPrefix + id)}"`}${direction(node, run)}>${formerAnchor(node, run)}${inline(node, run, place)}</p>`
    }
    case 'heading':
      return heading(node, run, place)
    case 'bulletList':
      return `<ul>${listItems(node, run, place, depth)}</ul>`
    case 'orderedList': {
      const start = attrNumber(node, 'start') ?? 1
      return `<ol${start === 1 ? '' : ` start="${start}"`}>${listItems(node, run, place, depth)}</ol>`
    }
    case 'taskList':
      return `<ul class="tasks">${childrenOf(node)
        .map((item) => taskItem(item, run, place, depth))
        .join('')}</ul>`
    case 'blockquote':
      return `<blockquote>${inside()}</blockquote>`
    case 'codeBlock':
      return codeBlock(node, run)
    case 'table':
      return table(node, run)
    case 'horizontalRule':
      return '<hr>'
    case 'figure':
      return figure(node, run)
    case 'mathBlock': {
      const tex = attrText(node, 'tex')
      return `<div class="math" ${scrollBox} aria-label="Formula" data-tex="${escapeHtml(tex)}">${run.math(tex, true)}</div>`
    }
    case 'spoiler':
      return `<details class="spoiler"><summary dir="auto">${escapeHtml(attrText(node, 'title') || 'Spoiler')}</summary>${inside()}</details>`
    case 'details': {
      const summary = escapeHtml(attrText(node, 'summary') || 'More')
      return `<details class="fold"${attrFlag(node, 'open') ? ' open' : ''}><summary dir="auto">${summary}</summary>${inside()}</details>`
    }
    case 'embed':
      return embed(node, run)
    case 'machineText': {
      const by = escapeHtml(attrText(node, 'model') || 'a machine')
      return `<section class="machine" aria-label="Written by ${by}"><p class="machine-by">Written by <bdi>${by}</bdi></p>${inside()}</section>`
    }
    case 'poll':
      return pollHtml(node, run)
    case 'prediction':
      return predictionHtml(node, run)
    default:
      return ''
  }
}

function heading(node: DocNode, run: Run, place: Place): string {
  const level = Math.min(maxHeading, (attrNumber(node, 'level') ?? 2) + (run.headingLevelOffset ?? 0))
  const anchor = run.anchors.get(node)
  if (anchor === undefined) return `<h${level}${direction(node, run)}>${inline(node, run, place)}</h${level}>`
  const id = escapeHtml(run.idPrefix + anchor)
  const link = `<a class="anchor" href="#${id}" aria-label="Link to this heading"></a>`
  return `<h${level} id="${id}"${direction(node, run)}>${link}${formerAnchor(node, run)}${inline(node, run, place)}</h${level}>`
}

function formerAnchor(node: DocNode, run: Run): string {
  const id = run.formerAnchors.get(node)
  return id === undefined ? '' : `<span id="${escapeHtml(run.idPrefix + id)}"></span>`
}

/** A list whose items are single paragraphs (with lists under them) is written without paragraphs, as people write it. */
function listItems(list: DocNode, run: Run, place: Place, depth: number): string {
  const isTight = childrenOf(list).every((item) =>
    childrenOf(item).every((child, index) => (index === 0 ? child.type === 'paragraph' : isList(child))),
  )
  return childrenOf(list)
    .map((item) => {
      const [first, ...rest] = childrenOf(item)
      if (!isTight || first === undefined) return `<li>${blocks(childrenOf(item), run, place, depth + 2)}</li>`
      return `<li${direction(first, run)}>${inline(first, run, place)}${blocks(rest, run, place, depth + 2)}</li>`
    })
    .join('')
}

function taskItem(item: DocNode, run: Run, place: Place, depth: number): string {
  const [first, ...rest] = childrenOf(item)
  const box = `<input type="checkbox" disabled${attrFlag(item, 'checked') ? ' checked' : ''}>`
  const label = first === undefined ? '' : inline(first, run, place)
  return `<li${first === undefined ? '' : direction(first, run)}><label>${box} ${label}</label>${blocks(rest, run, place, depth + 2)}</li>`
}

function isList(node: DocNode): boolean {
  return node.type === 'bulletList' || node.type === 'orderedList' || node.type === 'taskList'
}

function codeBlock(node: DocNode, run: Run): string {
  const language = attrText(node, 'language')
  const label = escapeHtml(language === '' ? 'Code' : `Code, ${language}`)
  const code = `<code${language === '' ? '' : ` class="language-${escapeHtml(language)}"`}>${run.highlight(textOf(node), language)}</code>`
  return `<pre ${scrollBox} dir="ltr" aria-label="${label}">${code}</pre>`
}

function table(node: DocNode, run: Run): string {
  run.tables += 1
  const rows = childrenOf(node)
  const isHead = (row: DocNode): boolean => childrenOf(row).length > 0 && childrenOf(row).every((cell) => cell.type === 'tableHeader')
  const firstBody = rows.findIndex((row) => !isHead(row))
  const headEnd = firstBody === -1 ? rows.length : firstBody
  const part = (name: 'thead' | 'tbody', from: number, to: number): string => {
    const html = rows.slice(from, to).map(
      (row) =>
        `<tr>${childrenOf(row)
          .map((cell) => tableCell(cell, name === 'thead', run))
          .join('')}</tr>`,
    )
    return html.length === 0 ? '' : `<${name}>${html.join('')}</${name}>`
  }
  const label = `Table ${run.tables}`
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>${part('thead', 0, headEnd)}${part('tbody', headEnd, rows.length)}</table></div>`
}

function tableCell(cell: DocNode, isHead: boolean, run: Run): string {
  const name = cell.type === 'tableHeader' ? 'th' : 'td'
  const scope = name === 'th' ? ` scope="${isHead ? 'col' : 'row'}"` : ''
  const align = attrText(cell, 'align')
  const look = align === 'right' ? ' class="num"' : align === 'center' ? ' class="center"' : ''
  const span = (attr: 'colspan' | 'rowspan'): string => {
    const count = attrNumber(cell, attr) ?? 1
    return count === 1 ? '' : ` ${attr}="${count}"`
  }
  const text = childrenOf(cell)
    .map((paragraph) => inline(paragraph, run, 'cell'))
    .join('<br>')
  return `<${name}${scope}${look}${span('colspan')}${span('rowspan')}${direction(cell, run)}>${text}</${name}>`
}

function figure(node: DocNode, run: Run): string {
  const [image, caption] = childrenOf(node)
  if (image === undefined) return ''
  const text = caption === undefined ? '' : `<figcaption${direction(caption, run)}>${inline(caption, run, 'cell')}</figcaption>`
  return `<figure>${picture(image, run)}${text}</figure>`
}

function picture(image: DocNode, run: Run): string {
  const src = attrText(image, 'src')
  if (!isSafeImageUrl(src)) return ''
  const alt = escapeHtml(attrText(image, 'alt'))
  const size = (name: 'width' | 'height'): string => {
    const pixels = attrNumber(image, name)
    return pixels === null ? '' : ` ${name}="${pixels}"`
  }
  // A picture on another host would tell that host who reads here: it is a link until it has been copied to this site.
  if (!isOnSite(src, run)) return `<a class="picture"${linkAttributes(src, run)}>${alt || escapeHtml(src)}</a>`
  const shownAlt = attrFlag(image, 'decorative') ? '' : alt
  return `<img src="${escapeHtml(src)}" alt="${shownAlt}"${widths(src, attrNumber(image, 'width'))}${size('width')}${size('height')} loading="lazy" decoding="async">`
}

/** An uploaded picture comes in several widths: no phone loads more of it than it can show. */
function widths(src: string, width: number | null): string {
  const srcset = pictureSrcset(src, width)
  return srcset === null ? '' : ` srcset="${srcset}" sizes="${textWidth}"`
}

function embed(node: DocNode, run: Run): string {
  const known = embedOf(attrText(node, 'url'))
  if (known === null) return ''
  const address = escapeHtml(known.url.replace(/^https:\/\/(?:www\.)?/, ''))
  return `<p><a class="embed"${linkAttributes(known.url, run)}><b>${escapeHtml(providerTitle(known.provider))}</b> ${address}</a></p>`
}

function inline(parent: DocNode, run: Run, place: Place): string {
  let html = ''
  let open: readonly DocMark[] = []
  const closeTo = (length: number): void => {
    for (const mark of open.slice(length).reverse()) html += `</${tagOfMark[mark.type]}>`
    open = open.slice(0, length)
  }
  for (const node of childrenOf(parent)) {
    const marks = (node.marks ?? []).filter((mark) =>
      mark.type === 'link' ? isSafeUrl(attrText(mark, 'href')) : Object.hasOwn(tagOfMark, mark.type),
    )
    let shared = 0
    while (shared < open.length && shared < marks.length && sameMark(open[shared], marks[shared])) shared += 1
    closeTo(shared)
    for (const mark of marks.slice(shared)) {
      html += mark.type === 'link' ? `<a${linkAttributes(attrText(mark, 'href'), run)}>` : `<${tagOfMark[mark.type]}>`
    }
    open = marks
    html += atom(node, run, place)
  }
  closeTo(0)
  return html
}

/** Characters of TeX that fit into a line of a small phone. */
const longFormula = 60

function atom(node: DocNode, run: Run, place: Place): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.text ?? '')
    case 'hardBreak':
      return '<br>'
    case 'mathInline': {
      const tex = attrText(node, 'tex')
      // No browser breaks a formula: a long one scrolls in its line, which costs it the line's baseline.
      const look = tex.length > longFormula ? 'class="tex long" tabindex="0"' : 'class="tex"'
      return `<span ${look} data-tex="${escapeHtml(tex)}">${run.math(tex, false)}</span>`
    }
    case 'mention': {
      const kind = attrText(node, 'kind')
      const folder = kind === 'member' ? 'users' : kind === 'post' ? 'posts' : 'w'
      const label = escapeHtml(attrText(node, 'label'))
      return `<a class="mention" href="/${folder}/${encodeURIComponent(attrText(node, 'id'))}">${kind === 'member' ? '@' : ''}<bdi>${label}</bdi></a>`
    }
    case 'footnoteRef':
      return noteCall(node, run, place)
    default:
      return ''
  }
}

function noteCall(node: DocNode, run: Run, place: Place): string {
  const name = attrText(node, 'note')
  const note = run.notes.get(name)
  if (note === undefined || place === 'note') return ''
  const { number } = note
  const call = (run.calls.get(name) ?? 0) + 1
  run.calls.set(name, call)
  if (run.footnotes === 'inline') {
    // Each note once: a thousand calls of one long note must not make a thousand copies.
    return call === 1 ? ` <span class="note">(${number}: ${besideText(name, note, run)})</span>` : ` <span class="note">(${number})</span>`
  }
  const p = escapeHtml(run.idPrefix)
  const link = `<a class="fn" href="#${p}n${number}" id="${p}${callId(number, call)}" aria-label="Note ${number}">${number}</a>`
  if (run.footnotes === 'end' || place !== 'text' || call > 1) return link
  return `${link}<span class="side" role="note" id="${p}s${number}"><b>${number}</b>${besideText(name, note, run)}</span>`
}

function callId(number: number, call: number): string {
  return call === 1 ? `r${number}` : `r${number}-${call}`
}

function besideText(name: string, { node, number }: { readonly node: DocNode; readonly number: number }, run: Run): string {
  const draw = {
    inline: (parent: DocNode) => inline(parent, run, 'note'),
    picture: (image: DocNode) => picture(image, run),
    math: (tex: string) => run.math(tex, false),
    code: run.highlight,
  }
  const { html, isWhole } = noteBeside(node, draw, maxDepth)
  if (isWhole) {
    run.beside.add(name)
    return html
  }
  return `${html}${html === '' ? '' : '<br>'}<a href="#${escapeHtml(run.idPrefix)}n${number}">In full at the end</a>`
}

function endnotes(run: Run): string {
  const p = escapeHtml(run.idPrefix)
  // Beside a wide text the list is hidden, but for what stands nowhere else: notes called in tables alone, notes that nothing calls.
  const isAtEnd = (name: string): boolean => run.footnotes !== 'end' && !run.beside.has(name)
  const listed = [...run.notes].filter(([name]) => run.footnotes !== 'inline' || isAtEnd(name))
  const items = listed.map(([name, { node, number }]) => {
    const calls = Array.from({ length: run.calls.get(name) ?? 0 }, (_, index) => callId(number, index + 1))
    const back = calls.map((id) => ` <a href="#${p}${id}" aria-label="Back to the text">↩</a>`).join('')
    const [only] = childrenOf(node)
    const text =
      childrenOf(node).length === 1 && only?.type === 'paragraph' ? inline(only, run, 'note') : blocks(childrenOf(node), run, 'note', 1)
    const place = isAtEnd(name) ? ` class="at-end" value="${number}"` : ''
    return `<li id="${p}n${number}"${place}${direction(node, run)}>${text}${back}</li>`
  })
  return `<section class="endnotes" aria-labelledby="${p}nt"><h2 id="${p}nt">Notes</h2><ol>${items.join('')}</ol></section>`
}

function linkAttributes(href: string, run: Run): string {
  if (href.startsWith('#')) {
    // `#wheels` finds the heading as its id would be without our prefixes; other fragments are the page's own.
    const name = href.slice(1)
    const id = run.anchorIds.has(name) ? name : run.anchorIds.has(`h-${name}`) ? `h-${name}` : null
    return ` href="#${escapeHtml(id === null ? name : run.idPrefix + id)}"`
  }
  return isOnSite(href, run) ? ` href="${escapeHtml(href)}"` : ` href="${escapeHtml(href)}" rel="${escapeHtml(run.rel)}"`
}

function isOnSite(url: string, { siteOrigin }: Run): boolean {
  return url.startsWith('/') || url === siteOrigin || (url.startsWith(siteOrigin) && '/?#'.includes(url[siteOrigin.length] ?? ' '))
}

/** `dir="auto"` where the block may run against its surroundings; the page sets the direction of the whole. */
function direction(node: DocNode, run: Run): string {
  return run.isRtl || hasRightToLeft(textOf(node)) ? ' dir="auto"' : ''
}
