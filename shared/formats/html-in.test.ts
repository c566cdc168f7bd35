import { describe, expect, test } from 'vitest'
import { checkDoc } from '../text/check.ts'
import { docToMarkdown } from '../text/markdown-out.ts'
import { htmlToDoc, type HtmlOptions } from './html-in.ts'
import { FileRefused } from './refused.ts'

/** As Markdown, which is easier to read than JSON. */
const markdown = (html: string, options: HtmlOptions = {}): string => docToMarkdown(htmlToDoc(html, options).doc).trim()
const lost = (html: string): readonly string[] =>
  htmlToDoc(html).dropped.map(({ what, count }) => (count === 1 ? what : `${count} x ${what}`))

describe('HTML as people have it', () => {
  test('keeps headings one below the title, lists in lists, quotations, code with its language', () => {
    expect(markdown('<h1>A</h1><h2>B</h2><p>c</p><h1>D</h1>')).toBe('## A\n\n### B\n\nc\n\n## D')
    expect(markdown('<ul><li>a<ol start=3><li>b</li></ol></li><li><p>c</p><p>d</p></li></ul>')).toBe('- a\n\n  3. b\n\n- c\n\n  d')
    expect(markdown('<blockquote><p>a</p><p>b</p></blockquote>')).toBe('> a\n>\n> b')
    expect(markdown('<pre><code class="language-js">let a\n  b\n</code></pre>')).toBe('```js\nlet a\n  b\n```')
    expect(markdown('<div class="highlight highlight-source-python"><pre>a<br>b</pre></div>')).toBe('```python\na\nb\n```')
    expect(markdown('<ul><li><input type="checkbox" checked> a</li><li><label><input type="checkbox">b</label></li></ul>')).toBe(
      '- [x] a\n- [ ] b',
    )
  })

  test('keeps the title out of the text where it is asked for', () => {
    const read = htmlToDoc('<html lang="de"><title>Site: A</title><body><h1>A</h1><h2>B</h2><p>c</p>', { takesTitle: true })
    expect(read).toMatchObject({ title: 'A', lang: 'de' })
    expect(docToMarkdown(read.doc).trim()).toBe('## B\n\nc')
    expect(htmlToDoc('<title>Site: A</title><p>c</p>', { takesTitle: true }).title).toBe('Site: A')
  })

  test('keeps marks, also where a style says them, and takes back what a style takes back', () => {
    expect(markdown('<p><b>a</b> <em>b</em> <del>c</del> x<sub>i</sub> y<sup>2</sup> <kbd>k</kbd> <mark>m</mark></p>')).toBe(
      '**a** *b* ~~c~~ x<sub>i</sub> y<sup>2</sup> `k` ==m==',
    )
    expect(
      markdown(
        '<style>.c1{font-weight:700;color:#000}.c2{font-style:italic}</style><p><span class="c1">a</span> <span class="c2">b</span></p>',
      ),
    ).toBe('**a** *b*')
    expect(markdown('<b style="font-weight:normal"><p>a <span style="font-weight:600">b</span></p></b>')).toBe('a **b**')
    expect(markdown('<p>a<span style="vertical-align:super">b</span><span style="display:none">c</span></p>')).toBe('a<sup>b</sup>')
    expect(lost('<p><u>a</u></p>')).toEqual(['underline'])
  })

  test('runs white space together and makes no paragraph of none', () => {
    expect(markdown('<p>  a\n  <b> b </b> c </p>\n\n<p>&nbsp;</p><p><br></p><div>d<div>e</div>f</div>')).toBe(
      'a <strong>b </strong>c\n\nd\n\ne\n\nf',
    )
    expect(markdown('<p>a<br>b<br><br></p>')).toBe('a\\\nb')
  })

  test('keeps tables with their spans; several lines in a cell are breaks', () => {
    expect(htmlToDoc('<table><tr><th>a<th>b<tr><td colspan=2><p>c</p><p>d</p></table>').doc.content).toMatchObject([
      {
        type: 'table',
        content: [
          { content: [{ type: 'tableHeader' }, { type: 'tableHeader' }] },
          {
            content: [
              {
                type: 'tableCell',
                attrs: { colspan: 2 },
                content: [{ content: [{ text: 'c' }, { type: 'hardBreak' }, { text: 'd' }] }],
              },
            ],
          },
        ],
      },
    ])
    expect(markdown('<table><tr><td>for looks only</td></tr></table>')).toBe('for looks only')
  })

  test('keeps pictures with alt text and caption, also those that are written into the page', () => {
    expect(markdown('<figure><img src="https://e.org/a.png" alt="A" width="30"><figcaption>An <i>a</i></figcaption></figure>')).toBe(
      '![A](https://e.org/a.png "An *a*"){width=30}',
    )
    expect(markdown('<div class="wp-caption"><a href="x"><img src="https://e.org/a.png"></a><p class="wp-caption-text">B</p></div>')).toBe(
      '![](https://e.org/a.png "B")',
    )
    const inline = htmlToDoc('<p>a<img src="data:image/png;base64,iVBORw0KGgo=">b</p>')
    expect(inline.pictures).toMatchObject([{ type: 'image/png', src: '/imported-picture/1' }])
    expect(inline.pictures[0]?.bytes).toEqual(Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10))
    expect(docToMarkdown(inline.doc).trim()).toBe('a\n\n![](/imported-picture/1)\n\nb')
    expect(lost('<img src="p.gif" width=1 height=1><img src="c:/x.png" alt="X"><img src="data:image/svg+xml;base64,AAAA">')).toEqual([
      'tracking pixel',
      '2 x picture',
    ])
  })

  test('keeps formulas by their TeX', () => {
    const katex =
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html">x2</span></span>'
    expect(markdown(`<p>a ${katex} b</p>`)).toBe('a $x^2$ b')
    expect(markdown('<p>a</p><script type="math/tex; mode=display">\\frac12</script>')).toBe('a\n\n$$\n\\frac12\n$$')
    expect(markdown('<p><span class="math inline">\\(y\\)</span> <img class="latex" alt="z" src="x"></p>')).toBe('$y$ $z$')
    expect(lost('<math><mi>q</mi></math>')).toEqual(['formula without source'])
  })

  test('keeps boxes and embeds of known hosts; other frames become links', () => {
    expect(markdown('<details open><summary>S</summary><p>a</p></details>')).toBe(':::details{open} S\n\na\n\n:::')
    expect(markdown('<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>')).toBe(
      'https://www.youtube.com/watch?v=abcdefghijk',
    )
    expect(markdown('<figure><div>\nhttps://youtu.be/abcdefghijk\n</div></figure>')).toBe('https://www.youtube.com/watch?v=abcdefghijk')
    expect(markdown('<iframe src="https://e.org/x"></iframe>')).toBe('<https://e.org/x>')
    expect(lost('<iframe src="https://e.org/x"></iframe><video src="https://e.org/v"></video><form><input></form>')).toEqual([
      'embedded page, kept as a link',
      'film, kept as a link',
      '2 x form',
    ])
  })

  test('names links that lead nowhere and leads those of Google to where they lead', () => {
    expect(markdown('<a href="https://www.google.com/url?q=https://e.org/a&amp;sa=D">x</a> <a href="javascript:alert(1)">y</a>')).toBe(
      '[x](https://e.org/a) y',
    )
    expect(lost('<a href="page2.html">y</a>')).toEqual(['broken link'])
    expect(markdown('<a href="page2.html">y</a>', { base: 'https://e.org/a/' })).toBe('[y](https://e.org/a/page2.html)')
    expect(markdown('<a href="/about">y</a>', { siteOrigin: 'https://here.example' })).toBe('y')
    expect(markdown('<a href="https://here.example/posts/x">y</a>', { siteOrigin: 'https://here.example' })).toBe('[y](/posts/x)')
  })

  test('takes the one article out of a page', () => {
    const page = '<body><nav>Home</nav><article><p>A long enough text.</p></article><footer>x</footer>'
    expect(markdown(page)).toBe('A long enough text.')
    expect(lost(page)).toEqual(['page layout'])
  })
})

