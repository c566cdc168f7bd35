import { describe, expect, test } from 'vitest'
import { parseMarkdownFile } from './markdown-file.ts'
import { markdownToDoc } from './markdown-in.ts'
import type { Doc, DocNode } from './nodes.ts'
import { renderDoc } from './render.ts'
import { plainOptions } from './well-formed.ts'

const read = (markdown: string): Doc => markdownToDoc(markdown, 'essay').doc
const html = (markdown: string): string => renderDoc(read(markdown), { ...plainOptions, footnotes: 'end' }).replaceAll('\n', '')
const types = (markdown: string): string =>
  read(markdown)
    .content.map((node) => node.type)
    .join(' ')
const dropped = (markdown: string): string =>
  markdownToDoc(markdown, 'essay')
    .dropped.map(({ what, where }) => `${what} (${where})`)
    .join(', ')

describe('the dialect', () => {
  test.each([
    ['marks', '*a* __b__ ~~c~~ `d *e*` [f](/g "t")', '<p><em>a</em> <strong>b</strong> <s>c</s> <code>d *e*</code> <a href="/g">f</a></p>'],
    ['marks inside words', 'H<sub>2</sub>O wor<em>d</em>', '<p>H<sub>2</sub>O wor<em>d</em></p>'],
    ['a tag without its end', 'a <em> b', '<p>a &lt;em&gt; b</p>'],
    ['a break', 'a\\\nb  \nc\nd', '<p>a<br>b<br>c d</p>'],
    ['quotes and dashes of print', '"a" -- b... it\'s `"c"`', '<p>“a” – b… it’s <code>&quot;c&quot;</code></p>'],
    ['lists', '- a\n- b\n  1. c', '<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>'],
    ['a loose list', '3. a\n\n   b', '<ol start="3"><li><p>a</p><p>b</p></li></ol>'],
    [
      'tasks',
      '- [ ] a\n- [x] b',
      '<ul class="tasks"><li><label><input type="checkbox" disabled> a</label></li><li><label><input type="checkbox" disabled checked> b</label></li></ul>',
    ],
    ['an escaped task', '- \\[ ] a', '<ul><li>[ ] a</li></ul>'],
    [
      'code',
      '```js x\n<b>\n```',
      '<pre tabindex="0" role="group" dir="ltr" aria-label="Code, js"><code class="language-js">&lt;b&gt;</code></pre>',
    ],
    [
      'inline maths',
      'so $a_b$ and $`x$y`$',
      '<p>so <span class="tex" data-tex="a_b"><math display="inline"><mtext>a_b</mtext></math></span> and <span class="tex" data-tex="x$y"><math display="inline"><mtext>x$y</mtext></math></span></p>',
    ],
    ['money', 'from $5 to $10, or $ 7 $ or \\$a$ or US$', '<p>from $5 to $10, or $ 7 $ or $a$ or US$</p>'],
    ['raw HTML', '<div onclick="x">a</div>', '<p>&lt;div onclick=“x”&gt;a&lt;/div&gt;</p>'],
    [
      'a mention',
      '[@Ngozi *A*](/users/n) [@Ngozi](/users/ngozi)',
      '<p><a href="/users/n">@Ngozi <em>A</em></a> <a class="mention" href="/users/ngozi">@<bdi>Ngozi</bdi></a></p>',
    ],
    [
      'an address',
      'see https://example.org/a_b_c, not Node.js or README.md',
      '<p>see <a href="https://example.org/a_b_c" rel="ugc nofollow noopener">https://example.org/a_b_c</a>, not Node.js or README.md</p>',
    ],
    [
      'a spoiler',
      ':::spoiler The end\na\n\n- b\n:::',
      '<details class="spoiler"><summary dir="auto">The end</summary><p>a</p><ul><li>b</li></ul></details>',
    ],
    [
      'boxes in boxes',
      ':::details{open} A\n:::spoiler\n```\n:::\n```\n:::\nb\n:::\nc',
      '<details class="fold" open><summary dir="auto">A</summary><details class="spoiler"><summary dir="auto">Spoiler</summary><pre tabindex="0" role="group" dir="ltr" aria-label="Code"><code>:::</code></pre></details><p>b</p></details><p>c</p>',
    ],
  ])('reads %s', (_what, markdown, expected) => {
    expect(html(markdown)).toBe(expected)
  })

  test.each([
    ['# a\n\n## b\n\n##### c', [2, 3, 4]],
    ['## a\n\n### b', [2, 3]],
  ])('headings start at level 2: %j', (markdown, levels) => {
    expect(read(markdown).content.map((node) => node.attrs?.['level'])).toEqual(levels)
  })

  test('a picture alone is a figure with its caption and size, and one inside a paragraph cuts it', () => {
    const figure = (attrs: DocNode['attrs'], ...caption: readonly DocNode[]): unknown => ({
      type: 'figure',
      content: [{ type: 'image', attrs }, ...(caption.length > 0 ? [{ type: 'figcaption', content: caption }] : [])],
    })
    expect(read('![Alt *text*](/a.png "Fig. *1*"){width=720 height=400}').content).toEqual([
      figure(
        { src: '/a.png', alt: 'Alt text', width: 720, height: 400 },
        { type: 'text', text: 'Fig. ' },
        { type: 'text', text: '1', marks: [{ type: 'italic' }] },
      ),
    ])
    expect(types('before ![a](/a.png) after')).toBe('paragraph figure paragraph')
    expect(html('| ![a](/a.png) |\n|---|')).toContain('<a href="/a.png">a</a>')
  })

  test('displayed maths stands in its own block, with its blank lines, and cuts a paragraph', () => {
    expect(read('$$\na\n\nb\n$$').content).toEqual([{ type: 'mathBlock', attrs: { tex: 'a\n\nb' } }])
    expect(types('a\n$$ x = 1\n+ 2 $$\nb')).toBe('paragraph mathBlock paragraph')
    expect(types('a $$x$$ b')).toBe('paragraph mathBlock paragraph')
    expect(types('$$\nnever closed')).toBe('paragraph')
  })

  test('a bare address of a known host is an embed, in an essay and alone', () => {
    expect(read('https://youtu.be/dQw4w9WgXcQ?t=3').content).toEqual([
      { type: 'embed', attrs: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', provider: 'youtube' } },
    ])
    expect(types('<https://youtu.be/dQw4w9WgXcQ>')).toBe('paragraph')
    expect(types('see https://youtu.be/dQw4w9WgXcQ')).toBe('paragraph')
    expect(markdownToDoc('https://youtu.be/dQw4w9WgXcQ', 'comment').doc.content[0]?.type).toBe('paragraph')
  })

  test('footnotes are listed once, in the order of the file, whatever their names', () => {
    const { content } = read('a[^x] b[^ö!] c[^x] d[^none]\n\n[^ö!]: two\n\n[^x]: one[^x]\n\n    more')
    const notes = content.at(-1)?.content ?? []
    expect(notes.map((note) => note.attrs?.['note'])).toEqual(['note-1', 'x'])
    expect(notes[1]?.content).toHaveLength(2)
    expect(html('a[^x] b[^x]\n\n[^x]: one')).toContain('<a class="fn" href="#x-n1" id="x-r1-2" aria-label="Note 1">1</a>')
  })

  test('an address that is not safe goes to resolveLink, and loses its link without an answer', () => {
    const resolveLink = (href: string): string | null =>
      href === 'essay:tides' ? '/posts/abc' : href === 'essay:bad' ? 'javascript:x' : null
    const { doc, dropped: lost } = markdownToDoc('[a](essay:tides) [b](essay:bad) [c](javascript:alert(1)) ![d](data:x)', 'essay', {
      resolveLink,
    })
    expect(renderDoc(doc, plainOptions)).toBe('<p><a href="/posts/abc">a</a> b c d</p>')
    expect(lost.map(({ what }) => what)).toEqual(['link', 'link', 'picture'])
  })

  test('what was lost or kept as text is listed with its line', () => {
    expect(dropped('a\n\n<b>x</b>\n\n[a](javascript:x)')).toBe('html (line 3), link (line 5)')
  })

  test('a table knows spans and headers by cell notes, and an impossible one loses its spans', () => {
    expect(html('| {colspan=2} a | {<} |\n|:--|--:|\n| {th} b | {align=center} c |')).toContain(
      '<thead><tr><th scope="col" colspan="2">a</th></tr></thead><tbody><tr><th scope="row">b</th><td class="center">c</td></tr></tbody>',
    )
    expect(html('| {colspan=9} a | b |\n|---|---|\n| c |')).toContain('<tr><td>c</td><td></td></tr>')
  })

  test('Markdown or text over a limit is a RangeError', () => {
    expect(() => read('a'.repeat(1_000_001))).toThrow(RangeError)
    expect(() => markdownToDoc('a'.repeat(60_000), 'comment')).toThrow(RangeError)
    expect(() => read('a\n\n'.repeat(30_000))).toThrow(RangeError)
  })
})

/**
 * Each takes markdown-it and us well under a second; a quadratic rule among ours takes minutes, and
 * the runner's limit stops it.
 */
describe('Markdown made to hurt is read, rendered and measured', () => {
  const hurt: readonly [string, string][] = [
    ['brackets', '['.repeat(100_000)],
    ['nested brackets', `${'['.repeat(50_000)}a${']'.repeat(50_000)}`],
    ['quotes in quotes', '>'.repeat(100_000)],
    ['lists in lists', Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth * 2)}- a`).join('\n')],
    ['boxes in boxes', `${':::spoiler\n'.repeat(5000)}a\n${':::\n'.repeat(5000)}`],
    ['boxes never closed', ':::spoiler\n'.repeat(9000)],
    ['notes in notes', '[^a]: '.repeat(50_000)],
    ['many notes', Array.from({ length: 3000 }, (_, note) => `a[^${note}]\n\n[^${note}]: n`).join('\n\n')],
    ['many calls of one note', `${'a[^1] '.repeat(6000)}\n\n[^1]: ${'long '.repeat(6000)}`],
    ['links', '[a](/b) '.repeat(9000)],
    ['dollars', '$a '.repeat(100_001)],
    ['escaped dollars', '\\$'.repeat(50_000)],
    ['dollars and ticks', '$`a '.repeat(9000)],
    ['display dollars', '$$ a\n'.repeat(9000)],
    ['open tags', '<em>'.repeat(50_000)],
    ['straight quotes', '"\''.repeat(50_000)],
    ['white space', `a${' '.repeat(200_000)}b`],
    ['one word of signs', '.-'.repeat(100_000)],
    ['equal headings with links to them', '# a\n\n[x](#a)\n\n'.repeat(3000)],
    ['a wide table', `${'|a'.repeat(400)}\n${'|-'.repeat(400)}\n${'|b\n'.repeat(20)}`],
  ]
  test.each(hurt)('%s', (_what, markdown) => {
    expect(html(markdown)).not.toBe('')
  })
})

