/**
 * Fetches a document of Google Docs as HTML. Host and path are made here from the document's id; a
 * redirect is followed to Google's own hosts for exports alone, no cookie is sent, and what comes
 * is cut at 20 MB and 20 seconds. Nothing of it is read here: the member's device does that.
 */
import type { IncomingMessage } from 'node:http'
import { AppError } from '#shared/kernel/errors.ts'
import { largestFile } from '#shared/formats/limits.ts'

export interface HttpsPort {
  /** Settles with the head of the answer; the body is still to be read. */
  get(address: string, signal: AbortSignal): Promise<IncomingMessage>
}

const longestMs = 20_000
const maxRedirects = 3

/**
 * @param isStopping the server is about to: it waits for no stranger.
 * @throws AppError `not-found` it is not shared with everyone; `invalid` it is too large; `broken`
 *   Google did not answer
 */
export async function fetchDocument(address: string, https: HttpsPort, isStopping: AbortSignal): Promise<Buffer> {
  const signal = AbortSignal.any([AbortSignal.timeout(longestMs), isStopping])
  let at = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const answer = await https.get(at, signal).catch((error: unknown) => {
      throw new AppError('broken', { message: `google: ${error instanceof Error ? error.message : ''}` })
    })
    const { statusCode = 0, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.destroy()
      at = allowedRedirect(headers.location, at)
      continue
    }
    if (statusCode !== 200 || !/^text\/html\b/iu.test(headers['content-type'] ?? '')) {
      answer.destroy()
      throw new AppError(statusCode >= 500 || statusCode === 429 ? 'broken' : 'not-found')
    }
    return readAll(answer)
  }
  throw new AppError('broken', { message: 'google: too many redirects' })
}

/**
 * Where an export is kept. Anywhere else (a page for signing in, above all) means that it is not
 * for everyone.
 */
function allowedRedirect(location: string, from: string): string {
  const target = URL.parse(location, from)
  const isGoogle = target !== null && target.protocol === 'https:' && target.port === '' && target.username === '' && target.password === ''
  if (!isGoogle || !/^(?:docs\.google\.com|[\w-]+(?:\.[\w-]+)*\.googleusercontent\.com)$/u.test(target.hostname))
    throw new AppError('not-found')
  return target.href
}

async function readAll(answer: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  try {
    for await (const part of answer) {
      const chunk = Buffer.from(part)
      bytes += chunk.length
      if (bytes > largestFile) throw new AppError('invalid', { field: 'size' })
      parts.push(chunk)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('broken', { message: 'google: the answer broke off' })
  } finally {
    answer.destroy()
  }
  return Buffer.concat(parts)
}

/** Node's own, brought when it is first needed. */
export const realHttps: HttpsPort = {
  async get(address, signal) {
    const { get } = await import('node:https')
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    // Not compressed: 20 MB are 20 MB.
    const request = get(
      address,
      { signal, headers: { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'Lyceum import' } },
      resolve,
    )
    request.on('error', reject)
    return promise
  },
}
