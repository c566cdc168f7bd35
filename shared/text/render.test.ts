import { describe, expect, test } from 'vitest'
import { markdownToDoc } from './markdown-in.ts'
import type { Doc } from './nodes.ts'
import { renderDoc, renderParts, type RenderOptions } from './render.ts'
import { isWellFormedHtml, plainOptions } from './well-formed.ts'

const html = (markdown: string, options: Partial<RenderOptions> = {}): string =>
  renderDoc(markdownToDoc(markdown, 'essay').doc, { ...plainOptions, ...options })

describe('the renderer', () => {
  test('gives headings an anchor that is unique and cannot clash with the page', () => {
    expect(html('## Body\n\n## Body\n\n[x](#body)', { idPrefix: '' })).toBe(
      '<h2 id="h-body"><a class="anchor" href="#h-body" aria-label="Link to this heading"></a>Body</h2>\n' +
        '<h2 id="h-body-2"><a class="anchor" href="#h-body-2" aria-label="Link to this heading"></a>Body</h2>\n<p><a href="#h-body">x</a></p>',
    )
    expect(html('#### a', { headingLevelOffset: 3 })).toMatch(/^<h6 /)
  })

  test('sets a note beside its first call, at the end, or in the line', () => {
    const markdown = 'a[^1] b[^1]\n\n[^1]: note *one*\n\n    - two'
    expect(html(markdown, { idPrefix: '' })).toBe(
      '<p>a<a class="fn" href="#n1" id="r1" aria-label="Note 1">1</a><span class="side" role="note" id="s1"><b>1</b>note <em>one</em><span class="item">• two</span></span>' +
        ' b<a class="fn" href="#n1" id="r1-2" aria-label="Note 1">1</a></p>\n' +
        '<section class="endnotes" aria-labelledby="nt"><h2 id="nt">Notes</h2><ol><li id="n1"><p>note <em>one</em></p><ul><li>two</li></ul>' +
        ' <a href="#r1" aria-label="Back to the text">↩</a> <a href="#r1-2" aria-label="Back to the text">↩</a></li></ol></section>',
    )
    expect(html(markdown, { footnotes: 'inline' })).toBe(
      '<p>a <span class="note">(1: note <em>one</em><span class="item">• two</span>)</span> b <span class="note">(1)</span></p>',
    )
    expect(renderParts(markdownToDoc('a', 'essay').doc, plainOptions)).toEqual({ body: '<p>a</p>', notes: '' })
  })

  test('numbers notes by their first call and loses none that nothing calls', () => {
    const notes = html('a[^b] c[^a]\n\n[^a]: second\n\n[^b]: first\n\n[^c]: lonely', { footnotes: 'end' })
    expect(notes).toMatch(/first.*second.*lonely/s)
  })

  test.each([
    ['nothing calls', 'a[^1]\n\n[^1]: one\n\n[^2]: lonely', 'lonely'],
    [
      'is called in a table alone',
      'a[^1]\n\n|b[^2]|\n|-|\n\n[^1]: one\n\n[^2]: lonely',
      'lonely <a href="#r2" aria-label="Back to the text">↩</a>',
    ],
  ])('a note that %s is shown at the end where the others stand beside the text', (_how, markdown, item) => {
    expect(html(markdown, { idPrefix: '' })).toContain(
      `<li id="n1">one <a href="#r1" aria-label="Back to the text">↩</a></li><li id="n2" class="at-end" value="2">${item}</li>`,
    )
  })

  test('a note that nothing calls is not lost where notes stand in brackets', () => {
    expect(html('a[^1]\n\n[^1]: one\n\n[^2]: lonely', { footnotes: 'inline', idPrefix: '' })).toBe(
      '<p>a <span class="note">(1: one)</span></p>\n<section class="endnotes" aria-labelledby="nt"><h2 id="nt">Notes</h2><ol><li id="n2" class="at-end" value="2">lonely</li></ol></section>',
    )
  })

  test.each([
    ['code keeps its lines', '```js\nif (a)\n  b()\n```', '<code class="lines">if (a)\n  b()</code>'],
    [
      'lists keep their signs',
      '1. one\n    - in\n2. two',
      '<span class="item">1. one<span class="item">• in</span></span><span class="item">2. two</span>',
    ],
    ['tasks keep their ticks', '- [x] done\n- [ ] open', '<span class="item">☑ done</span><span class="item">☐ open</span>'],
    ['a quotation is set off', '> said', '<span class="quote">said</span>'],
    ['pictures are shown', '![a](/c.png "cap")', '<img src="/c.png" alt="a" loading="lazy" decoding="async"><br>cap'],
    ['paragraphs are lines', 'one\n\ntwo', 'one<br>two'],
    ['a table is at the end, in full', '|x|\n|-|\n|y|', '<a href="#n1">In full at the end</a>'],
    ['what is folded is at the end', 'See:\n\n:::spoiler End\nhe wins\n:::', 'See:<br><a href="#n1">In full at the end</a>'],
  ])('in a note beside the text %s', (_what, blocks, beside) => {
    const out = html(`a[^1]\n\n[^1]:\n    ${blocks.replaceAll('\n', '\n    ')}`, { idPrefix: '' })
    expect(out).toContain(`<span class="side" role="note" id="s1"><b>1</b>${beside}</span></p>`)
    expect(out.includes('class="at-end"')).toBe(beside.includes('In full'))
    expect(isWellFormedHtml(out)).toBe(true)
  })

  test('marks links that leave the site, and only those', () => {
    expect(html('[a](https://here.example/x) [b](https://here.example.evil.test/) [c](/d)')).toBe(
      '<p><a href="https://here.example/x">a</a> <a href="https://here.example.evil.test/" rel="ugc nofollow noopener">b</a> <a href="/d">c</a></p>',
    )
  })

  test('loads pictures of this site only, lazily and with their size', () => {
    expect(html('![a "b"](/c.png){width=10 height=20}')).toBe(
      '<figure><img src="/c.png" alt="a &quot;b&quot;" width="10" height="20" loading="lazy" decoding="async"></figure>',
    )
    expect(html('![a](https://evil.test/c.png)')).toBe(
      '<figure><a class="picture" href="https://evil.test/c.png" rel="ugc nofollow noopener">a</a></figure>',
    )
  })

  test('lets blocks of the other direction find their own', () => {
    expect(html('plain\n\nשלום')).toBe('<p>plain</p>\n<p dir="auto">שלום</p>')
    expect(html('שלום\n\nעולם\n\nplain')).toContain('<p dir="auto">plain</p>')
  })

  test('boxes a table so that it scrolls, and shows an embed as a link', () => {
    expect(html('|a|b|\n|-|-:|\n|c|d|')).toBe(
      '<div class="scroll" tabindex="0" role="region" aria-label="Table 1"><table><thead><tr><th scope="col">a</th><th scope="col" class="num">b</th></tr></thead>' +
        '<tbody><tr><td>c</td><td class="num">d</td></tr></tbody></table></div>',
    )
    expect(html('https://vimeo.com/12345')).toBe(
      '<p><a class="embed" href="https://vimeo.com/12345" rel="ugc nofollow noopener"><b>Vimeo</b> vimeo.com/12345</a></p>',
    )
  })

  test('what scrolls sideways can be reached by keyboard and has a name', () => {
    for (const box of [html('$$\na\n$$'), html('```ts\na\n```'), html('|a|\n|-|')])
      expect(box).toMatch(/^<\w+[^>]* tabindex="0" role="(?:group|region)"[^>]* aria-label="[^"]+"/u)
  })
})