describe('footnotes of', () => {
  const expected = 'a[^note-1] b[^note-2]\n\n[^note-1]: one\n\n[^note-2]: two'
  test.each([
    [
      'Pandoc',
      '<p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> b<a href="#fn2" class="footnote-ref" id="fnref2"><sup>2</sup></a></p><section id="footnotes" role="doc-endnotes"><hr><ol><li id="fn1"><p>one<a href="#fnref1" class="footnote-back">↩︎</a></p></li><li id="fn2"><p>two<a href="#fnref2">↩︎</a></p></li></ol></section>',
    ],
    [
      'markdown-it and Ghost',
      '<p>a<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup> b<sup class="footnote-ref"><a href="#fn2" id="fnref2">[2]</a></sup></p><hr class="footnotes-sep"><section class="footnotes"><ol><li id="fn1"><p>one <a href="#fnref1" class="footnote-backref">↩︎</a></p></li><li id="fn2"><p>two <a href="#fnref2">↩︎</a></p></li></ol></section>',
    ],
    [
      'Google Docs',
      '<p><span>a</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span> b</span><sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup></p><hr class="c4"><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span> one</span></p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span> two</span></p></div>',
    ],
    [
      'Word',
      '<p>a<a style="mso-footnote-id:ftn1" href="#_ftn1" name="_ftnref1"><span>[1]</span></a> b<a href="#_ftn2" name="_ftnref2"><span>[2]</span></a></p><div style="mso-element:footnote-list"><br clear="all"><hr><div id="ftn1"><p><a href="#_ftnref1" name="_ftn1">[1]</a> one</p></div><div id="ftn2"><p><a href="#_ftnref2" name="_ftn2">[2]</a> two</p></div></div>',
    ],
    [
      'Substack',
      '<p>a<a class="footnote-anchor" id="footnote-anchor-1" href="#footnote-1">1</a> b<a class="footnote-anchor" id="footnote-anchor-2" href="#footnote-2">2</a></p><div class="footnote"><a id="footnote-1" href="#footnote-anchor-1" class="footnote-number">1</a><div class="footnote-content"><p>one</p></div></div><div class="footnote"><a id="footnote-2" href="#footnote-anchor-2" class="footnote-number">2</a><div class="footnote-content"><p>two</p></div></div>',
    ],
    [
      'WordPress',
      '<p>a<sup data-fn="3f-a" class="fn"><a href="#3f-a" id="3f-a-link">1</a></sup> b<sup data-fn="3f-b" class="fn"><a href="#3f-b" id="3f-b-link">2</a></sup></p><ol class="wp-block-footnotes"><li id="3f-a">one <a href="#3f-a-link">↩︎</a></li><li id="3f-b">two <a href="#3f-b-link">↩︎</a></li></ol>',
    ],
    [
      'ForumMagnum',
      '<p>a<span class="footnote-reference" data-footnote-reference="" role="doc-noteref" id="fnrefx1"><sup><a href="#fnx1">[1]</a></sup></span> b<span class="footnote-reference" data-footnote-reference="" id="fnrefx2"><sup><a href="#fnx2">[2]</a></sup></span></p><ol class="footnote-section footnotes" role="doc-endnotes"><li class="footnote-item" id="fnx1"><span class="footnote-back-link"><sup><strong><a href="#fnrefx1">^</a></strong></sup></span><div class="footnote-content"><p>one</p></div></li><li class="footnote-item" id="fnx2"><span class="footnote-back-link"><sup><a href="#fnrefx2">^</a></sup></span><div class="footnote-content"><p>two</p></div></li></ol>',
    ],
    [
      'our own pages',
      '<p>a<a class="fn" href="#n1" id="r1" aria-label="Note 1">1</a><span class="side" role="note" id="s1"><b>1</b>one</span> b<a class="fn" href="#n2" id="r2">2</a></p><section class="endnotes" aria-labelledby="nt"><h2 id="nt">Notes</h2><ol><li id="n1">one <a href="#r1">↩</a></li><li id="n2">two <a href="#r2">↩</a></li></ol></section>',
    ],
  ])('%s', (_who, html) => {
    expect(markdown(html)).toBe(expected)
  })

  test('nobody stay what they are', () => {
    expect(markdown('<p>see <a href="#part">1</a></p><h2 id="part">Part</h2>')).toBe('see [1](#part)\n\n## Part')
  })
})

