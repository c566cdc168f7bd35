/**
 * The extensions of GitHub Flavored Markdown 0.29 (https://github.github.com/gfm/, by GitHub, after
 * the CommonMark Spec by John MacFarlane), example by example: what each shows, with texts of our
 * own, and where we read it in another way, with the reason. The numbers are those of the
 * specification. Compared with its 28 examples of the extensions, from a public copy and
 * cmark-gfm's `test/extensions.txt` (2026-11-27); 0 is what its words say without an example.
 */
import { describe, expect, test } from 'vitest'
import { markdownToDoc } from './markdown-in.ts'
import { docToMarkdown } from './markdown-out.ts'
import type { DocNode } from './nodes.ts'

type Case = readonly [example: number, markdown: string, expected: string]
type Deviation = readonly [example: number, markdown: string, gfm: string, ours: string]

/**
 * In `sketch`: `t` a table, `tr` a row, `th` and `td` cells, with `<`, `>` or `^` for left, right
 * and centred.
 */
const sections: Readonly<Record<string, readonly Case[]>> = {
  '4.10 tables': [
    [198, '| a | b |\n| --- | --- |\n| c | d |', 't(tr(th(a) th(b)) tr(td(c) td(d)))'],
    [199, '| a | bcdefg |\n:-: | -----------:\nc | d', 't(tr(th^(a) th>(bcdefg)) tr(td^(c) td>(d)))'],
    [199, 'a | b\n:-- | ---\nc | d', 't(tr(th<(a) th(b)) tr(td<(c) td(d)))'],
    [200, '| a\\|b |\n| - |\n| c `\\|` d |\n| e **\\|** f |', 't(tr(th(a|b)) tr(td(c code(|) d)) tr(td(e b(|) f)))'],
    [201, '| a | b |\n| - | - |\n| c | d |\n> e', 't(tr(th(a) th(b)) tr(td(c) td(d))) q(p(e))'],
    [201, '| a |\n| - |\n| c |\n- e', 't(tr(th(a)) tr(td(c))) ul(li(p(e)))'],
    [202, '| a | b |\n| - | - |\n| c | d |\ne\n\nf', 't(tr(th(a) th(b)) tr(td(c) td(d)) tr(td(e) td())) p(f)'],
    [203, '| a | b |\n| - |\n| c |', 'p(| a | b | | - | | c |)'],
    [204, '| a | b |\n| - | - |\n| c |\n| d | e | f |', 't(tr(th(a) th(b)) tr(td(c) td()) tr(td(d) td(e)))'],
    [205, '| a | b |\n| - | - |', 't(tr(th(a) th(b)))'],
  ],
  '5.3 task lists': [
    [279, '- [ ] a\n- [x] b', 'tasks(open(p(a)) done(p(b)))'],
    [279, '- [X] a', 'tasks(done(p(a)))'],
    [280, '- [x] a\n  - [ ] b\n  - [x] c\n- [ ] d', 'tasks(done(p(a) tasks(open(p(b)) done(p(c)))) open(p(d)))'],
    [280, '- \\[x] a\n- [x]b', 'ul(li(p([x] a)) li(p([x]b)))'],
  ],
  '6.5 strikethrough': [
    [491, '~~A~~ b, ~c~ d', 'p(s(A) b, s(c) d)'],
    [491, '~~a~ b', 'p(~~a~ b)'],
    [492, '~~a\n\nb~~', 'p(~~a) p(b~~)'],
    [493, 'a ~~~b~~~ c', 'p(a ~~~b~~~ c)'],
    [493, 'a ~~~~b~~~~ c', 'p(a ~~~~b~~~~ c)'],
  ],
  '6.9 autolinks': [
    [622, 'www.example.org', 'p(a[http://www.example.org](www.example.org))'],
    [623, 'See www.example.org/help for more.', 'p(See a[http://www.example.org/help](www.example.org/help) for more.)'],
    [624, 'www.example.org.', 'p(a[http://www.example.org](www.example.org).)'],
    [624, 'www.example.org/a.b.', 'p(a[http://www.example.org/a.b](www.example.org/a.b).)'],
    [624, 'https://example.org/a_?!.,:*_~', 'p(a[https://example.org/a](https://example.org/a)_?!.,:*_~)'],
    [625, 'www.example.org/?q=a+(b)', 'p(a[http://www.example.org/?q=a+(b)](www.example.org/?q=a+(b)))'],
    [625, 'www.example.org/?q=a+(b)))', 'p(a[http://www.example.org/?q=a+(b)](www.example.org/?q=a+(b)))))'],
    [625, '(www.example.org/?q=a+(b))', 'p((a[http://www.example.org/?q=a+(b)](www.example.org/?q=a+(b))))'],
    [625, '(www.example.org/?q=a+(b)', 'p((a[http://www.example.org/?q=a+(b)](www.example.org/?q=a+(b)))'],
    [627, 'www.example.org/?q=a&hl=en', 'p(a[http://www.example.org/?q=a&hl=en](www.example.org/?q=a&hl=en))'],
    [628, 'www.example.org/he<lp', 'p(a[http://www.example.org/he](www.example.org/he)<lp)'],
    [629, 'http://example.org', 'p(a[http://example.org](http://example.org))'],
    [629, '(See https://a.example.org/?q=b+(c))', 'p((See a[https://a.example.org/?q=b+(c)](https://a.example.org/?q=b+(c))))'],
    [
      629,
      '_www.example.org_ and ~~http://example.org~~',
      'p(ia[http://www.example.org](www.example.org) and sa[http://example.org](http://example.org))',
    ],
    [630, 'me@example.org', 'p(a[mailto:me@example.org](me@example.org))'],
    [631, 'a+b@mail.example is one', 'p(a[mailto:a+b@mail.example](a+b@mail.example) is one)'],
    [632, 'a.b-c_d@example.org.', 'p(a[mailto:a.b-c_d@example.org](a.b-c_d@example.org).)'],
    [632, 'a.b-c_d@a.b', 'p(a[mailto:a.b-c_d@a.b](a.b-c_d@a.b))'],
    [632, 'a.b-c_d@a.b-', 'p(a.b-c_d@a.b-)'],
    [632, 'a.b-c_d@a.b_', 'p(a.b-c_d@a.b_)'],
    [633, 'mailto:me@example.org', 'p(a[mailto:me@example.org](mailto:me@example.org))'],
    [633, 'mailto:a.b-c_d@a.b.', 'p(a[mailto:a.b-c_d@a.b](mailto:a.b-c_d@a.b).)'],
    [633, 'mailto:a.b-c_d@a.b/', 'p(a[mailto:a.b-c_d@a.b](mailto:a.b-c_d@a.b)/)'],
    [633, 'mailto:a.b-c_d@a.b-', 'p(mailto:a.b-c_d@a.b-)'],
    [633, 'mailto:a.b-c_d@a.b_', 'p(mailto:a.b-c_d@a.b_)'],
  ],
}

