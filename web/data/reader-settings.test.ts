import { expect, test } from 'vitest'
import { compare } from './reader-settings.ts'

test('at the first meeting the account’s word stands, and it hears of what it says nothing of', () => {
  expect(compare({}, { theme: 'dark', size: '4', face: 'serif' }, { theme: 'sepia' })).toMatchObject({
    toSet: { theme: 'sepia' },
    toSend: { size: '4' },
  })
})

test('what was changed here is sent once, what was changed elsewhere is taken over, each by itself', () => {
  const agreed = { theme: 'dark', size: '2' }
  const first = compare(agreed, { theme: 'light', size: '2' }, { theme: 'dark', size: '5' })
  expect(first).toEqual({ toSend: { theme: 'light' }, toSet: { size: '5' }, agreed: { theme: 'light', size: '5' } })
  const again = compare(first.agreed, { theme: 'light', size: '5' }, { theme: 'light', size: '5' })
  expect(again).toMatchObject({ toSend: {}, toSet: {} })
})

test('going back to how it was from the start is a choice like any other', () => {
  expect(compare({ 'key:next': 'w' }, {}, { 'key:next': 'w' })).toMatchObject({ toSend: { 'key:next': 'j' }, toSet: {} })
  expect(compare({ keys: 'on' }, { keys: 'off' }, {})).toMatchObject({ toSend: { keys: 'off' } })
})

test('what the account names and this app does not know is left alone', () => {
  expect(compare({}, { theme: 'dark' }, { theme: 'ultraviolet', spell: 'x' })).toMatchObject({ toSet: {} })
})

test('what a newer app agreed on before is neither sent nor agreed on', () => {
  expect(compare({ spell: 'x' }, { theme: 'dark' }, { spell: 'x', theme: 'dark' })).toEqual({
    toSet: {},
    toSend: {},
    agreed: { theme: 'dark' },
  })
})
