import { embedOf, type Embed } from '../text/embeds.ts'
import { nodeRules, type DocNode } from '../text/nodes.ts'
import { linkAddress, pictureAddress, type AddressOptions } from './addresses.ts'
import { attr, closest, elementsIn, find, hasClass, isElement, isText, textIn } from './html-tree.ts'
import type { Element, HtmlNode } from './html-tree.ts'
import type { Losses } from './losses.ts'
import { pictureInAddress, type PictureBytes, type PictureCollector } from './picture-collector.ts'

/** A picture or film of a known host, as pages and exports embed it. */
export function embedIn(element: Element): Embed | null {
  const { tagName } = element
  if (tagName === 'iframe') return embedOf(withScheme(attr(element, 'src') ?? attr(element, 'data-src') ?? ''))
  const named = attr(element, 'data-oembed-url')
  if (named !== null) return embedOf(named)
  if (hasClass(element, 'youtube-wrap')) {
    const id = /"videoId":"([\w-]{11})"/u.exec(attr(element, 'data-attrs') ?? '')?.[1]
    return id === undefined ? null : embedOf(`https://www.youtube.com/watch?v=${id}`)
  }
  if (tagName === 'figure') {
    const frame = find(element, (inner) => inner.tagName === 'iframe' || attr(inner, 'data-oembed-url') !== null)
    return frame === null ? bareAddress(element) : embedIn(frame)
  }
  return tagName === 'p' || (tagName === 'div' && /\bembed/u.test(attr(element, 'class') ?? '')) ? bareAddress(element) : null
}

/** A line that is nothing but an address. */
function bareAddress(element: Element): Embed | null {
  const own = find(element, (inner) => inner.tagName === 'a')
  if (own !== null && hasClass(own, 'embed') && textIn(own).trim() === textIn(element).trim()) return embedOf(attr(own, 'href') ?? '')
  const inner = [...elementsIn(element)]
  if (inner.length > 3 || inner.some(({ tagName }) => !/^(?:a|div|span)$/u.test(tagName))) return null
  const text = textIn(element).trim()
  const link = inner.find(({ tagName }) => tagName === 'a')
  return link === undefined || attr(link, 'href') === text ? embedOf(text) : null
}

function withScheme(src: string): string {
  return src.startsWith('//') ? `https:${src}` : src
}

export interface FigureParts {
  readonly images: readonly Element[]
  readonly caption: Element | null
  /** The children without the caption. */
  readonly rest: readonly HtmlNode[]
}

/**
 * Pictures and caption of a `figure` or of what plays its part. One around a table, code or
 * quotation has no pictures of its own.
 */
export function figureParts(element: Element): FigureParts {
  const inner = [...elementsIn(element)]
  const isCaption = (child: Element): boolean =>
    child.tagName === 'figcaption' || ['wp-caption-text', 'imageCaption', 'image-caption'].some((name) => hasClass(child, name))
  const caption = inner.find(isCaption) ?? null
  const holds = inner.some(({ tagName }) => /^(?:table|pre|blockquote|iframe|video|audio)$/u.test(tagName))
  const isPicture = (child: Element): boolean =>
    (child.tagName === 'img' && closest(child, ({ tagName }) => tagName === 'noscript') === null) ||
    (child.tagName === 'a' && hasClass(child, 'picture'))
  const images = holds || hasClass(element, 'kg-bookmark-card') ? [] : inner.filter(isPicture)
  return { images, caption, rest: element.childNodes.filter((child) => child !== caption) }
}

interface PicturePorts extends AddressOptions {
  readonly losses: Losses
  readonly collector: PictureCollector
  readonly fileAt: (src: string) => PictureBytes | null
}

/**
 * The picture of an `img`, or of the link by which our pages show one of another host. `null`:
 * named as lost, or there only to count readers.
 */
export function pictureOf(element: Element, ports: PicturePorts): DocNode | null {
  if (element.tagName === 'a') {
    const src = pictureAddress(attr(element, 'href') ?? '', ports)
    const words = textIn(element).trim()
    return src === null ? null : { type: 'image', attrs: { src, alt: words === src ? '' : words.slice(0, 2000).toWellFormed() } }
  }
  const [width, height] = [pixels(element, 'width'), pixels(element, 'height')]
  const given = sourceOf(element)
  if (width !== null && height !== null && width <= 2 && height <= 2) {
    ports.losses.add('tracking pixel', given.slice(0, 100))
    return null
  }
  const alt = (attr(element, 'alt') ?? '').replace(/\s+/gu, ' ').trim()
  const src = addressOf(given, ports)
  if (src === null) {
    ports.losses.add('picture', alt || given.slice(0, 100))
    return null
  }
  if (/^https?:/u.test(src)) ports.losses.add('picture on another site, kept as a link', src)
  const isDecorative = /^(?:presentation|none)$/u.test(attr(element, 'role') ?? '')
  return {
    type: 'image',
    attrs: {
      src,
      alt: alt.slice(0, 2000).toWellFormed(),
      ...(width !== null && { width }),
      ...(height !== null && { height }),
      decorative: isDecorative,
    },
  }
}