/** What we read in another way, on purpose, by reason. */
const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  'one tilde within a word is a range or a formula, and no sign': [
    [491, 'a~b~c', 'p(as(b)c)', 'p(a~b~c)'],
    [491, '10~20人、30~40人', 'p(10s(20人、30)40人)', 'p(10~20人、30~40人)'],
  ],
  'quotes and dashes are set, here as everywhere': [
    [203, '| a | b |\n| --- |\n| c |', 'p(| a | b | | --- | | c |)', 'p(| a | b | | — | | c |)'],
    [631, "b@mail isn't", "p(b@mail isn't)", 'p(b@mail isn’t)'],
  ],
  'a list with numbers has no boxes': [[0, '1. [ ] a\n2. [x] b', 'ol(open(p(a)) done(p(b)))', 'ol(li(p([ ] a)) li(p([x] b)))']],
  'a host has no underscore, not even before its last two parts': [
    [0, 'www.a_b.example.org', 'p(a[http://www.a_b.example.org](www.a_b.example.org))', 'p(www.a_b.example.org)'],
  ],
  'an address ends before a quote, what looks like an unfinished mark or entity, or brackets that were not opened': [
    [
      0,
      'http://example.org/a"b',
      'p(a[http://example.org/a"b](http://example.org/a"b))',
      'p(a[http://example.org/a](http://example.org/a)"b)',
    ],
    [
      626,
      'www.example.org/?q=(b))+ok',
      'p(a[http://www.example.org/?q=(b))+ok](www.example.org/?q=(b))+ok))',
      'p(a[http://www.example.org/?q=(b)](www.example.org/?q=(b)))+ok)',
    ],
    [
      627,
      'www.example.org/?q=a&hl;',
      'p(a[http://www.example.org/?q=a](www.example.org/?q=a)&hl;)',
      'p(a[http://www.example.org/?q=a&hl](www.example.org/?q=a&hl);)',
    ],
  ],
  'no links but of the web and of mail': [
    [629, 'ftp://example.org', 'p(a[ftp://example.org](ftp://example.org))', 'p(ftp://example.org)'],
    [633, 'xmpp:me@example.org', 'p(a[xmpp:me@example.org](xmpp:me@example.org))', 'p(xmpp:me@example.org)'],
    [634, 'xmpp:me@example.org/txt', 'p(a[xmpp:me@example.org/txt](xmpp:me@example.org/txt))', 'p(xmpp:me@example.org/txt)'],
    [635, 'xmpp:me@example.org/a/b', 'p(a[xmpp:me@example.org/a](xmpp:me@example.org/a)/b)', 'p(xmpp:me@example.org/a/b)'],
  ],
  'a name behind an @ may have a plus sign': [
    [631, 'hello@mail+xyz.example', 'p(hello@mail+xyz.example)', 'p(a[mailto:hello@mail+xyz.example](hello@mail+xyz.example))'],
  ],
  'HTML is words': [[657, '<b>a</b> <title>', 'p(b(a) <title>)', 'p(<b>a</b> <title>)']],
}

