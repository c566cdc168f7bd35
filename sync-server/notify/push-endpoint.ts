/**
 * Where a browser's push service takes messages: an address that a member hands us and that we then
 * call. So it is https, on the usual port, of a public machine, and not longer than such addresses
 * are; the machine is looked at once more when it is called (public-address.ts).
 */
import * as z from 'zod/mini'
import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { isPublicIp } from './public-address.ts'

export const PushSubscriptionGiven = z.strictObject({
  endpoint: z.string().check(z.minLength(10), z.maxLength(1_000)),
  /** A point of P-256, uncompressed: 65 bytes; and 16 bytes (RFC 8291). */
  p256dh: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}=?$/u)),
  auth: z.string().check(z.regex(/^[A-Za-z0-9_-]{22}(?:==)?$/u)),
  showsText: z.boolean(),
})
export type PushSubscriptionGiven = z.infer<typeof PushSubscriptionGiven>

/** @param allowsLoopback for tests, whose push service is on this machine. */
export function isPushEndpoint(endpoint: string, allowsLoopback = false): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false
  // A name with the root's dot at its end is the same name.
  const host = url.hostname.replace(/^\[|\]$/gu, '').replace(/\.+$/u, '')
  if (allowsLoopback && host === '127.0.0.1') return true
  if (url.protocol !== 'https:' || url.port !== '') return false
  if (isIP(host) !== 0) return isPublicIp(host)
  return (
    host.includes('.') &&
    !/\.(?:localhost|local|localdomain|lan|home|corp|internal|intranet|home\.arpa|onion|invalid|test|example)$/iu.test(host)
  )
}

export const pushDeviceId = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url')
