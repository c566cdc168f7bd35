// The least a page can be: the same text as plain HTML, with a kilobyte of style inside, the
// reader's own fonts, and no script.
import { brotliCompressSync, constants } from 'node:zlib'
import { parse } from 'parse5'
import type { DefaultTreeAdapterTypes } from 'parse5'
import type { Recorded } from './bare-server.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

/** What is there to read, and how it is divided. */
const allowedTags = new Set(
  'main article section header footer nav aside h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre code em strong i b s sub sup a time table thead tbody tr th td figure figcaption img hr br math details summary'.split(
    ' ',
  ),
)
const droppedTags = new Set('script style template svg button input select textarea noscript label dialog'.split(' '))
const allowedAttributes = new Set(['href', 'lang', 'dir', 'datetime', 'src', 'alt', 'width', 'height', 'open'])
const emptyTags = new Set(['img', 'hr', 'br'])
/** What a sign says aloud stands beside it; the page above the text has its own words. */
const droppedClasses = /(?:^|\s)(?:sr|needs-js|skip|icon-btn|c-more|react-add)(?:\s|$)/u

const style = `:root{color-scheme:light dark}body{margin:0 auto;max-width:37rem;padding:0 1.25rem 4rem;font:1.125rem/1.6 Georgia,"Times New Roman",serif;color:#23211d;background:#fdfcf9}
header,nav,footer,time,summary{font:.875rem/1.5 system-ui,sans-serif;color:#5f5c54}h1{font-size:2rem;line-height:1.16;margin:1.5rem 0 .5rem}h2{font-size:1.5rem;line-height:1.2;margin:2rem 0 .5rem}h3{font-size:1.125rem;margin:1rem 0 .25rem}
a{color:#1f6f54;text-underline-offset:.15em}ul,ol{padding-left:1.25rem}nav ul,main>ul{list-style:none;padding:0}article{margin:1rem 0;padding-left:.75rem;border-left:1px solid #e4e1d9}article p{margin:.4rem 0}
blockquote{margin:1rem 0;padding-left:1rem;border-left:3px solid #e4e1d9}pre{overflow:auto;padding:.75rem;background:#f4f1ea}table{border-collapse:collapse}td,th{padding:.25rem .5rem;border-bottom:1px solid #e4e1d9;text-align:left}img{max-width:100%;height:auto}
@media(prefers-color-scheme:dark){body{color:#e6e2d8;background:#171614}a{color:#74c5a3}header,nav,footer,time,summary{color:#a8a297}article,blockquote{border-color:#34312c}pre{background:#211f1c}}`

/** @param html a whole page of the product. Gives what a bare server sends for it. */
export function floorPage(html: string): Recorded {
  const document = parse(html)
  const main = find(document.childNodes, 'main')
  const title = find(document.childNodes, 'title')
  if (main === null) throw new Error('a page without a main part')
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title === null ? '' : inside(title.childNodes)}</title><style>${style}</style><main>${inside(main.childNodes)}</main></html>`
  const body = brotliCompressSync(page, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: page.length },
  })
  return {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
    base64: body.toString('base64'),
  }
}

function inside(nodes: readonly Node[]): string {
  return nodes.map(outer).join('').replace(/\s+/gu, ' ')
}

function outer(node: Node): string {
  if ('value' in node) return escape(node.value)
  if (!('tagName' in node) || droppedTags.has(node.tagName)) return ''
  const { tagName, attrs, childNodes } = node
  if (attrs.some(({ name, value }) => name === 'hidden' || (name === 'class' && droppedClasses.test(value)))) return ''
  const content = inside(childNodes)
  if (!allowedTags.has(tagName)) return content === '' || !/\S/u.test(content) ? '' : `${content} `
  if (!emptyTags.has(tagName) && !/\S/u.test(content)) return ''
  const attributes = attrs.filter(({ name }) => allowedAttributes.has(name)).map(({ name, value }) => ` ${name}="${escape(value)}"`)
  return `<${tagName}${attributes.join('')}>${content}${emptyTags.has(tagName) ? '' : `</${tagName}>`}`
}

function find(nodes: readonly Node[], tagName: string): Element | null {
  for (const node of nodes) {
    if (!('tagName' in node)) continue
    const found = node.tagName === tagName ? node : find(node.childNodes, tagName)
    if (found !== null) return found
  }
  return null
}

const escape = (text: string): string => text.replace(/[&<>"]/gu, (sign) => `&#${sign.charCodeAt(0)};`)