const signOf = { bold: 'b', italic: 'i', strike: 's', code: 'code' } as Readonly<Record<string, string>>
const wordOf = {
  ...{
    paragraph: 'p',
    blockquote: 'q',
    bulletList: 'ul',
    listItem: 'li',
    taskList: 'tasks',
    table: 't',
    tableRow: 'tr',
    orderedList: 'ol',
  },
} as Readonly<Record<string, string>>
const alignOf = { left: '<', right: '>', center: '^' } as Readonly<Record<string, string>>

function sketch(node: DocNode): string {
  const { type, text, marks = [], attrs = {}, content = [] } = node
  if (text !== undefined) {
    const signs = marks.map((mark) => (mark.type === 'link' ? `a[${mark.attrs?.['href']}]` : (signOf[mark.type] ?? mark.type)))
    return signs.length === 0 ? text : `${signs.toSorted().reverse().join('')}(${text})`
  }
  if (type === 'tableHeader' || type === 'tableCell') {
    const words = content.flatMap((paragraph) => paragraph.content ?? []).map(sketch)
    return `${type === 'tableCell' ? 'td' : 'th'}${alignOf[String(attrs['align'])] ?? ''}(${words.join('')})`
  }
  const word = type === 'taskItem' ? (attrs['checked'] === true ? 'done' : 'open') : (wordOf[type] ?? type)
  return `${word}(${content.map(sketch).join(type === 'paragraph' ? '' : ' ')})`
}
const read = (markdown: string) => markdownToDoc(markdown, 'essay').doc
const sketchOf = (markdown: string): string => read(markdown).content.map(sketch).join(' ')

describe.each(Object.entries(sections))('%s', (_section, cases) => {
  test.each(cases)('example %i: %j', (_example, markdown, expected) => {
    expect(sketchOf(markdown)).toBe(expected)
    expect(read(docToMarkdown(read(markdown)))).toEqual(read(markdown))
  })
})

describe.each(Object.entries(deviations))('read in another way than GFM does: %s', (_why, cases) => {
  test.each(cases)('example %i: %j', (_example, markdown, _gfm, ours) => {
    expect(sketchOf(markdown)).toBe(ours)
    expect(read(docToMarkdown(read(markdown)))).toEqual(read(markdown))
  })
})

test('of the extensions, fifteen lines are read in another way than GFM does, for eight reasons', () => {
  const all = Object.values(deviations).flat()
  expect(all.filter(([_example, _markdown, gfm, ours]) => gfm === ours)).toEqual([])
  expect([Object.keys(deviations).length, all.length]).toEqual([8, 15])
  const examples = new Set([...Object.values(sections).flat(), ...all].map(([example]) => example))
  examples.delete(0)
  expect(examples.size).toBe(28)
})