/** Pages that load their pictures late have a stand-in at first. */
function sourceOf(image: Element): string {
  const src = attr(image, 'src') ?? ''
  const late = attr(image, 'data-src') ?? attr(image, 'data-lazy-src') ?? attr(image, 'data-orig-file') ?? ''
  return late !== '' && (src === '' || src.startsWith('data:')) ? late : src
}

function addressOf(given: string, ports: PicturePorts): string | null {
  if (ports.collector.has(given)) return given
  if (/^data:/iu.test(given)) return ports.collector.put(given, () => pictureInAddress(given))
  return ports.collector.put(given, () => ports.fileAt(given)) ?? pictureAddress(given, ports)
}

function pixels(element: Element, name: 'width' | 'height'): number | null {
  const value = /^\d{1,5}(?:px)?$/u.test(attr(element, name) ?? '') ? Number.parseInt(attr(element, name) ?? '', 10) : 0
  return value >= 1 && value <= 20_000 ? value : null
}

/** A code block: its letters as they stand, and the language where a class names one. */
export function codeOf(pre: Element): DocNode {
  const parts: string[] = []
  const visit = (nodes: readonly HtmlNode[]): void => {
    for (const node of nodes) {
      if (isText(node)) parts.push(node.value)
      else if (isElement(node)) {
        if (node.tagName === 'br') parts.push('\n')
        else visit(node.childNodes)
      }
    }
  }
  visit(pre.childNodes)
  const isOurs = (attr(pre, 'aria-label') ?? '').startsWith('Code')
  const text = parts.join('').replace(/\r\n?/gu, '\n')
  const letters = isOurs ? text : text.replace(/\n$/u, '')
  const language = languageOf(pre)
  return {
    type: 'codeBlock',
    ...(language !== null && { attrs: { language } }),
    ...(letters !== '' && { content: [{ type: 'text', text: letters }] }),
  }
}

function languageOf(pre: Element): string | null {
  const code = find(pre, ({ tagName }) => tagName === 'code')
  const outer = pre.parentNode !== null && isElement(pre.parentNode) ? pre.parentNode : null
  for (const element of [code, pre, outer]) {
    if (element === null) continue
    const classes = attr(element, 'class') ?? ''
    const name =
      attr(element, 'data-lang') ??
      attr(element, 'data-language') ??
      /(?:^|\s)(?:language-|lang-|brush:\s{0,3}|highlight-source-|highlight-text-)([\w+#.-]{1,40})/u.exec(classes)?.[1] ??
      /(?:^|\s)sourceCode\s+([\w+#.-]{1,40})/u.exec(classes)?.[1]
    const read = name === undefined ? undefined : nodeRules.codeBlock.attrs['language']?.read(name)
    if (typeof read === 'string' && read !== 'plaintext' && read !== 'none') return read
  }
  return null
}

export interface Box {
  readonly isSpoiler: boolean
  readonly title: string
  readonly isOpen: boolean
  readonly content: readonly HtmlNode[]
}

export function detailsOf(element: Element): Box {
  const isSpoiler = hasClass(element, 'spoiler')
  const heading = find(element, (inner) => inner.tagName === 'summary' || hasClass(inner, 'kg-toggle-heading-text'))
  const body = find(element, (inner) => hasClass(inner, 'kg-toggle-content'))
  const words = heading === null ? '' : textIn(heading).replace(/\s+/gu, ' ').trim()
  const isUntitled = words === (isSpoiler ? 'Spoiler' : 'More')
  return {
    isSpoiler,
    title: isUntitled ? '' : words.slice(0, 300).toWellFormed(),
    isOpen: attr(element, 'open') !== null,
    content: (body ?? element).childNodes.filter((child) => child !== heading),
  }
}

const folders: Readonly<Record<string, string>> = { users: 'member', posts: 'post', w: 'wiki' }

/** A mention as our own pages write it. */
export function mentionOf(link: Element, options: AddressOptions): DocNode | null {
  if (!hasClass(link, 'mention')) return null
  const address = linkAddress(attr(link, 'href') ?? '', { siteOrigin: '', ...options })
  const parts = /^\/(users|posts|w)\/([^/?#]{1,400})$/u.exec(address ?? '')
  const kind = folders[parts?.[1] ?? '']
  if (parts === null || kind === undefined) return null
  const words = textIn(link).replace(/\s+/gu, ' ').trim()
  try {
    const id = nodeRules.mention.attrs['id']?.read(decodeURIComponent(parts[2] ?? ''))
    const label = nodeRules.mention.attrs['label']?.read(kind === 'member' ? words.replace(/^@/u, '') : words)
    return id === undefined || label === undefined ? null : { type: 'mention', attrs: { kind, id, label } }
  } catch {
    return null
  }
}
