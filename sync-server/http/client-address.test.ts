import { expect, test } from 'vitest'
import { addressBlock } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['::1', '0:0:0:0000::/56'],
  ['2001:db8:1:22ff::5', '2001:db8:1:2200::/56'],
  ['2001:0DB8:0001:22aa:1:2:3:4', '2001:db8:1:2200::/56'],
  ['2001:db8::7', '2001:db8:0:0000::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0000::/56'],
  ['2001:db8:1:2:3:4:5.6.7.8', '2001:db8:1:0000::/56'],
  ['', 'unknown'],
  ['example.org', 'unknown'],
])('%s belongs to %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})
