import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedAnswer, PageCache } from '../pages/page-cache.ts'
import type { Encoding } from '../pages/encodings.ts'
import type { AnswerClass, HeaderPairs } from './security-headers.ts'
import { links } from '#shared/links.ts'
import { visitorsCopy } from '#shared/pages/visitors-copy.ts'
import { negotiate } from '../pages/encodings.ts'

/**
 * Browsers and proxies may keep it, but ask each time whether it still holds; that question costs
 * us a hash table look-up.
 */
const revalidate = 'public, max-age=0, must-revalidate'
/** Of a page as one reader wants it: no proxy keeps that. */
const ownRevalidate = 'private, max-age=0, must-revalidate'
const feedsLast = 'public, max-age=600'

/** Begins the cache's name for a page as one reader wants it. */
export const ownKey = 'own '
/** Begins that for the visitors' copy of a page that a member gets otherwise. */
export const visitorsKey = 'visitors '

/** The address has other answers, by cookie. */
const hasOthers = ({ key }: CachedAnswer): boolean => key.startsWith(ownKey) || key.startsWith(visitorsKey)

/** Its pictures may come from the operator's tile server. */
const mapKey = new RegExp(`^html ${links.groupsMap()}(?:\\?|$)`, 'u')

export type HeaderSets = Readonly<Record<AnswerClass, HeaderPairs>>

function classOf(answer: CachedAnswer): AnswerClass {
  if (answer.contentType.startsWith('text/html')) return mapKey.test(answer.key) ? 'map' : 'page'
  return answer.contentType.startsWith('application/json') ? 'api' : 'feed'
}

/**
 * Pages, and what stands for them where a client wants Markdown (http/markdown-asked.ts): which of
 * the two it is, its `Accept` may have said.
 */
function isNegotiated({ contentType }: CachedAnswer): boolean {
  return /^text\/(?:html|markdown|plain);/u.test(contentType)
}

function varyOf(answer: CachedAnswer): string {
  const names = ['accept-encoding']
  if (isNegotiated(answer)) names.unshift('accept')
  if (hasOthers(answer)) names.push('cookie')
  return names.join(', ')
}

function etagOf(answer: CachedAnswer, encoding: Encoding): string {
  const suffix = { br: answer.isRefined ? '-b11' : '-b5', gzip: '-gz', identity: '' } as const
  return `"${answer.tag}${suffix[encoding]}"`
}

/** Name, value, name, value: what `writeHead` takes without looking at each. */
function headOf(answer: CachedAnswer, encoding: Encoding, length: number, sets: HeaderSets): string[] {
  const kind = classOf(answer)
  const head = ['content-type', answer.contentType, 'content-length', String(length), 'vary', varyOf(answer)]
  if (encoding !== 'identity') head.push('content-encoding', encoding)
  if (answer.location !== null) head.push('location', answer.location)
  if (answer.status < 400) head.push('cache-control', keptFor(answer, kind), 'etag', etagOf(answer, encoding))
  // The same address may be a member's own draft.
  else head.push('cache-control', 'private, no-store')
  if (answer.modifiedAt !== null && answer.status === 200) head.push('last-modified', new Date(answer.modifiedAt).toUTCString())
  if (answer.key.startsWith(visitorsKey)) head.push(...visitorsCopy)
  for (const [name, value] of [...answer.more, ...sets[kind]]) head.push(name, value)
  return head
}

function keptFor(answer: CachedAnswer, kind: AnswerClass): string {
  if (hasOthers(answer)) return ownRevalidate
  return kind === 'feed' && !isNegotiated(answer) ? feedsLast : revalidate
}

/**
 * Whether the client holds these bytes or another encoding of them (RFC 9110 §13.1.2, weak
 * comparison). A date counts where there is no tag, and only the very one that we gave: something
 * older may have come to the top.
 */
function isHeld(answer: CachedAnswer, headers: IncomingMessage['headers']): boolean {
  const ifNoneMatch = headers['if-none-match']
  if (answer.status !== 200) return false
  if (ifNoneMatch === undefined)
    return answer.modifiedAt !== null && headers['if-modified-since'] === new Date(answer.modifiedAt).toUTCString()
  if (ifNoneMatch.length > 4_000) return false
  return (
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((one) => {
      const tag = /^\s*(?:W\/)?"([0-9a-f]{20})(?:-\w+)?"\s*$/u.exec(one)?.[1]
      return tag === answer.tag
    })
  )
}

/** Sends a cached answer straight to the socket. `body` is that of the encoding. */
function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedAnswer,
  encoding: Encoding,
  body: Buffer,
  sets: HeaderSets,
): void {
  const head = (answer.heads[encoding] ??= headOf(answer, encoding, body.byteLength, sets))
  if (isHeld(answer, request.headers)) {
    const kept = head.flatMap((name, at) =>
      at % 2 === 0 && name !== 'content-length' && name !== 'content-type' && name !== 'content-encoding' ? [name, head[at + 1] ?? ''] : [],
    )
    response.writeHead(304, kept)
    response.end()
    return
  }
  response.writeHead(answer.status, head)
  if (request.method === 'HEAD') response.end()
  else response.end(body)
}

/** Compresses first where this encoding has not been asked for before. */
export async function sendCached(
  request: IncomingMessage,
  response: ServerResponse,
  answer: CachedAnswer,
  cache: PageCache,
  sets: HeaderSets,
): Promise<void> {
  const encoding = answer.bodies.br === undefined ? 'identity' : negotiate(headerOf(request))
  send(request, response, answer, encoding, await cache.body(answer, encoding), sets)
}

/** As `sendCached`, when everything is at hand; `false` when it is not, and nothing was sent. */
export function sendAtOnce(request: IncomingMessage, response: ServerResponse, answer: CachedAnswer, sets: HeaderSets): boolean {
  const encoding = answer.bodies.br === undefined ? 'identity' : negotiate(headerOf(request))
  const body = answer.bodies[encoding]
  if (body === undefined) return false
  send(request, response, answer, encoding, body, sets)
  return true
}

function headerOf(request: IncomingMessage): string | undefined {
  const header = request.headers['accept-encoding']
  return Array.isArray(header) ? header.join(',') : header
}
