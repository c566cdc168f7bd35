import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Who sent it, for what Fastify never sees: as its `trustProxy` does, only the word of the proxies
 * in front is taken.
 */
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

/**
 * Whoever has one address has its neighbours, so that they share a budget: /24 of IPv4, /56 of IPv6
 * (safety.md T31).
 */
export function addressBlock(address: string): string {
  const plain = address.split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(plain)?.[1] ?? plain
  if (isIP(mapped) === 4) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(mapped) !== 6) return 'unknown'
  const groups = ipv6Groups(mapped)
  return `${groups.slice(0, 3).join(':')}:${(groups[3] ?? '0').padStart(4, '0').slice(0, 2)}00::/56`
}

function ipv6Groups(address: string): readonly string[] {
  // A dotted end counts as two groups; it is never within the first 56 bits of what reaches us.
  const [head = '', tail] = address
    .toLowerCase()
    .replace(/:[\d.]+\.[\d.]+$/u, ':0:0')
    .split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...middle, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}
