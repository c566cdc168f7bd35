/**
 * Messages to browsers with no page open: encrypted for that browser alone (RFC 8291), signed by
 * the site (VAPID, RFC 8292), by node's own https.
 */
import type { ClientRequest, RequestOptions } from 'node:http'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { PushDevice } from './tables.ts'
import { isPushEndpoint } from './push-endpoint.ts'
import { publicLookup } from './public-address.ts'

export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface PushOptions {
  readonly keys: VapidKeys
  /** `https:` or `mailto:`: whom a push service may ask about us. */
  readonly subject: string
  readonly allowsLoopback?: boolean
  readonly timeoutMs?: number
}

/** What the worker (web/worker/push.ts) shows. */
export interface PushMessage {
  readonly title: string
  readonly body: string
  /** Path on this site. */
  readonly path: string
  /** One of these replaces another: the notification's id. */
  readonly tag: string
  /** Of what is not seen, for the app's icon; `null`: its reader wants no number. */
  readonly unread: number | null
}

/** A day: what is older is read on the site. */
const keepSeconds = 86_400

export async function makeVapidKeys(): Promise<VapidKeys> {
  const { default: webPush } = await import('web-push')
  return webPush.generateVAPIDKeys()
}

/**
 * Never throws. `gone`: the browser takes nothing there any more, or the address is none we call.
 */
export async function sendPush(
  device: Pick<PushDevice, 'endpoint' | 'p256dh' | 'auth'>,
  message: PushMessage,
  { keys, subject, allowsLoopback = false, timeoutMs = 10_000 }: PushOptions,
): Promise<'taken' | 'failed' | 'gone'> {
  if (!isPushEndpoint(device.endpoint, allowsLoopback)) return 'gone'
  try {
    // With the first message: few sites need it at once.
    const { default: webPush } = await import('web-push')
    const { endpoint, p256dh, auth } = device
    const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      TTL: keepSeconds,
      vapidDetails: { subject, ...keys },
      contentEncoding: 'aes128gcm',
      urgency: 'normal',
    })
    const status = await post(details.endpoint, details.headers, details.body, { allowsLoopback, timeoutMs })
    if (status === 404 || status === 410) return 'gone'
    return status >= 200 && status < 300 ? 'taken' : 'failed'
  } catch {
    return 'failed'
  }
}

interface Post {
  readonly allowsLoopback: boolean
  readonly timeoutMs: number
}

/** No redirect is followed and not a byte of the answer is read. @returns its status. */
function post(
  endpoint: string,
  headers: RequestOptions['headers'],
  body: Buffer | null,
  { allowsLoopback, timeoutMs }: Post,
): Promise<number> {
  const url = new URL(endpoint)
  const isPlain = allowsLoopback && url.protocol === 'http:'
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: headers ?? {},
      signal: AbortSignal.timeout(timeoutMs),
      // A connection of its own: one that somebody else has opened was not looked at.
      agent: false,
      ...(allowsLoopback ? {} : { lookup: publicLookup }),
    }
    const request: ClientRequest = (isPlain ? plainRequest : secureRequest)(url, options, (answer) => {
      resolve(answer.statusCode ?? 0)
      answer.destroy()
    })
    request.on('error', reject)
    request.end(body ?? undefined)
  })
}
