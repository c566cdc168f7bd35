import { describe, expect, test } from 'vitest'
import { checkDoc, isSafeUrl, maxNodes } from './check.ts'
import { CommentBody, EssayBody } from './schema.ts'

const text = (value: unknown, marks?: unknown): unknown => ({ type: 'text', text: value, ...(marks !== undefined && { marks }) })
const p = (...content: readonly unknown[]): unknown => ({ type: 'paragraph', content })
const docOf = (...content: readonly unknown[]): unknown => ({ type: 'doc', content })
const fault = (value: unknown, profile: 'essay' | 'comment' = 'essay'): string => {
  const checked = checkDoc(value, profile)
  return checked.ok ? 'ok' : `${checked.reason} at ${checked.path}`
}

describe('an accepted text', () => {
  test('is a copy in canonical form: pieces of text joined, marks in order, fallbacks and empty captions left out', () => {
    const given = {
      type: 'doc',
      attrs: { v: 1 },
      content: [
        {
          type: 'paragraph',
          attrs: { id: null },
          content: [text('a', []), text('b'), text('c\r\nd', [{ type: 'italic' }, { type: 'bold', attrs: {} }])],
        },
        { type: 'orderedList', attrs: { start: 1 }, content: [{ type: 'listItem', content: [p()] }] },
        {
          type: 'figure',
          content: [
            { type: 'image', attrs: { src: '/a.png', alt: ' two \n words ', width: null } },
            { type: 'figcaption', content: [] },
          ],
        },
        { type: 'codeBlock', content: [text('one\r\ntwo')] },
      ],
    }
    expect(checkDoc(given, 'essay')).toEqual({
      ok: true,
      doc: {
        type: 'doc',
        content: [
          p(text('ab'), text('c d', [{ type: 'bold' }, { type: 'italic' }])),
          { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
          { type: 'figure', content: [{ type: 'image', attrs: { src: '/a.png', alt: 'two words' } }] },
          { type: 'codeBlock', content: [text('one\ntwo')] },
        ],
      },
    })
  })

  test('loses a link around an atom, which would be a link in a link', () => {
    const mention = {
      type: 'mention',
      attrs: { kind: 'member', id: 'bob', label: 'Bob' },
      marks: [{ type: 'bold' }, { type: 'link', attrs: { href: '/x' } }],
    }
    const checked = checkDoc(docOf(p(mention)), 'essay')
    expect(checked.ok && checked.doc.content[0]?.content?.[0]?.marks).toEqual([{ type: 'bold' }])
  })

  test('comes out of the schemas as a value, and a refused one as an issue', () => {
    expect(EssayBody.parse(docOf(p(text('a'))))).toEqual(docOf(p(text('a'))))
    expect(CommentBody.safeParse(docOf(p(text(' ')))).success).toBe(false)
  })
})

describe('hostile JSON', () => {
  test.each<[string, unknown, string]>([
    ['null', null, 'not-an-object at '],
    ['a string', '<p>', 'not-an-object at '],
    ['an array', [], 'not-an-object at '],
    ['another root', p(text('a')), 'misplaced-node at type'],
    ['an unknown node', docOf({ type: 'script' }), 'unknown-node at content[0].type'],
    ['a node named after a property of every object', docOf({ type: 'constructor' }), 'unknown-node at content[0].type'],
    ['a node named __proto__', docOf({ type: '__proto__' }), 'unknown-node at content[0].type'],
    ['an unknown key', docOf({ type: 'paragraph', onclick: 'x' }), 'unknown-key at content[0].onclick'],
    ['an unknown attribute', docOf({ type: 'paragraph', attrs: { onload: 'x' } }), 'unknown-attribute at content[0].attrs.onload'],
    [
      '__proto__ as a key',
      JSON.parse('{"type":"doc","content":[{"type":"paragraph","__proto__":{"text":"x"}}]}'),
      'unknown-key at content[0].__proto__',
    ],
    [
      '__proto__ as an attribute',
      JSON.parse('{"type":"doc","content":[{"type":"paragraph","attrs":{"__proto__":{"id":"x"}}}]}'),
      'unknown-attribute at content[0].attrs.__proto__',
    ],
    [
      'a heading of a markup level',
      docOf({ type: 'heading', attrs: { level: '<img src=x onerror=alert(1)>' } }),
      'bad-attribute at content[0].attrs.level',
    ],
    ['a heading of no level', docOf({ type: 'heading' }), 'missing-attribute at content[0].attrs.level'],
    ['a heading of level 1', docOf({ type: 'heading', attrs: { level: 1 } }), 'bad-attribute at content[0].attrs.level'],
    ['text in the root', docOf(text('a')), 'misplaced-node at content[0].type'],
    ['a block in a paragraph', docOf(p(p())), 'misplaced-node at content[0].content[0].type'],
    ['a number as text', docOf(p(text(1))), 'not-text at content[0].content[0].text'],
    ['empty text', docOf(p(text(''))), 'not-text at content[0].content[0].text'],
    ['half a character', docOf(p(text('\uD800'))), 'not-unicode at content[0].content[0].text'],
    ['U+0000', docOf(p(text('\0'))), 'not-unicode at content[0].content[0].text'],
    ['content that is no list', docOf({ type: 'paragraph', content: { length: 1e9 } }), 'not-a-list at content[0].content'],
    ['a hole in a list', docOf(undefined), 'not-an-object at content[0]'],
    ['an unknown mark', docOf(p(text('a', [{ type: 'style' }]))), 'unknown-mark at content[0].content[0].marks[0]'],
    ['one mark twice', docOf(p(text('a', [{ type: 'bold' }, { type: 'bold' }]))), 'mark-twice at content[0].content[0].marks'],
    [
      'a script link',
      docOf(p(text('a', [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }]))),
      'bad-attribute at content[0].content[0].attrs.href',
    ],
    [
      'a mark in code',
      docOf({ type: 'codeBlock', content: [text('a', [{ type: 'bold' }])] }),
      'misplaced-mark at content[0].content[0].marks',
    ],
    ['a call of no note', docOf(p({ type: 'footnoteRef', attrs: { note: '1' } })), 'no-such-note at '],
    [
      'an embed of another host',
      docOf({ type: 'embed', attrs: { url: 'https://evil.test/', provider: 'youtube' } }),
      'bad-attribute at content[0].attrs.url',
    ],
    [
      'an embed of another name',
      docOf({ type: 'embed', attrs: { url: 'https://vimeo.com/12345', provider: 'youtube' } }),
      'bad-attribute at content[0].attrs.provider',
    ],
    ['an empty list', docOf({ type: 'bulletList', content: [] }), 'too-few-parts at content[0].content'],
    ['an empty root', docOf(), 'too-few-parts at content'],
    [
      'an uneven table',
      docOf({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { rowspan: 2 }, content: [p()] }] }] }),
      'uneven-table at content[0].content',
    ],
    ['a version to come', { type: 'doc', attrs: { v: 3 }, content: [p()] }, 'bad-attribute at attrs.v'],
  ])('%s is refused', (_what, value, expected) => {
    expect(fault(value)).toBe(expected)
    expect(Object.hasOwn(Object.prototype, 'text')).toBe(false)
  })

  test('notes that call notes, share a name or stand before the end are refused', () => {
    const note = (name: string, ...content: readonly unknown[]): unknown => ({
      type: 'footnote',
      attrs: { note: name },
      content: [p(...content)],
    })
    const call = { type: 'footnoteRef', attrs: { note: 'a' } }
    expect(fault(docOf(p(call), { type: 'footnotes', content: [note('a', call)] }))).toMatch(/^note-in-note/)
    expect(fault(docOf(p(call), { type: 'footnotes', content: [note('a'), note('a')] }))).toMatch(/^two-notes-of-one-name/)
    expect(fault(docOf({ type: 'footnotes', content: [note('a')] }, p()))).toMatch(/^misplaced-node/)
    expect(fault(docOf(p(call), { type: 'footnotes', content: [note('a')] }))).toBe('ok')
  })

  test('nesting over 64 is refused, and 100,000 levels do not overflow the stack', () => {
    const nested = (levels: number): unknown => {
      let inner: unknown = p(text('a'))
      for (let level = 0; level < levels; level++) inner = { type: 'blockquote', content: [inner] }
      return docOf(inner)
    }
    expect(fault(nested(61))).toBe('ok')
    expect(fault(nested(62))).toMatch(/^too-deep/)
    expect(fault(nested(100_000))).toMatch(/^too-deep/)
  })

  test('limits hold for nodes, characters, and characters of a comment', () => {
    expect(fault(docOf(...Array.from({ length: maxNodes }, () => p())))).toMatch(/^too-many-nodes/)
    expect(fault(docOf(p(...Array.from({ length: 50_000 }, () => text('a')))))).toBe('ok')
    expect(fault(docOf(p(text('a'.repeat(1_000_001)))))).toMatch(/^too-long/)
    expect(fault(docOf(p(text('a'.repeat(50_001)))), 'comment')).toMatch(/^too-long/)
    expect(fault(docOf(p(text('a'.repeat(50_000)))), 'comment')).toBe('ok')
    expect(fault(docOf(p(text(' \u00A0'))), 'comment')).toBe('empty at ')
    expect(fault(docOf({ type: 'embed', attrs: { url: 'https://vimeo.com/12345', provider: 'vimeo' } }, p(text('a'))), 'comment')).toMatch(
      /^not-in-this-profile/,
    )
  })
})

