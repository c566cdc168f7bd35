/**
 * Which width of each picture is fetched for reading offline: the narrowest that fills this screen.
 */
import { pictureIdOf, pictureSrcset } from '#shared/pictures/address.ts'
import { attrNumber, attrText, childrenOf, type Doc, type DocNode } from '#shared/text/nodes.ts'

/** The column of an essay is never wider than this, in CSS pixels. */
const widestColumn = 720
/** More device pixels than this nobody sees in a picture. */
const sharpest = 2

/** In device pixels. */
export function pixelsWanted(screenWidth: number, devicePixels: number): number {
  return Math.ceil(Math.min(screenWidth, widestColumn) * Math.min(Math.max(devicePixels, 1), sharpest))
}

/** Addresses of a text's uploaded pictures; each once. */
export function picturesOfText(doc: Doc, pixels: number): readonly string[] {
  const found = new Set<string>()
  const waiting: DocNode[] = [...doc.content]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const src = node.type === 'image' ? attrText(node, 'src') : ''
    if (pictureIdOf(src) !== null) found.add(narrowest(pictureSrcset(src, attrNumber(node, 'width')) ?? '', pixels) ?? src)
    waiting.push(...childrenOf(node))
  }
  return [...found]
}

/** The same of rendered HTML. */
export function picturesOfHtml(html: string, pixels: number): readonly string[] {
  const found = new Set<string>()
  for (const [image] of html.matchAll(/<img\b[^>]*>/gu)) {
    const src = /\ssrc="([^"]*)"/u.exec(image)?.[1] ?? ''
    if (pictureIdOf(src) !== null) found.add(narrowest(/\ssrcset="([^"]*)"/u.exec(image)?.[1] ?? '', pixels) ?? src)
  }
  return [...found]
}

/** Of a `srcset`: the narrowest that has enough pixels, else the widest; `null`: there is none. */
function narrowest(srcset: string, pixels: number): string | null {
  const choices = [...srcset.matchAll(/(\S+) (\d+)w/gu)].map(([, url = '', width]) => ({ url, width: Number(width) }))
  const enough = choices.filter(({ width }) => width >= pixels)
  const [best] = (enough.length > 0 ? enough : choices).toSorted((a, b) => (enough.length > 0 ? a.width - b.width : b.width - a.width))
  return best?.url ?? null
}