describe('hostile words', () => {
  const strings = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '<svg/onload=alert(1)>',
    '</summary></details><script>',
    '&lt;script&gt;',
    '--><script>',
    '\u0000<b>',
    '`${alert(1)}`',
    'javascript:alert(1)',
    '{{constructor}}',
    ']]>',
    '\u202E<x>',
    '<math><mtext></p><style>',
  ]
  /**
   * Every place of a text that takes words, filled with one string; unchecked, as if the check had
   * failed.
   */
  const everywhere = (words: string): Doc => {
    const paragraph = {
      type: 'paragraph',
      content: [{ type: 'text', text: words, marks: [{ type: 'link', attrs: { href: words } }, { type: 'bold' }] }],
    } as const
    return {
      type: 'doc',
      content: [
        paragraph,
        { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: words }] },
        { type: 'codeBlock', attrs: { language: words }, content: [{ type: 'text', text: words }] },
        { type: 'mathBlock', attrs: { tex: words } },
        {
          type: 'figure',
          content: [
            { type: 'image', attrs: { src: words, alt: words, width: words } },
            { type: 'figcaption', content: [{ type: 'text', text: words }] },
          ],
        },
        { type: 'figure', content: [{ type: 'image', attrs: { src: '/a', alt: words } }] },
        { type: 'spoiler', attrs: { title: words }, content: [paragraph] },
        { type: 'details', attrs: { summary: words }, content: [paragraph] },
        { type: 'embed', attrs: { url: words, provider: words } },
        {
          type: 'table',
          content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { align: words, colspan: words }, content: [paragraph] }] }],
        },
        { type: 'orderedList', attrs: { start: words }, content: [{ type: 'listItem', content: [paragraph] }] },
        {
          type: 'paragraph',
          content: [
            { type: 'mention', attrs: { kind: words, id: words, label: words } },
            { type: 'mathInline', attrs: { tex: words } },
            { type: 'footnoteRef', attrs: { note: words } },
          ],
        },
        { type: 'footnotes', content: [{ type: 'footnote', attrs: { note: words }, content: [paragraph] }] },
      ],
    }
  }

  test.each(strings)('%j makes no tag and no attribute anywhere', (words) => {
    for (const footnotes of ['sides-and-end', 'end', 'inline'] as const) {
      const out = renderDoc(everywhere(words), { ...plainOptions, footnotes })
      expect(isWellFormedHtml(out)).toBe(true)
      expect(out).not.toMatch(/<(?:script|svg|style|iframe)|(?:href|src)="javascript:/)
      expect(isWellFormedHtml(renderDoc(markdownToDoc(words, 'essay').doc, { ...plainOptions, footnotes }))).toBe(true)
    }
  })
})
