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

/** Whole networks share a budget: /24 of IPv4, /56 of IPv6 (safety.md T31). */
export function addressBlock(address: string): string {
  const four = address.startsWith('::ffff:') ? address.slice(7) : address
  if (four.includes('.')) return four.split('.').slice(0, 3).join('.')
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter((group) => group !== '')
  const back = tail === undefined ? [] : tail.split(':').filter((group) => group !== '')
  const groups = [...front, ...Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0'), ...back]
  return groups
    .slice(0, 4)
    .map((group, at) => (at === 3 ? group.padStart(4, '0').slice(0, 2) : group))
    .join(':')
}
