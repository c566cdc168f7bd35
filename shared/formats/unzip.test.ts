import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { FileRefused, type RefusedWhy } from './refused.ts'
import { openZip, zipLimits } from './unzip.ts'

const zipped = (files: Record<string, Uint8Array>): Uint8Array<ArrayBuffer> => new Uint8Array(zipSync(files))
const why = (work: () => unknown): RefusedWhy | 'taken' => {
  try {
    work()
    return 'taken'
  } catch (error) {
    if (error instanceof FileRefused) return error.why
    throw error
  }
}
/** Writes a number into the archive's directory, as one who lies about an entry. */
function lying(archive: Uint8Array<ArrayBuffer>, field: 'flags' | 'whole' | 'packed' | 'offset', value: number): Uint8Array<ArrayBuffer> {
  const copy = archive.slice()
  const view = new DataView(copy.buffer)
  for (let at = 0; at + 4 < copy.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue
    if (field === 'flags') view.setUint16(at + 8, value, true)
    else view.setUint32(at + { whole: 24, packed: 20, offset: 42 }[field], value, true)
  }
  return copy
}

describe('an archive', () => {
  test('gives its files by name, stored or packed; folders and what macOS adds are none', () => {
    const archive = zipped({
      'a/ü.md': strToU8('one'),
      'a/': new Uint8Array(),
      '__MACOSX/a/._x': strToU8('x'),
      'b.md': strToU8('two '.repeat(500)),
    })
    const entries = openZip(archive)
    expect(entries.map(({ name }) => name)).toEqual(['a/ü.md', 'b.md'])
    expect(entries.map((entry) => entry.read().length)).toEqual([3, 2000])
  })

  test('with a comment at its end is read', () => {
    const archive = zipSync({ a: strToU8('x') }, { comment: 'hello' })
    expect(openZip(new Uint8Array(archive))).toHaveLength(1)
  })
})

describe('an archive made to do harm is refused:', () => {
  const bomb = zipped({ zeros: new Uint8Array(40_000_000) })

  test('one that says that it is far larger than it is', () => {
    expect(why(() => openZip(bomb))).toBe('bomb')
    expect(why(() => openZip(zipped({ a: new Uint8Array(900_000), b: strToU8('x') })))).toBe('taken')
  })

  test('one that says less than it holds, before it is unpacked', () => {
    const [entry] = openZip(lying(bomb, 'whole', 500_000))
    expect(why(() => entry?.read())).toBe('bomb')
  })

  test('one that adds up to more than 50 MB', () => {
    const random = new Uint8Array(9_000_000)
    for (let at = 0, seed = 1; at < random.length; at++) {
      seed = (seed * 48_271) % 2_147_483_647
      random[at] = seed & 0xff
    }
    const files = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}`, random]))
    expect(why(() => openZip(new Uint8Array(zipSync(files, { level: 0 }))))).toBe('bomb')
  })

  test('too many entries, a password, sizes of the other format, places outside, garbage', () => {
    const many = Object.fromEntries(Array.from({ length: zipLimits.entries + 1 }, (_, n) => [`${n}`, new Uint8Array()]))
    const small = zipped({ a: strToU8('hello hello hello') })
    expect(why(() => openZip(zipped(many)))).toBe('too-many-entries')
    expect(why(() => openZip(lying(small, 'flags', 1)))).toBe('encrypted')
    expect(why(() => openZip(lying(small, 'whole', 0xffffffff)))).toBe('too-large')
    expect(why(() => openZip(lying(small, 'offset', 0xfffff))[0]?.read())).toBe('broken')
    expect(why(() => openZip(lying(small, 'packed', 9_000))[0]?.read())).toBe('broken')
    expect(why(() => openZip(small.slice(0, 40)))).toBe('broken')
    expect(why(() => openZip(new Uint8Array(500)))).toBe('broken')
  })
})
