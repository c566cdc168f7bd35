/**
 * Addresses that a server may call for somebody else: public ones. The list is IANA's
 * special-purpose registries (RFC 6890, read 2026-11-21).
 */
import type { LookupFunction } from 'node:net'
import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'

/** The only part of IPv6 that is given out for the public. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

const closed = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of [
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  closed.addSubnet(net, bits, 'ipv6')

/** An IP address, without brackets. IPv4 in IPv6 clothes counts as what it is. */
export function isPublicIp(address: string): boolean {
  const family = isIP(address)
  if (family === 0) return false
  if (family === 4) return !closed.check(address, 'ipv4')
  const inside = embeddedIpv4(address)
  if (inside !== null) return isPublicIp(inside)
  return globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** `::ffff:0:0/96` and `64:ff9b::/96`, in any spelling. */
function embeddedIpv4(address: string): string | null {
  const whole = URL.parse(`http://[${address.replace(/%.*$/u, '')}]`)?.hostname.slice(1, -1)
  const [, high, low] = /^(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/u.exec(whole ?? '') ?? []
  if (high === undefined || low === undefined) return null
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return `${a >> 8}.${a & 255}.${b >> 8}.${b & 255}`
}

/**
 * For `node:https`: answers public addresses only, at the very moment of connecting, so that no
 * later change of a name matters.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, '', 0)
    const open = found.filter(({ address }) => isPublicIp(address))
    const [first] = open
    if (first === undefined || open.length < found.length) return callback(new Error('not a public address'), '', 0)
    if (options.all === true) callback(null, open)
    else callback(null, first.address, first.family)
  })
}
