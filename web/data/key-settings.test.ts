import { expect, test } from 'vitest'
import { parseKeys } from './key-settings.ts'

test.each([
  [null, { isOn: true, keys: {} }],
  ['{', { isOn: true, keys: {} }],
  ['"off"', { isOn: true, keys: {} }],
  ['{"isOn":false,"keys":{"next":"w","nothing":"x","open":"long","up":""}}', { isOn: false, keys: { next: 'w', up: '' } }],
])('%j is read as %j', (stored, expected) => {
  expect(parseKeys(stored)).toEqual(expected)
})
