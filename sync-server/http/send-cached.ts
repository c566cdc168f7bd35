import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CachedAnswer, PageCache } from '../pages/page-cache.ts'
import type { Encoding } from '../pages/encodings.ts'
import type { AnswerClass, HeaderPairs } from './security-headers.ts'
import { negotiate } from '../pages/encodings.ts'

/** Browsers and proxies may keep it, but ask each time whether it still holds; that question costs us a hash table look-up. */
const revalidate = 'public, max-age=0, must-revalidate'
const feedsLast = 'public, max-age=600'

export type HeaderSets = Readonly<Record<AnswerClass, HeaderPairs>>

function classOf(answer: CachedAnswer): AnswerClass {
  if (answer.contentType.startsWith('text/html')) return 'page'
  return answer.contentType.startsWith('application/json') ? 'api' : 'feed'
}

function etagOf(answer: CachedAnswer, encoding: Encoding): string {
  const suffix = { br: answer.isRefined ? '-b11' : '-b5', gzip: '-gz', identity: '' } as const
  return `"${answer.tag}${suffix[encoding]}"`
}

/** Name, value, name, value: what `writeHead` takes without looking at each. */
function headOf(answer: CachedAnswer, encoding: Encoding, length: number, sets: HeaderSets): string[] {
  const kind = classOf(answer)
  const head = ['content-type', answer.contentType, 'content-length', String(length), 'vary', 'accept-encoding']
  if (encoding !== 'identity') head.push('content-encoding', encoding)
  if (answer.location !== null) head.push('location', answer.location)
  if (answer.status < 400) head.push('cache-control', kind === 'feed' ? feedsLast : revalidate, 'etag', etagOf(answer, encoding))
  // The same address may be a member's own draft.
  else head.push('cache-control', 'private, no-store')
  for (const [name, value] of sets[kind]) head.push(name, value)
  return head
}

/** Whether the client holds these bytes or another encoding of them (RFC 9110 §13.1.2, weak comparison). */
function isHeld(answer: CachedAnswer, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined || answer.status !== 200) return false
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
  if (isHeld(answer, request.headers['if-none-match'])) {
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
