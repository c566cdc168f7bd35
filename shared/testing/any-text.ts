import { fc } from './properties.ts'
import { checkDoc } from '../text/check.ts'
import type { Doc, DocMark, DocNode, MarkName } from '../text/nodes.ts'

/** Words and signs that Markdown could take for something else, between plain words. */
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('tide', 'a', 'Grün', 'мир', 'שלום', '潮', 'e\u0301', '👩‍🚀', '42', 'x') },
  { weight: 4, arbitrary: fc.constantFrom(' ', '  ', '\t', '\u00A0', '\u3000', '\u2003') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '*',
      '**',
      '_',
      '__',
      '`',
      '```',
      '~',
      '~~~',
      '#',
      '-',
      '--',
      '---',
      '+',
      '>',
      '|',
      '||',
      '1.',
      '2)',
      '[',
      ']',
      '](',
      '(',
      ')',
      '![',
      '!',
      '\\',
      '/',
      '//',
      '<',
      '<em>',
      '</em>',
      '<br>',
      '<!-- -->',
      '&',
      '&amp;',
      '&#32;',
      '$',
      '$$',
      '"',
      "'",
      '...',
      '..',
      '(c)',
      '+-',
      ':',
      ':::',
      ':::spoiler',
      '{',
      '{th}',
      '}',
      '{<}',
      '@',
      'https://example.org',
      'www.example.org',
      'a@b.org',
      'mailto:x',
      '[^1]',
      '[^1]:',
      '[ ]',
      '[x] ',
      '=',
      '===',
      '==',
      '^',
      '%',
      '???',
      '!!!',
      ',,',
      '\\\\',
      '\u0007',
      '\uFEFF',
    ),
  },
)
export const phrase = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(''))
const line = phrase.map((text) => text.replace(/\s+/gu, ' ').trim())
const name = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,12}$/)
const href = fc.constantFrom(
  'https://example.org/',
  'https://example.org/a_(b)?c=d&copy=1#e',
  '/posts/x',
  '#notes',
  'mailto:a@b.org',
  'http://example.org/**',
)
const src = fc.constantFrom('/files/a.png', 'https://example.org/b(1).jpg?x=1&y=2')
const tex = fc
  .array(fc.constantFrom('x', '^2', '\\frac{1}{2}', '$', '\\$', '`', ' ', '|', '1', '\\', '%', '<', '_'), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join('').trim())
  .filter((source) => source !== '')

const marks = fc
  .tuple(
    fc.subarray<MarkName>(['highlight', 'bold', 'italic', 'strike', 'subscript', 'superscript', 'code'], { maxLength: 3 }),
    fc.option(href, { freq: 4 }),
  )
  .map(([types, to]): DocMark[] => [
    ...(to === null ? [] : [{ type: 'link' as const, attrs: { href: to } }]),
    ...types.map((type) => ({ type })),
  ])
const atomMarks = fc
  .subarray<MarkName>(['highlight', 'bold', 'italic', 'strike', 'subscript'], { maxLength: 2 })
  .map((types) => types.map((type) => ({ type })))
const text = fc.record({ type: fc.constant('text' as const), text: phrase, marks })
const atom = fc.oneof(
  fc.constant({ type: 'hardBreak' as const }),
  fc.record({ type: fc.constant('mathInline' as const), attrs: fc.record({ tex }), marks: atomMarks }),
  fc.record({
    type: fc.constant('mention' as const),
    marks: atomMarks,
    attrs: fc.record({ kind: fc.constantFrom('member', 'post', 'wiki'), id: name, label: line }),
  }),
  fc.record({ type: fc.constant('footnoteRef' as const), marks: atomMarks, attrs: fc.constantFrom({ note: '1' }, { note: 'ноты-2' }) }),
)
const inline = (withNotes: boolean): fc.Arbitrary<DocNode[]> =>
  fc
    .array(fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: atom }), { maxLength: 6 })
    .map((nodes: readonly DocNode[]) => nodes.filter((node) => withNotes || node.type !== 'footnoteRef'))

const words = line.filter((text) => text !== '')
const poll = fc
  .record({
    uid: fc.constant('p'),
    question: words,
    multiple: fc.boolean(),
    closesAt: fc.option(fc.integer({ min: 0, max: 253_402_300_799_999 })),
    resultsVisible: fc.constantFrom('always', 'afterVoting', 'afterClose'),
    options: fc.array(words, { minLength: 2, maxLength: 4 }),
  })
  .map(({ options, ...attrs }): DocNode => ({
    type: 'poll',
    attrs,
    content: options.map((text, index) => ({ type: 'pollOption', attrs: { uid: `o-${index}`, text } })),
  }))

const prediction = fc
  .record({
    uid: fc.constant('p'),
    title: words,
    notes: line,
    resolvesBy: fc.option(fc.integer({ min: 0, max: 253_402_300_799_999 })),
  })
  .map((attrs): DocNode => ({ type: 'prediction', attrs }))

