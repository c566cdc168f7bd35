import { expect, test } from 'vitest'
import { addressOf, pictureAddressOf } from './address-of.ts'

test.each([
  ['https://example.org/a', 'https://example.org/a'],
  [' example.org/a?b ', 'https://example.org/a?b'],
  ['ines@example.org', 'mailto:ines@example.org'],
  ['/posts/x', '/posts/x'],
  ['#part', '#part'],
  ['javascript:alert(1)', null],
  ['//example.org', null],
  ['a word', null],
  ['word', null],
  ['https://bank.example@evil.example/', null],
])('%s is the address %s', (typed, address) => {
  expect(addressOf(typed)).toBe(address)
})

test('a picture is at no email address and at no place of the page', () => {
  expect(pictureAddressOf('ines@example.org')).toBeNull()
  expect(pictureAddressOf('#part')).toBeNull()
  expect(pictureAddressOf('/files/a.png')).toBe('/files/a.png')
})
