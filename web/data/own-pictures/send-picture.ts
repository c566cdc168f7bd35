import { links } from '#shared/links.ts'
import { faultOfField } from '#shared/pictures/words.ts'
import type { PictureFact } from './picture-files.ts'
import type { Sent } from './uploads.ts'

/** So long nothing moved on the line. */
const stalledMs = 40_000
/** The server makes several sizes of it, and others may be before it. */
const answerMs = 120_000

/**
 * By XMLHttpRequest, the one way in which browsers tell how much has gone. Only our own server's
 * JSON counts as an answer.
 */
export function sendPicture(account: string, fact: PictureFact, bytes: Blob, onPart: (part: number) => void): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let timer = setTimeout(() => request.abort(), stalledMs)
    const patience = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), ms)
    }
    const end = (sent: Sent) => {
      clearTimeout(timer)
      resolve(sent)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      patience(stalledMs)
      if (total > 0) onPart(loaded / total)
    })
    request.upload.addEventListener('load', () => patience(answerMs))
    for (const name of ['error', 'abort', 'timeout']) request.addEventListener(name, () => end({ kind: 'off' }))
    request.addEventListener('load', () => end(sentOf(request)))
    request.open('PUT', links.picture(fact.id))
    for (const [name, value] of Object.entries(headersOf(account, fact))) request.setRequestHeader(name, value)
    request.send(bytes)
  })
}

/** A picture of a message says so with its first byte: never is it public, not for a moment. */
export function headersOf(account: string, { type, isPrivate }: Pick<PictureFact, 'type' | 'isPrivate'>): Readonly<Record<string, string>> {
  return { accept: 'application/json', 'content-type': type, 'x-account': account, ...(isPrivate === true && { 'x-private': '1' }) }
}

/** What the answer says. */
export function sentOf(request: Pick<XMLHttpRequest, 'status' | 'responseText' | 'getResponseHeader'>): Sent {
  const isOurs = (request.getResponseHeader('content-type') ?? '').startsWith('application/json')
  // A proxy will say so each time; waited for, it would hold up all that come after it.
  if (!isOurs) return request.status === 413 ? { kind: 'refused', fault: 'onTheWay' } : { kind: 'off' }
  if (request.status === 200 || request.status === 201) return { kind: 'stored' }
  const { code, reason, field } = errorIn(request.responseText)
  if (request.status === 429) return { kind: 'later', afterMs: 1_000 * Math.max(1, Number(request.getResponseHeader('retry-after') ?? 5)) }
  if (reason === 'sign-in-first') return { kind: 'ended' }
  if (code === 'not-allowed') return { kind: 'refused', fault: 'right' }
  if (request.status === 409) return { kind: 'refused', fault: 'taken' }
  const fault = faultOfField(field)
  if (fault !== null && request.status < 500) return { kind: 'refused', fault }
  return request.status === 413 ? { kind: 'refused', fault: 'bytes' } : { kind: 'later', afterMs: 30_000 }
}

function errorIn(text: string): { readonly code: string | null; readonly reason: string | null; readonly field: string | null } {
  const none = { code: null, reason: null, field: null }
  try {
    const body: unknown = JSON.parse(text)
    const error: unknown = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
    if (typeof error !== 'object' || error === null) return none
    const word = (name: string): string | null => {
      const value: unknown = Reflect.get(error, name)
      return typeof value === 'string' ? value : null
    }
    return { code: word('code'), reason: word('reason'), field: word('field') }
  } catch {
    return none
  }
}
