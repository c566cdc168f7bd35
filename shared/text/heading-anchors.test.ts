import { describe, expect, test } from 'vitest'
import { markdownToDoc } from './markdown-in.ts'
import { outline } from './outline.ts'
import { renderDoc } from './render.ts'
import { plainOptions } from './well-formed.ts'

const idOf = (title: string): string => outline(markdownToDoc(`## ${title}`, 'essay').doc)[0]?.id ?? ''

describe('the address of a heading has the letters that its author wrote', () => {
  // One line a script whose vowels or tones are marks (general category M), and some that have
  // none.
  test.each([
    ['Devanagari', 'हिन्दी में लेख', 'h-हिन्दी-में-लेख'],
    ['Bengali', 'বাংলা ভাষা', 'h-বাংলা-ভাষা'],
    ['Gurmukhi', 'ਪੰਜਾਬੀ', 'h-ਪੰਜਾਬੀ'],
    ['Gujarati', 'ગુજરાતી', 'h-ગુજરાતી'],
    ['Oriya', 'ଓଡ଼ିଆ', `h-${'ଓଡ଼ିଆ'.normalize('NFC')}`],
    ['Tamil', 'தமிழ் மொழி', 'h-தமிழ்-மொழி'],
    ['Telugu', 'తెలుగు', 'h-తెలుగు'],
    ['Kannada', 'ಕನ್ನಡ', 'h-ಕನ್ನಡ'],
    ['Malayalam', 'മലയാളം', 'h-മലയാളം'],
    ['Sinhala', 'සිංහල', 'h-සිංහල'],
    ['Thai', 'น้ำขึ้นน้ำลง', 'h-น้ำขึ้นน้ำลง'],
    ['Lao', 'ນ້ຳຂຶ້ນ', 'h-ນ້ຳຂຶ້ນ'],
    ['Khmer', 'ភាសាខ្មែរ', 'h-ភាសាខ្មែរ'],
    ['Myanmar', 'မြန်မာစာ', 'h-မြန်မာစာ'],
    ['Tibetan', 'བོད་ཡིག', 'h-བོད-ཡིག'],
    ['Japanese', 'データベースが、壊れた', 'h-データベースが-壊れた'],
    ['half-width kana', 'ﾃﾞｰﾀ', 'h-データ'],
    ['Korean', '밀물과 썰물', 'h-밀물과-썰물'],
    ['Arabic', 'آخر مسؤول', 'h-آخر-مسؤول'],
    ['Hebrew', 'שָׁלוֹם', `h-${'שָׁלוֹם'.normalize('NFC')}`],
    ['Latin', 'Ünï côde, Tiếng Việt', 'h-uni-code-tieng-viet'],
    ['German', 'Größe und Maß', 'h-große-und-maß'],
    ['Greek', 'Ἀρχὴ τῆς ὁδοῦ', 'h-αρχη-της-οδου'],
    ['Cyrillic', 'Ёлка и йод', 'h-елка-и-иод'],
    ['signs with a selector', '❤️ Love 1️⃣', 'h-love-1'],
  ])('%s', (_script, title, id) => {
    expect(idOf(title)).toBe(id)
  })
})

test('an address from before vowel signs were kept still leads to its heading, also from a link in the text', () => {
  const { doc } = markdownToDoc('## हिन्दी में\n\n[x](#h-हनद-म)\n\n## हिन्दी में\n\n**テーブル**\n\n## Tides', 'essay')
  const html = renderDoc(doc, { ...plainOptions, idPrefix: 'p-' })
  for (const id of ['h-हिन्दी-में', 'h-हिन्दी-में-2', 'h-हनद-म', 'h-हनद-म-2', 'h-テーブル', 'h-テーフル', 'h-tides'])
    expect(html.split(` id="p-${id}"`), id).toHaveLength(2)
  expect(html).toContain('href="#p-h-हनद-म"')
  expect(html.match(/<h2/gu)).toHaveLength(3)
  expect(html.match(/<span id=/gu)).toHaveLength(3)
})
