import { expect, test } from 'vitest'
import { findPlace, placeAt, quoteOf } from './find-place.ts'
import { TextPlace } from './text-place.ts'

/** The same numbers every time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const vocabulary = 'tide moon harbour clock water stone slow night letter window keeper ledger bread rope salt wind'.split(' ')

function aText(random: () => number, paragraphs: number): readonly string[] {
  return Array.from({ length: paragraphs }, () => {
    // Some have no words, and some begin alike, as refrains do.
    if (random() < 0.08) return ''
    if (random() < 0.08) return 'And so the tide came back.'
    return Array.from({ length: 6 + Math.floor(random() * 40) }, () => vocabulary[Math.floor(random() * vocabulary.length)]).join(' ')
  })
}

test('a place is found again in its own paragraph, 100 of 100 times', () => {
  const random = numbers(7)
  for (let times = 0; times < 100; times += 1) {
    const quotes = aText(random, 3 + Math.floor(random() * 200)).map(quoteOf)
    const block = Math.floor(random() * quotes.length)
    const place = placeAt(quotes, { block, within: random() })
    const found = findPlace(quotes, place)
    expect(found, `${block} of ${quotes.length}`).toEqual({ block, within: place.within })
    expect(TextPlace.safeParse(place).success).toBe(true)
  }
})

test('paragraphs that were added or taken away before it do not move it', () => {
  const random = numbers(11)
  for (let times = 0; times < 100; times += 1) {
    const quotes = aText(random, 40)
      .map(quoteOf)
      .map((quote, at) => (quote === '' ? `Number ${at}.` : `${at} ${quote}`))
    const block = 10 + Math.floor(random() * 20)
    const place = placeAt(quotes, { block, within: 0.25 })
    const added = ['A new beginning.', 'And another.', ...quotes]
    expect(findPlace(added, place)?.block).toBe(block + 2)
    expect(findPlace(quotes.slice(5), place)?.block).toBe(block - 5)
  }
})

test('a paragraph that was mended is found by most of its words, one that is gone by what stood before it', () => {
  const quotes = ['One thing is here.', 'The keeper writes every hour into the ledger.', 'The last of all.']
  const place = placeAt(quotes, { block: 1, within: 0.5 })
  expect(findPlace(['New.', 'One thing is here.', 'The keeper writes each hour into his ledger.', 'x'], place)).toEqual({
    block: 2,
    within: 0,
  })
  expect(findPlace(['New.', 'One thing is here.', 'Entirely other words now.'], place)).toEqual({ block: 2, within: 0 })
  expect(findPlace(['a', 'b', 'c', 'd', 'e', 'f'], place)).toEqual({ block: 3, within: 0 })
})

test('a text without paragraphs has no place, and nothing is out of range', () => {
  expect(findPlace([], placeAt([], { block: 0, within: 0 }))).toBeNull()
  expect(placeAt(['a'], { block: 0, within: Number.NaN })).toMatchObject({ within: 0, share: 0 })
  expect(placeAt(['a'], { block: 0, within: 7 })).toMatchObject({ within: 1, share: 1 })
})

test('a quotation is short, in one line and never ends in half a sign', () => {
  expect(quoteOf('  a\n\tb  ')).toBe('a b')
  const long = quoteOf(`${'x'.repeat(95)}😀 and more`)
  expect(long).toBe('x'.repeat(95))
})
