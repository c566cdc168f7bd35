/**
 * Emphasis beside Chinese, Japanese and Korean, for which CommonMark wants a space that these
 * scripts do not write. Where we read a line in another way it stands here, under its reason.
 */
import Parser from 'markdown-it'
import { describe, expect, test } from 'vitest'
import { eastAsian, otherScripts, scriptDoc, signedLine } from '../testing/any-script.ts'
import { fc } from '../testing/properties.ts'
import { markdownToDoc } from './markdown-in.ts'
import { docToMarkdown } from './markdown-out.ts'
import { markdownParser } from './markdown-rules.ts'
import type { Doc, DocNode } from './nodes.ts'
import { withoutOuterSpaces } from './outer-spaces.ts'
import { isSameJson } from '../kernel/same.ts'

const runs = { numRuns: 1500 }
const read = (markdown: string): Doc => markdownToDoc(markdown, 'essay').doc
const signOf = { bold: 'b', italic: 'i', strike: 's', highlight: 'h', link: 'a', code: 'c' } as Readonly<Record<string, string>>

function sketch({ content = [] }: DocNode): string {
  return content
    .map(({ text = '', marks = [] }) => {
      const signs = marks.map(({ type }) => signOf[type] ?? type).toSorted()
      return signs.length === 0 ? text : `${signs.join('')}(${text})`
    })
    .join('')
}
const sketchOf = (markdown: string): string => read(markdown).content.map(sketch).join(' ')

/** The dialect with CommonMark's own rule of what stands beside a sign. */
const unamended = markdownParser()
unamended.inline.State = new Parser().inline.State
const amended = markdownParser()

/** Every kind of line that we read in another way than CommonMark and GFM do. */
const deviations: Readonly<Record<string, readonly (readonly [markdown: string, expected: string])[]>> = {
  'a sign that closes after punctuation, before a CJK character': [
    ['**「重点」**内容', 'b(「重点」)内容'],
    ['**テスト。**続き', 'b(テスト。)続き'],
    ['*强调：*正文', 'i(强调：)正文'],
    ['~~删除。~~这', 's(删除。)这'],
    ['==亮。==这', 'h(亮。)这'],
    ['**이것(괄호)**은', 'b(이것(괄호))은'],
    ['**이것은 “인용”**이다', 'b(이것은 “인용”)이다'],
    ['**ﾃｽﾄ｡**ﾂｽﾞｷ', 'b(ﾃｽﾄ｡)ﾂｽﾞｷ'],
    ['**注意！**𠮷野家', 'b(注意！)𠮷野家'],
    ['**すごい👍**です', 'b(すごい👍)です'],
  ],
  'a sign that opens before punctuation, after a CJK character': [
    ['内容**「重点」**', '内容b(「重点」)'],
    ['これは**（注）**', 'これはb(（注）)'],
    ['中文*“引用”*', '中文i(“引用”)'],
    ['𠮷~~(x)~~', '𠮷s((x))'],
    ['字==[==', '字h([)'],
  ],
  'CJK punctuation within, a letter of another script without': [
    ['**重点。**and', 'b(重点。)and'],
    ['and**「重点」**', 'andb(「重点」)'],
    ['**ＯＫ！**yes', 'b(ＯＫ！)yes'],
  ],
  'a variation selector between': [
    ['葛󠄀**(x)**', '葛󠄀b((x))'],
    ['字︁**(x)**', '字︁b((x))'],
    ['and重点。︀**(x)**', 'and重点。︀b((x))'],
    ['“重点”︁**(x)**', '“重点”︁b((x))'],
    ['。︀_重点_', '。︀i(重点)'],
    ['“重点”︁__重点__', '“重点”︁b(重点)'],
  ],
  'a sign meant as a sign, which CommonMark leaves alone there': [
    ['3*4「*5', '3i(4「)5'],
    ['a**「b**」c', 'ab(「b)」c'],
  ],
  'another script without spaces': [
    ['**ไทย(ภาษา)**ต่อ', 'b(ไทย(ภาษา))ต่อ'],
    ['ก่อน**“ข้อความ”**ต่อ', 'ก่อนb(“ข้อความ”)ต่อ'],
    ['~~(ลบ)~~ต่อ', 's((ลบ))ต่อ'],
    ['==(เน้น)==ต่อ', 'h((เน้น))ต่อ'],
    ['ກ່ອນ*(ນີ້)*ຕໍ່', 'ກ່ອນi((ນີ້))ຕໍ່'],
    ['**ខ្មែរ៖**បន្ត', 'b(ខ្មែរ៖)បន្ត'],
    ['**မြန်မာ။**ဆက်', 'b(မြန်မာ။)ဆက်'],
    ['**བོད་ཡིག།**དེ', 'b(བོད་ཡིག།)དེ'],
  ],
  'signs within signs': [
    ['**「*重点*」**内容', 'b(「)bi(重点)b(」)内容'],
    ['***「重点」***内容', 'bi(「重点」)内容'],
    ['内容~~**「重点」**。~~这', '内容bs(「重点」)s(。)这'],
    ['==**「重点」**==内容', 'bh(「重点」)内容'],
    ['*「**重**点」*内容', 'i(「)bi(重)i(点」)内容'],
    ['内容**[「重点」](/u)**内容', '内容ab(「重点」)内容'],
    ['内容**`x`**内容', '内容bc(x)内容'],
  ],
}

