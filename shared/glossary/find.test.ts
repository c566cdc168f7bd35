import { expect, test } from 'vitest'
import { barrier, termFinder, termsIn } from './find.ts'

const found = (text: string, ...terms: readonly (readonly string[])[]): readonly string[] =>
  termFinder(terms.map((names, at) => ({ id: String(at), names })))(text).map(({ id, from, until }) => `${id}:${text.slice(from, until)}`)

test.each([
  ['a whole word', 'The tide turns.', [['tide']], ['0:tide']],
  ['no part of a word', 'Tides, ebbtide, tide_table, tide2.', [['tide']], []],
  ['at the ends of the text', 'tide', [['tide']], ['0:tide']],
  ['beside signs', '“Tide”—(tide)', [['tide']], ['0:Tide']],
  ['in other capitals', 'TIDE', [['Tide']], ['0:TIDE']],
  ['by another spelling', 'Two tides a day.', [['tide', 'tides']], ['0:tides']],
  ['the first place alone', 'Tide after tide.', [['tide']], ['0:Tide']],
  ['the longer name before the shorter', 'Neap tide, then a tide.', [['tide'], ['neap tide']], ['1:Neap tide', '0:tide']],
  ['a name over a line’s end', 'neap\n tide', [['neap tide']], ['0:neap\n tide']],
  ['a name with a hard space', 'neap\u00a0tide', [['neap tide']], ['0:neap\u00a0tide']],
  ['an apostrophe that was set', 'Ohm’s law', [["Ohm's law"]], ['0:Ohm’s law']],
  ['nothing for an accent that was not written', 'Cafe', [['café']], []],
  ['a name that is all capitals, only so', 'He has wit and a WIT.', [['WIT']], ['0:WIT']],
  ['a name with a capital within, only so', 'PH, Ph, pH', [['pH']], ['0:pH']],
  ['words of scripts without spaces', '我们在潮汐中航行', [['潮汐']], ['0:潮汐']],
  ['Cyrillic', 'Прилив и отлив.', [['прилив']], ['0:Прилив']],
  ['nothing that goes on in a mark', 'e\u0301', [['e']], []],
  ['letters beyond the first plane', 'a 𝔅 b', [['𝔅']], ['0:𝔅']],
  ['a letter that is longer in lower case', 'İ tide', [['tide']], ['0:tide']],
  ['nothing over what belongs to no term', `neap${barrier}tide`, [['neap tide'], ['tide']], ['1:tide']],
  ['signs that mean something to patterns', 'C++ (and) a.b', [['C++'], ['(and)'], ['a.b']], ['0:C++', '1:(and)', '2:a.b']],
  ['no empty name', 'tide', [['', ' ']], []],
] as const)('finds %s', (_what, text, terms, expected) => {
  expect(found(text, ...terms)).toEqual(expected)
})

test.each([
  ['in one long name', 'a '.repeat(50_000), (n: number) => `${'a '.repeat(40)}${n}`],
  ['in as many names', 'a'.repeat(100_000), (n: number) => `a${n}`],
  ['in names that differ in their capitals', 'tidetide '.repeat(20_000), (n: number) => capitals('tidetidetide', n)],
])('a text that begins a name everywhere and never ends one takes a time that grows with itself alone: %s', (_what, text, name) => {
  const names = Array.from({ length: 4_000 }, (_, n) => [name(n)])
  expect(found(text, ...names)).toEqual([])
})

/** Each bit of `n` makes one letter great. */
const capitals = (word: string, n: number): string => [...word].map((sign, at) => ((n >> at) & 1 ? sign.toUpperCase() : sign)).join('')

test('a name that one term writes just so and another anyhow belongs to the first where it stands so', () => {
  expect(found('A wit, a WIT.', ['wit'], ['WIT'])).toEqual(['0:wit', '1:WIT'])
})

test('what is said within a longer name is said', () => {
  const terms = ['tide', 'neap tide', 'moon', 'WIT'].map((name, at) => ({ id: String(at), names: [name] }))
  expect([...termsIn(terms, 'A neap tide, by wit.')].toSorted()).toEqual(['0', '1'])
  expect([...termsIn([...terms, { id: '4', names: ['wit'] }], 'WIT')].toSorted()).toEqual(['3', '4'])
})