const blocksOf = (withNotes: boolean): { block: fc.Arbitrary<DocNode> } =>
  fc.letrec<{ block: DocNode; blocks: DocNode[]; item: DocNode; task: DocNode; paragraph: DocNode }>((tie) => {
    const node = (
      type: DocNode['type'],
      content: fc.Arbitrary<DocNode[]>,
      attrs: fc.Arbitrary<NonNullable<DocNode['attrs']>> = fc.constant({}),
    ): fc.Arbitrary<DocNode> => fc.record({ type: fc.constant(type), attrs, content })
    const cell = fc
      .tuple(fc.boolean(), inline(withNotes), fc.constantFrom(null, null, 'left', 'center', 'right'))
      .map(([isHead, content, align]): DocNode => ({
        type: isHead ? 'tableHeader' : 'tableCell',
        attrs: { align },
        content: [{ type: 'paragraph', content }],
      }))
    const table = fc
      .integer({ min: 1, max: 3 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }))
      .chain((rows) =>
        fc.boolean().map((isSpanned) => {
          const [first, ...rest] = rows
          // One wide cell instead of the first row shows that spans survive.
          const head = first?.[0]
          const spanned: DocNode[][] =
            isSpanned && head !== undefined && first !== undefined
              ? [[{ ...head, attrs: { ...head.attrs, colspan: first.length } }], ...rest]
              : rows
          return { type: 'table' as const, content: spanned.map((content) => ({ type: 'tableRow' as const, content })) }
        }),
      )
    return {
      paragraph: node('paragraph', inline(withNotes)),
      blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
      item: node('listItem', tie('blocks')),
      task: fc
        .tuple(tie('paragraph'), fc.array(tie('block'), { maxLength: 1 }), fc.boolean())
        .map(([first, rest, checked]): DocNode => ({ type: 'taskItem', attrs: { checked }, content: [first, ...rest] })),
      block: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        tie('paragraph'),
        node('heading', inline(withNotes), fc.record({ level: fc.integer({ min: 2, max: 4 }) })),
        node(
          'codeBlock',
          phrase.map((code) => [{ type: 'text' as const, text: `${code}\n  ${code}\n` }]),
          fc.record({ language: fc.constantFrom(null, 'c++', 'x_y', 'js') }),
        ),
        fc.constant<DocNode>({ type: 'horizontalRule' }),
        tex.map((source): DocNode => ({ type: 'mathBlock', attrs: { tex: `${source}\n\n$$\n x` } })),
        fc
          .record({ alt: line, src, caption: inline(withNotes), width: fc.constantFrom(null, 720), decorative: fc.boolean() })
          .map(({ caption, ...attrs }): DocNode => ({
            type: 'figure',
            content: [
              { type: 'image', attrs },
              { type: 'figcaption', content: caption },
            ],
          })),
        fc.constant<DocNode>({ type: 'embed', attrs: { url: 'https://www.youtube.com/watch?v=-_aBc_dEf-1', provider: 'youtube' } }),
        table,
        node('bulletList', fc.array(tie('item'), { minLength: 1, maxLength: 3 })),
        node(
          'orderedList',
          fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
          fc.record({ start: fc.constantFrom(0, 1, 7, 999_999_999) }),
        ),
        node('taskList', fc.array(tie('task'), { minLength: 1, maxLength: 2 })),
        node('blockquote', tie('blocks')),
        node('spoiler', tie('blocks'), fc.record({ title: line })),
        node('details', tie('blocks'), fc.record({ summary: line, open: fc.boolean() })),
        node('machineText', tie('blocks'), fc.record({ model: line.map((text) => text.slice(0, 60).toWellFormed().trim()) })),
        poll,
        prediction,
      ),
    }
  })

const notes: DocNode = {
  type: 'footnotes',
  content: [
    { type: 'footnote', attrs: { note: '1' }, content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }] },
    {
      type: 'footnote',
      attrs: { note: 'ноты-2' },
      content: [{ type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] }],
    },
  ],
}
/** Each poll and prediction question with a name of its own. */
function withNamedPolls(nodes: readonly DocNode[], count = { polls: 0 }): readonly DocNode[] {
  return nodes.map((node): DocNode => {
    if (node.type === 'poll' || node.type === 'prediction') return { ...node, attrs: { ...node.attrs, uid: `p${(count.polls += 1)}` } }
    return node.content === undefined ? node : { ...node, content: withNamedPolls(node.content, count) }
  })
}

/** Any text of the essay profile, in canonical form. */
export const anyDoc = fc
  .tuple(
    fc.array(blocksOf(true).block, { minLength: 1, maxLength: 4 }),
    fc.array(fc.array(blocksOf(false).block, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  )
  .map(([blocks, more]): Doc => {
    const extra = more.map((content, index): DocNode => ({ type: 'footnote', attrs: { note: `extra.${index}` }, content }))
    const content = withNamedPolls([...blocks, { ...notes, content: [...(notes.content ?? []), ...extra] }])
    const checked = checkDoc({ type: 'doc', content }, 'essay')
    if (!checked.ok) throw new Error(`${checked.reason} at ${checked.path}`)
    return checked.doc
  })
