import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { docToMarkdown } from '../text/markdown-out.ts'
import { docxText } from './docx-in.ts'

const spaces =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const p = (inner: string, properties = ''): string => `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${inner}</w:p>`
const item = (list: number, level: number, text: string): string =>
  p(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`)
const table = (...rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`

/** A file of Word's with this body, and other parts as they are given. */
async function read(body: string, more: Readonly<Record<string, string>> = {}) {
  const document = `<w:document ${spaces}><w:body>${body}</w:body></w:document>`
  const parts = Object.entries({ 'word/document.xml': document, ...more })
  const bytes = zipSync(Object.fromEntries(parts.map(([name, xml]) => [name, strToU8(xml)])))
  const text = await docxText(new Uint8Array(bytes), 'a.docx')
  const dropped = Object.fromEntries(text.dropped.map(({ what, count }) => [what, count]))
  return { doc: text.doc, markdown: docToMarkdown(text.doc).trim(), dropped }
}

const numbering = (lists: Readonly<Record<number, { readonly format: string; readonly start?: number }>>): string => {
  const abstract = Object.entries(lists).map(
    ([id, { format, start = 1 }]) =>
      `<w:abstractNum w:abstractNumId="${id}">${[0, 1, 2, 3, 4, 5, 6, 7, 8]
        .map((level) => `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/></w:lvl>`)
        .join('')}</w:abstractNum>`,
  )
  const used = Object.keys(lists).map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`)
  return `<w:numbering ${spaces}>${abstract.join('')}${used.join('')}</w:numbering>`
}

describe('words that a reader could lose stay:', () => {
  test.each([
    ['in a field', p(`${run('Figure ')}<w:fldSimple w:instr=" SEQ Figure "><w:r><w:t>7</w:t></w:r></w:fldSimple>`), 'Figure 7'],
    ['in a direction of writing', p(`<w:dir w:val="rtl">${run('שלום')}</w:dir><w:bdo w:val="ltr">${run(' a')}</w:bdo>`), 'שלום a'],
    ['below a reading', p(`<w:r><w:ruby><w:rt>${run('しお')}</w:rt><w:rubyBase>${run('潮')}</w:rubyBase></w:ruby></w:r>`), '潮'],
    ['before a return', p(`<w:r><w:t>a</w:t><w:cr/><w:t>b</w:t></w:r>`), 'a\\\nb'],
    ['that were inserted or moved here', p(`<w:ins w:id="1">${run('in')}</w:ins><w:moveTo w:id="2">${run('to')}</w:moveTo>`), 'into'],
  ])('%s', async (_what, body, expected) => {
    expect((await read(body)).markdown).toBe(expected)
  })
})

describe('what goes is named:', () => {
  test.each<[string, string, Readonly<Record<string, number>>]>([
    [
      'changes that nobody decided',
      p(
        `${run('kept')}<w:del w:id="1"><w:r><w:delText>gone</w:delText></w:r></w:del><w:moveFrom w:id="2">${run('away')}</w:moveFrom><w:r><w:rPr><w:b/><w:rPrChange w:id="3"/></w:rPr><w:t>!</w:t></w:r>`,
      ),
      { 'tracked change': 3 },
    ],
    ['a comment', p(`${run('a')}<w:r><w:commentReference w:id="0"/></w:r>`), { comment: 1 }],
    [
      'what is made of looks alone',
      p(`<w:r><w:rPr><w:color w:val="C00000"/><w:smallCaps/></w:rPr><w:t>Sea</w:t></w:r>`, '<w:jc w:val="center"/>'),
      { 'paragraph alignment': 1, 'text color': 1, 'small caps': 1 },
    ],
    ['a ruby text', p(`<w:r><w:ruby><w:rt>${run('しお')}</w:rt><w:rubyBase>${run('潮')}</w:rubyBase></w:ruby></w:r>`), { 'ruby text': 1 }],
    ['a part that nobody here knows', p(`${run('a')}<w:contentPart w:id="1"/>`), { 'unsupported content': 1 }],
    ['a formula without a sign in it', p(`${run('a')}<m:oMath><m:r><m:t></m:t></m:r></m:oMath>`), { formula: 1 }],
    [
      'a table in a table',
      table([p(run('a')), `${p(run('b'))}${table([p(run('c')), p(run('d'))])}${p('')}`]),
      { 'table in a table, heading or caption, kept as lines': 1 },
    ],
    ['nothing of an ordinary paragraph', p(run('a')), {}],
  ])('%s', async (_what, body, expected) => {
    expect((await read(body)).dropped).toEqual(expected)
  })

  test('page header or footer, where there are any', async () => {
    const part = (name: string, inner: string): string => `<w:${name} ${spaces}>${inner}</w:${name}>`
    const more = {
      'word/header1.xml': part('hdr', p(run('Draft, not for others'))),
      'word/header2.xml': part('hdr', p('')),
      'word/footer1.xml': part('ftr', p(run('Page 1'))),
    }
    expect((await read(p(run('a')), more)).dropped).toEqual({ 'page header or footer': 2 })
  })

  test('numbers that a list begins or goes on with; points have none', async () => {
    const body = [
      ...[item(1, 0, 'one'), item(1, 0, 'two'), p(run('between')), item(1, 0, 'three')],
      ...[p(run('and')), item(2, 0, 'five'), p(run('and')), item(3, 0, 'a'), p(run('and')), item(3, 0, 'b')],
    ].join('')
    const more = {
      'word/numbering.xml': numbering({ 1: { format: 'decimal' }, 2: { format: 'decimal', start: 5 }, 3: { format: 'bullet' } }),
    }
    expect((await read(body, more)).dropped).toEqual({ 'list start number': 2 })
  })
})

test('lists nine deep, a table with a formula in a note, and a text of a megabyte come over', async () => {
  const deep = Array.from({ length: 9 }, (_none, level) => item(1, level, `level ${level}`)).join('')
  const call = '<w:r><w:footnoteReference w:id="2"/></w:r>'
  const formula = '<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>x</m:t></m:r></m:den></m:f></m:oMath>'
  const note = `<w:footnote w:id="2">${p(run('Seen:'))}${table([p(run('a')), p(run('b'))], [p(run('c')), p(formula)])}${p('')}</w:footnote>`
  const long = Array.from({ length: 3_000 }, (_none, n) => p(run(`${n} ${'water comes back '.repeat(15)}`))).join('')
  const { markdown, doc, dropped } = await read(`${deep}${p(`${run('Called')}${call}`)}${long}`, {
    'word/numbering.xml': numbering({ 1: { format: 'bullet' } }),
    'word/footnotes.xml': `<w:footnotes ${spaces}>${note}</w:footnotes>`,
  })
  expect(markdown.slice(0, 900)).toContain(`${' '.repeat(16)}- level 8`)
  expect(JSON.stringify(doc.content.at(-1))).toMatch(/"type":"table".*\\\\frac/u)
  expect(markdown).toContain('2999 water comes back')
  expect(dropped).toEqual({})
})