/** What stays as CommonMark has it, though CJK stands beside. */
const kept: readonly (readonly [markdown: string, expected: string])[] = [
  ['**葛󠄀**「城」', 'b(葛󠄀)「城」'],
  ['**“重点”︁**and', 'b(“重点”︁)and'],
  ['**重点。︀**and', 'b(重点。︀)and'],
  ['强调_「重点」_内容', '强调_「重点」_内容'],
  ['_强调：_正文', '_强调：_正文'],
  ['强调_重点_内容', '强调_重点_内容'],
  ['__「重点」__，内容', 'b(「重点」)，内容'],
  ['中文 ** 重点。** ', '中文 ** 重点。**'],
  ['中文** 重点 **内容', '中文** 重点 **内容'],
  ['中文　**　重点　**　内容', '中文　**　重点　**　内容'],
  ['中文\\*「重点」\\*内容', '中文*「重点」*内容'],
  ['**「重点」**', 'b(「重点」)'],
  ['ก่อน_ข้อความ_ต่อ', 'ก่อน_ข้อความ_ต่อ'],
  ['**हिन्दी।**आगे', '**हिन्दी।**आगे'],
  ['a**(b)**c', 'a**(b)**c'],
  ['**👍**ok', '**👍**ok'],
  ['☎︎_ok_', '☎︎_ok_'],
  ['字︀_重点_', '字︀_重点_'],
]

describe.each(Object.entries(deviations))('read in another way than CommonMark does: %s', (_why, cases) => {
  test.each(cases)('%j', (markdown, expected) => {
    expect(sketchOf(markdown)).toBe(expected)
    expect(read(docToMarkdown(read(markdown)))).toEqual(read(markdown))
  })
})

test('lines are read in another way than CommonMark and GFM do for seven reasons', () => {
  const alike = Object.values(deviations)
    .flat()
    .filter(([markdown]) => isSameJson(amended.parse(markdown, {}), unamended.parse(markdown, {})))
  expect(alike).toEqual([])
  expect(Object.keys(deviations)).toHaveLength(7)
})

test.each(kept)('%j is read as before', (markdown, expected) => {
  expect(sketchOf(markdown)).toBe(expected)
  expect(read(docToMarkdown(read(markdown)))).toEqual(read(markdown))
})

test('a comment is read as an essay is', () => {
  for (const [markdown] of Object.values(deviations).flat()) expect(markdownToDoc(markdown, 'comment').doc).toEqual(read(markdown))
})

test('texts in scripts that write spaces are read as CommonMark says', () => {
  fc.assert(
    fc.property(signedLine(otherScripts), (markdown) => {
      fc.pre(
        !/[\u1100-\u11FF\u2E80-\uFFEF\p{Script=Thai}]|[\u{E0100}\u{20000}-\u{3FFFF}]/u.test(markdown.replaceAll(/[\uFE0E\uFE0F]/gu, '')),
      )
      expect(amended.parse(markdown, {})).toEqual(unamended.parse(markdown, {}))
    }),
    runs,
  )
})

test('texts in any script, with marks at any place, are the same once written as Markdown and read', () => {
  fc.assert(
    fc.property(scriptDoc, (doc) => {
      expect(read(docToMarkdown(doc))).toEqual(withoutOuterSpaces(doc))
    }),
    runs,
  )
})

test('Markdown in any script, with signs at any place, is the same text once written and read again', () => {
  fc.assert(
    fc.property(signedLine([...eastAsian, ...otherScripts]), (markdown) => {
      expect(read(docToMarkdown(read(markdown)))).toEqual(read(markdown))
    }),
    runs,
  )
})

test.each(['**', '*', '~~', '=='])('%s around any words in Chinese, Japanese or Korean marks them, between any others', (sign) => {
  const word = fc.stringMatching(/^[「（“，。！？：、]{0,2}[漢字かなカナ한글]{1,3}[」）”，。！？：、]{0,2}$/u)
  fc.assert(
    fc.property(word, word, word, (before, inside, after) => {
      // At least on one side of each sign is a CJK character; none of the words has white space.
      const { content = [] } = read(`${before}${sign}${inside}${sign}${after}`).content[0] ?? {}
      expect(content.filter(({ marks = [] }) => marks.length === 1).map(({ text }) => text)).toEqual([inside])
      expect(content.map(({ text }) => text).join('')).toBe(before + inside + after)
    }),
    runs,
  )
})
