import type { IncomingMessage } from 'node:http'

/** Who sent it, for what Fastify never sees: as its `trustProxy` does, only the word of the proxies in front is taken. */
export function addressOf({ headers, socket }: IncomingMessage, trustedProxies: number): string {
  const forwarded = headers['x-forwarded-for']
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? ''))
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '')
    .toReversed()
  const all = [socket.remoteAddress ?? '', ...hops]
  return all[Math.min(trustedProxies, all.length - 1)] ?? ''
}