describe('a Markdown file', () => {
  test('has its front matter read, and its own first heading as title where none is given', () => {
    expect(
      parseMarkdownFile('\uFEFF---\r\ntitle: Tides\r\ndate: 1921-11-01\r\ntags: [a, 7]\r\nvotes: [1]\r\n---\r\n\r\n# Not me\r\n'),
    ).toEqual({
      front: { title: 'Tides', date: '1921-11-01', tags: ['a', '7'], votes: [1] },
      body: '# Not me\n',
      problems: [],
    })
    expect(parseMarkdownFile('\n# The *long* way #\n\nText')).toEqual({ front: { title: 'The long way' }, body: 'Text', problems: [] })
    expect(parseMarkdownFile('Text').problems).toEqual(['no title'])
  })

  test.each([
    ['aliases', 'a: &a [x, x]\nb: [*a, *a]'],
    ['bad YAML', 'title: "x'],
    ['a list', '- a'],
    ['a prototype', '__proto__: {title: x}'],
    ['a wrong type', 'title: [x]'],
  ])('with %s names the problem and keeps the body', (_what, yaml) => {
    const file = parseMarkdownFile(`---\n${yaml}\n---\nText`)
    expect(file.problems.length).toBeGreaterThan(0)
    expect(file.body).toBe('Text')
    expect(Object.getPrototypeOf(file.front)).toBe(Object.prototype)
  })

  test('whose front matter never ends is all body', () => {
    expect(parseMarkdownFile(`---\n${'a'.repeat(30_000)}`).problems[0]).toMatch(/does not end/)
  })
})
