import { expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'

test.each([
  ['German', ['Apfel', 'Äpfel', 'apple', 'Ofen', 'öffnen', 'Zebra']],
  ['Hindi', ['अनार', 'आम', 'कमल', 'नदी']],
  ['Korean', ['가지', '나무', '하늘']],
  ['Japanese, both kana together', ['あめ', 'アメリカ', 'いけ', 'ウミ', 'えき']],
  ['Thai, whose vowels are written before their consonant', ['กา', 'แก', 'ขา', 'เข']],
  ['numbers in names', ['Part 2', 'Part 9', 'Part 10']],
  ['scripts one after another', ['Tide', 'Прилив', '潮']],
])('names are in the order of their readers: %s', (_what, names) => {
  expect(names.toReversed().toSorted(compareNames)).toEqual(names)
})

test('no two names are alike', () => {
  expect(Math.sign(compareNames('e\u0301', '\u00e9'))).not.toBe(0)
  expect(compareNames('a', 'a')).toBe(0)
})