describe('a safe address', () => {
  test.each([
    'https://example.org',
    'http://example.org:8080/a?b=c#d',
    'HTTPS://EXAMPLE.ORG/',
    'https://münchen.example/straße',
    'mailto:a@b.org',
    '/',
    '/posts/x?y#z',
    '#notes',
    'https://[::1]/',
  ])('%j is one', (url) => {
    expect(isSafeUrl(url)).toBe(true)
  })

  test.each([
    '',
    '#',
    'example.org',
    'a/b',
    '../a',
    '?a',
    '//evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.org',
    'blob:https://example.org/x',
    'about:blank',
    'tel:1',
    'https:evil.test',
    'https:/evil.test',
    'https:///evil.test',
    'https://',
    'https://user@evil.test',
    'https://good.example:x@evil.test/',
    'https://good.example\\@evil.test',
    'https://a b.test',
    'https://example.org/\u202Egnp.exe',
    'https://example.org/\u200B',
    'https://example.org/ ',
    'https://exa%mple.org',
    'https://example.org:99999',
    'mailto:',
    'mailto:a b',
    '\uFEFF/x',
    '/x\u00A0y',
    `/${'a'.repeat(2048)}`,
  ])('%j is not', (url) => {
    expect(isSafeUrl(url)).toBe(false)
  })
})