describe('lists of word processors', () => {
  test('Word: paragraphs with the level in their style', () => {
    const item = (level: number, text: string): string =>
      `<p style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">·</span>${text}</p>`
    expect(markdown(item(1, 'a') + item(2, 'b') + item(1, 'c'))).toBe('- a\n\n  - b\n\n- c')
  })
  test('Google Docs: a list for each level, one after another', () => {
    const html =
      '<ul class="c1 lst-kix_ab-0 start"><li>a</li></ul><ul class="lst-kix_ab-1 start"><li>b</li></ul><ul class="lst-kix_ab-0"><li>c</li></ul>'
    expect(markdown(html)).toBe('- a\n\n  - b\n\n- c')
  })
})

describe('hostile HTML', () => {
  test.each([
    ['deeper than anyone writes', '<div>'.repeat(100_000)],
    [
      'formatting that opens again in each paragraph',
      `${Array.from({ length: 5000 }, (_, n) => `<b x${n}>`).join('')}${'<p>'.repeat(5000)}`,
    ],
    ['more elements than a text', '<i></i>'.repeat(300_000)],
  ])('%s is refused', (_what, html) => {
    expect(() => htmlToDoc(html)).toThrow(FileRefused)
  })

  test.each([
    [
      '<p onclick=alert(1)><a href="java\nscript:alert(1)">x</a><img src=x onerror=alert(1)><script>alert(1)</script><style>@import</style>',
    ],
    ['<a href="//evil.test/x" data-node="embed" data-attrs="{}">y</a><svg><script>1</script><foreignObject><p>z</p></foreignObject></svg>'],
    ['<table><tr><td rowspan=65534><td colspan=1000>a<tr></table><template><p>x</template><math><mtext><img src=1></math>'],
    [
      '<p id=__proto__><a href="#__proto__">1</a><div class="mention __proto__" data-tex="\u0000"></div><a class=mention href="/users/%FF">@x</a>',
    ],
    ['<ul><ul><ul><li><table><ul></table><details><details><summary><h1>x'],
  ])('%s becomes a text that passes the check', (html) => {
    const { doc } = htmlToDoc(html)
    expect(checkDoc(JSON.parse(JSON.stringify(doc)), 'essay')).toEqual({ ok: true, doc })
    expect(JSON.stringify(doc)).not.toMatch(/javascript:|onerror|alert\(1\)"/u)
  })
})
