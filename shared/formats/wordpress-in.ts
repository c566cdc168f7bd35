import { htmlToDoc } from './html-in.ts'
import { importedText, type ImportedPart } from './imported-text.ts'
import { Losses } from './losses.ts'
import { readXml } from './read-xml.ts'
import { maxTexts, refusedPart, tooManyTexts } from './refused-part.ts'

interface Item {
  readonly fields: Map<string, string>
  readonly tags: string[]
  /** Of the block "Footnotes": kept beside the text. */
  footnotes: string
}
const unknownShortcode = /\[(gallery|audio|video|playlist|contact-form|contact-form-7|poll|sitemap|slideshow|googlemaps)\b[^\]]{0,500}\]/gu

/**
 * A WordPress export (WXR): posts and pages, published or not. What is in the bin, revisions and
 * attachments are passed over.
 */
export function* wordpressTexts(xml: string): Generator<ImportedPart> {
  const { items, cut } = itemsOf(xml)
  for (const { fields, tags, footnotes } of items) {
    const title = fields.get('title')?.trim() ?? ''
    const from = title || fields.get('wp:post_name') || `post ${fields.get('wp:post_id') ?? ''}`
    const losses = new Losses()
    const content = fields.get('content:encoded') ?? ''
    yield refusedPart(from, () => {
      const read = htmlToDoc(asHtml(content, losses) + notesAsHtml(footnotes))
      const date = fields.get('wp:post_date') ?? ''
      return importedText(
        { from, title, date: date.startsWith('0000') ? null : date, tags },
        { ...read, dropped: [...losses.list(), ...read.dropped] },
      )
    })
  }
  yield* tooManyTexts(cut)
}

export function looksLikeWordpress(text: string): boolean {
  const head = text.slice(0, 4000)
  return head.includes('<rss') && (head.includes('wordpress.org/export') || head.includes('WordPress'))
}

/** A picture or a menu is an item, too. */
function isText({ fields }: Item): boolean {
  const type = fields.get('wp:post_type') ?? 'post'
  const status = fields.get('wp:status') ?? 'publish'
  return (type === 'post' || type === 'page') && status !== 'trash' && status !== 'auto-draft'
}

/** @returns also how many texts there were beyond the most that are taken. */
function itemsOf(xml: string): { readonly items: readonly Item[]; readonly cut: number } {
  const items: Item[] = []
  const open: string[] = []
  let item: Item | null = null
  let cut = 0
  let value = ''
  let meta = { key: '', value: '' }
  readXml(xml, {
    open(name) {
      open.push(name)
      value = ''
      if (name === 'item') item = { fields: new Map(), tags: [], footnotes: '' }
      if (name === 'wp:postmeta') meta = { key: '', value: '' }
    },
    text(part) {
      value += part
    },
    close(name) {
      open.pop()
      if (item === null) return
      const parent = open.at(-1)
      if (name === 'item') {
        if (isText(item) && items.length < maxTexts) items.push(item)
        else if (isText(item)) cut += 1
        item = null
      } else if (parent === 'item' && name === 'category') item.tags.push(value)
      else if (parent === 'item') item.fields.set(name, value)
      else if (name === 'wp:meta_key') meta.key = value
      else if (name === 'wp:meta_value') meta.value = value
      if (name === 'wp:postmeta' && meta.key === 'footnotes' && item !== null) item.footnotes = meta.value
    },
  })
  return { items: items.map((found) => ({ ...found, tags: found.tags.filter((tag) => tag.toLowerCase() !== 'uncategorized') })), cut }
}

/**
 * Blocks are HTML already; the older editor kept its paragraphs as empty lines. Shortcodes with a
 * meaning here are put into HTML.
 */
function asHtml(content: string, losses: Losses): string {
  const known = content
    .replace(/\[caption[^\]]{0,500}\]([\s\S]{0,20000}?)\[\/caption\]/gu, (_all, inner: string) => {
      const parts = /^\s*((?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?)([\s\S]*)$/u.exec(inner)
      return parts === null ? inner : `<figure>${parts[1] ?? ''}<figcaption>${(parts[2] ?? '').trim()}</figcaption></figure>`
    })
    .replace(/\[embed[^\]]{0,200}\]\s*([^\s[\]<>]{1,500})\s*\[\/embed\]/gu, '\n\n$1\n\n')
    .replace(
      /\$latex\s([^$]{1,2000})\$/gu,
      (_all, tex: string) => `<span data-tex="${tex.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></span>`,
    )
    .replace(unknownShortcode, (whole: string, name: string) => {
      losses.add(`shortcode [${name}]`, whole)
      return ''
    })
  return known.includes('<!-- wp:') ? known : withParagraphs(known)
}

/** An empty line ends a paragraph and a line end is a break, save where tags already say it. */
function withParagraphs(content: string): string {
  return content
    .replace(/\r\n?/gu, '\n')
    .split(/(<pre\b[\s\S]*?<\/pre>)/u)
    .map((part, index) => {
      if (index % 2 === 1) return part
      return part
        .split(/\n[ \t]*\n/u)
        .map((chunk) => chunk.trim())
        .filter((chunk) => chunk !== '' && chunk !== '<!--more-->')
        .map((chunk) =>
          /^<\/?(?:p|div|h[1-6]|ul|ol|li|blockquote|pre|table|t[hrbd]|figure|hr|details|section|dl|iframe|form|!--)\b/iu.test(chunk)
            ? chunk
            : `<p>${chunk.replaceAll('\n', '<br>')}</p>`,
        )
        .join('\n')
    })
    .join('\n')
}

function notesAsHtml(footnotes: string): string {
  if (footnotes === '') return ''
  let notes: unknown
  try {
    notes = JSON.parse(footnotes)
  } catch {
    return ''
  }
  const items = (Array.isArray(notes) ? notes : []).map((note: unknown) => {
    const { id, content } = Object.assign({ id: '', content: '' }, note)
    return /^[\w-]{1,100}$/u.test(String(id)) ? `<li id="${String(id)}">${String(content)}</li>` : ''
  })
  return `<ol class="wp-block-footnotes">${items.join('')}</ol>`
}
