import { describe, expect, test } from 'vitest'
import { htmlToDoc } from '#shared/formats/html-in.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { mendClipboard } from './mend-clipboard.ts'

/** In the forms in which these programs put a text on the clipboard; the words are ours. */
const pasted = (html: string): string =>
  docToMarkdown(htmlToDoc(html, { siteOrigin: 'https://lyceum.example', prepare: mendClipboard }).doc).trim()
const lost = (html: string): readonly string[] => htmlToDoc(html, { prepare: mendClipboard }).dropped.map(({ what }) => what)

describe('Google Docs', () => {
  const docs = (inner: string): string =>
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-3f0a1b2c-7fff">${inner}</b>`

  test('headings, emphasis said by styles, links led by way of Google, empty lines', () => {
    const html = docs(
      '<h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:400;">On tides</span></h2>' +
        '<p dir="ltr"><span style="font-weight:400;font-style:normal;">They </span><span style="font-weight:700;">turn</span><span style="font-style:italic;"> slowly</span><span>, </span>' +
        '<a href="https://www.google.com/url?q=https://example.org/moon&amp;sa=D&amp;ust=1" style="text-decoration:none;"><span style="text-decoration:underline;">see here</span></a></p><br><p dir="ltr"><span>H</span><span style="font-size:0.6em;vertical-align:sub;">2</span><span>O</span></p>',
    )
    expect(pasted(html)).toBe(
      '## On tides\n\nThey <strong>turn</strong><em> slowly</em>, [see here](https://example.org/moon)\n\nH<sub>2</sub>O',
    )
  })

  test('lists in lists and lists to tick off', () => {
    const html = docs(
      '<ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li><ul><li dir="ltr" aria-level="2"><p><span>in it</span></p></li></ul><li aria-level="1"><p><span>two</span></p></li></ul>' +
        '<ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1"><img src="data:image/png;base64,AA==" width="17.6px" height="17.6px"><p style="display:inline-block;"><span>done</span></p></li><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,AA=="><p>to do</p></li></ul>',
    )
    expect(pasted(html).replace(/\n+/gu, '\n')).toBe('- one\n  - in it\n- two\n* [x] done\n* [ ] to do')
  })
})

describe('what Google Docs puts around a text', () => {
  test('a chip is its words with its link, without the sign of its kind; what is ticked is not struck through as well', () => {
    const html =
      '<p dir="ltr"><span>Ask </span><a href="mailto:ada@example.org"><span>Ada</span></a><span> about </span><a href="https://docs.google.com/document/d/1abc/edit"><span><img src="https://ssl.gstatic.com/docs/doclist/images/mediatype/icon_1_document_x16.png" width="16">The plan</span></a></p>' +
      '<ul><li role="checkbox" aria-checked="true"><img src="data:image/png;base64,AA=="><p><span style="font-weight:400;text-decoration:line-through;">done</span></p></li></ul>'
    expect(pasted(html)).toBe(
      'Ask [Ada](mailto:ada@example.org) about [The plan](https://docs.google.com/document/d/1abc/edit)\n\n- [x] done',
    )
  })

  test('comments in the margin stay out, and are named; the text around them stays', () => {
    const html =
      '<div><p><span>Tides</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup><span> turn.</span></p><div style="border:1px solid black;margin:5px"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Source?</span></p></div></div>'
    expect([pasted(html), lost(html)]).toEqual(['Tides turn.', ['comment']])
    expect(pasted('<div><p>Tides turn.</p><p><a href="#cmnt_ref1" id="cmnt1">[a]</a> Source?</p></div>')).toBe('Tides turn.')
    expect(pasted('<div><div><p>Tides turn.</p><p><a href="#cmnt_ref1" id="cmnt1"></a>Slowly.</p></div></div>')).toBe(
      'Tides turn.\n\nSlowly.',
    )
  })

  test('a table in its box, with the widths of its columns', () => {
    const html =
      '<div dir="ltr" style="margin-left:0pt;" align="left"><table><colgroup><col width="120"/><col width="120"/></colgroup><tbody><tr style="height:0pt"><td><p dir="ltr"><span>port</span></p></td><td><p><span>depth</span></p></td></tr><tr><td><p><span>Ghent</span></p></td><td><br></td></tr></tbody></table></div><br class="Apple-interchange-newline">'
    expect(pasted(html).split('\n')).toHaveLength(3)
  })
})

describe('Word', () => {
  const word = (inner: string): string =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm;} @list l0:level1 {mso-level-text:"·";} --></style></head><body lang=EN-GB><!--StartFragment-->${inner}<!--EndFragment--></body></html>`

  test('headings, quotations, lists written as paragraphs, empty paragraphs', () => {
    const item = (level: number, sign: string, words: string): string =>
      `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level * 18}pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`
    const html = word(
      `<h1>Harbours<o:p></o:p></h1><p class=MsoNormal>They <b style='mso-bidi-font-weight:normal'>silt</b> up.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>${item(1, '·', 'mud')}${item(2, 'o', 'sand')}${item(1, '·', 'shells')}<p class=MsoQuote>So they say.</p>`,
    )
    expect(pasted(html).replace(/\n+/gu, '\n')).toBe('## Harbours\nThey **silt** up.\n- mud\n  - sand\n- shells\n> So they say.')
  })

  test('footnotes, with the note that belongs to each call', () => {
    const html = word(
      `<p class=MsoNormal>A claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'>[1]</span></span></a> here.</p><div style='mso-element:footnote-list'><br clear=all><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> Its source.<o:p></o:p></p></div></div>`,
    )
    expect(pasted(html)).toBe('A claim[^note-1] here.\n\n[^note-1]: Its source.')
  })

  test('numbers go on after a paragraph between two items, and lists of letters stand within them', () => {
    const item = (level: number, sign: string, words: string): string =>
      `<p class=MsoListParagraph style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><!--[if !supportLists]--><span lang=EN-GB><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><!--[endif]-->${words}</p>`
    const html = word(`${item(1, '1.', 'mud')}${item(2, 'a)', 'fine')}<p class=MsoNormal>Then:</p>${item(1, '2.', 'sand')}`)
    expect(pasted(html).replace(/\n+/gu, '\n')).toBe('1. mud\n   1. fine\nThen:\n2. sand')
  })

  test('of comments, deleted words and tables of contents nothing is kept, tabs are one space, and endnotes are notes', () => {
    const html = word(
      `<p class=MsoToc1><a href="#_Toc1">Tides<span style='mso-tab-count:1 dotted'>... </span>2</a></p>` +
        `<p class=MsoNormal>A<span style='mso-tab-count:2'>&nbsp;&nbsp;&nbsp;&nbsp; &nbsp; </span><a style='mso-comment-reference:AL_1'>claim</a><span class=MsoCommentReference><span><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[AL1]</a><![endif]></span></span> <span class=msoDel><del cite="mailto:Ada">goes</del></span><span class=msoIns><ins cite="mailto:Ada">comes</ins></span><a style='mso-endnote-id:edn1' href="#_edn1" name="_ednref1"><span class=MsoEndnoteReference>[i]</span></a>.</p>` +
        `<div style='mso-element:endnote-list'><hr><div style='mso-element:endnote' id=edn1><p class=MsoEndnoteText><a style='mso-endnote-id:edn1' href="#_ednref1" name="_edn1"><span class=MsoEndnoteReference>[i]</span></a> Its source.</p></div></div>` +
        `<div style='mso-element:comment-list'><hr class=msocomoff><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText>Really?</p></div></div></div>`,
    )
    expect(pasted(html)).toBe('A claim comes[^note-1].\n\n[^note-1]: Its source.')
    expect(lost(html)).toEqual(['table of contents (added automatically)', 'comment'])
    expect(pasted('<p>It <del>goes</del> comes.</p>')).toBe('It ~~goes~~ comes.')
  })

  test('a table with its cells', () => {
    const html = word(
      '<table class=MsoTableGrid border=1><tr><td valign=top><p class=MsoNormal>port<o:p></o:p></p></td><td><p class=MsoNormal>depth</p></td></tr><tr><td><p>Ghent</p></td><td><p>12 m</p></td></tr></table>',
    )
    expect(pasted(html)).toContain('Ghent')
    expect(pasted(html).split('\n')).toHaveLength(3)
  })
})

describe('Notion', () => {
  const tasks = '- [x] done\n\n  - a part\n\n- [ ] to do\n\n- plain'

  test('tasks on the clipboard keep their ticks', () => {
    const html =
      "<meta charset='utf-8'><ul>\n<li>[x]  done\n<ul>\n<li>a part</li>\n</ul>\n</li>\n<li>\n<p>[ ] to do</p>\n</li>\n<li>plain</li>\n</ul>\n<!-- notionvc: 3f0a1b2c-7fff -->"
    expect(pasted(html).replace(/^[*] /gmu, '- ')).toBe(tasks)
    expect(pasted('<ul><li><strong>[x]</strong> bold</li></ul><ol><li>[x] numbered</li></ol>')).not.toMatch(/^\W{0,3} \[x\]/mu)
  })

  // The form of clipboards that people have pasted into public pages unread, with the name of the
  // format at the end (read 2026-11-27).
  test('a page with code, lists in lists, a table, a picture and one block with its styles', () => {
    const page =
      '<html>\n<body>\n<!--StartFragment--><p>The <code>tide</code> turns twice.\nThen:</p>\n<h2>What to run:</h2>\n<pre><code class="language-bash">pump &lt;https://example.org/a.git&gt;\n\n</code></pre>\n' +
      '<ul>\n<li><strong>Gauge</strong>:\n<ul>\n<li><code>read()</code> gives metres.</li>\n</ul>\n</li>\n</ul>\n' +
      '<table>\n<thead>\n<tr>\n<th>port</th>\n<th>depth</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Ghent</td>\n<td>12 m</td>\n</tr>\n</tbody>\n</table>\n' +
      '<p><img src="https://prod-files-secure.s3.us-west-2.amazonaws.com/1/2/Untitled.png" alt="Untitled"></p>\n<ol>\n<li><strong>First:</strong> wait.</li>\n<li>Then go.</li>\n</ol>\n' +
      '<!-- notionvc: 8798ad1c-7fff --><!--EndFragment-->\n</body>\n</html>'
    expect(pasted(page)).toBe(
      'The `tide` turns twice. Then:\n\n## What to run:\n\n```bash\npump <https://example.org/a.git>\n```\n\n- **Gauge**:\n\n  - `read()` gives metres.\n\n' +
        '| port | depth |\n| --- | --- |\n| Ghent | 12 m |\n\n![Untitled](https://prod-files-secure.s3.us-west-2.amazonaws.com/1/2/Untitled.png)\n\n1. <strong>First:</strong> wait.\n2. Then go.',
    )
    const block = '<span style="font-weight: 600;" data-token-index="0">Gauge: north</span> stands alone.<!-- notionvc: 2c8a346e-7fff -->'
    expect(pasted(`<meta charset='utf-8'>${block}`)).toBe('**Gauge: north** stands alone.')
    expect(lost(page)).toEqual(['picture on another site, kept as a link'])
  })

  test('a formula of one block is its source', () => {
    const html =
      '<p>So <style>@import url(\'https://cdn.example/katex.min.css\')</style><span data-token-index="1" contenteditable="false" class="notion-text-equation-token" style="user-select:all"><span></span><span><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">m c^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base"><span class="mord mathnormal">m</span><span class="mord">c2</span></span></span></span></span><span>\uFEFF</span></span> it is.</p>'
    expect(pasted(html)).toBe('So $m c^2$ it is.')
  })

  test('tasks of its export keep their ticks', () => {
    const item = (state: string, text: string) =>
      `<ul class="to-do-list"><li><div class="checkbox checkbox-${state}"></div> <span class="to-do-children-${state === 'on' ? '' : 'un'}checked">${text}</span></li></ul>`
    expect(pasted(item('on', 'done') + item('off', 'to do'))).toMatch(/^. \[x\] done\n+. \[ \] to do$/u)
  })

  test('a task below a task keeps both ticks, in its export', () => {
    // As recorded from Notion's HTML export in public importers' tests: tasks below stand in a box
    // of their own.
    const html =
      '<ul id="a7" class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">Passport</span><div class="indented"><ul id="a8" class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span class="to-do-children-unchecked">Renew</span></li></ul></div></li></ul>'
    expect(pasted(html).replace(/\n+/gu, '\n')).toBe('- [x] Passport\n  - [ ] Renew')
  })

  test.each([
    [
      'two spaces after the box, as its Markdown has them',
      '<ul>\n<li>[x]  done</li>\n<li>[ ]  to do</li>\n</ul>\n<!-- notionvc: 1 -->',
      '- [x] done\n- [ ] to do',
    ],
    ['a large X', '<ul><li>[X] also done</li></ul>', '- [x] also done'],
    [
      'a paragraph in the item, and one below',
      '<ul><li><p>[ ] <strong>task</strong></p><ul><li>[x] child</li></ul></li></ul>',
      '- [ ] **task**\n  - [x] child',
    ],
    ['code that looks like a box', '<ul><li><code>[x]</code> literal</li></ul>', '- `[x]` literal'],
    ['a box amid the words', '<ul><li>words [x] literal</li></ul>', '- words \\[x\\] literal'],
    ['a numbered list', '<ol><li>[x] numbered</li></ol>', '1. \\[x\\] numbered'],
  ])('tasks on its clipboard: %s', (_what, html, expected) => {
    expect(pasted(html).replace(/\n+/gu, '\n')).toBe(expected)
  })
})

test('Word in the browser: headings by their role, and a list for each item', () => {
  const item = (level: number, words: string): string =>
    `<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1" role="list"><li role="listitem" data-aria-level="${level}" class="OutlineElement"><p class="Paragraph" paraid="1"><span class="TextRun"><span class="NormalTextRun">${words}</span></span><span class="EOP">&nbsp;</span></p></li></ul></div>`
  const html = `<div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="2"><span>Sand</span></p></div>${item(1, 'fine')}${item(2, 'finer')}${item(1, 'coarse')}<div><p>After.</p></div>${item(1, 'new')}`
  expect(pasted(html).replaceAll('\u00A0', '').replaceAll('&#160;', '').replace(/\n+/gu, '\n')).toBe(
    '## Sand\n- fine\n  - finer\n- coarse\nAfter.\n- new',
  )
})

test('LibreOffice: fonts dropped, notes kept', () => {
  const html =
    '<!DOCTYPE HTML><html><head><meta name="generator" content="LibreOffice 24.2 (Linux)"><style>@page { margin: 2cm } p { line-height: 115% }</style></head><body lang="en"><h1 class="western">Locks</h1><p style="line-height: 100%"><font face="Liberation Serif"><font size="3"><b>Read policies</b></font></font> close<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>.</p><p><br></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a> Mostly.</p></div></body></html>'
  expect(pasted(html)).toBe('## Locks\n\n**Read policies** close[^note-1].\n\n[^note-1]: Mostly.')
})

test('a web page: what is there to be pressed is no text', () => {
  const html =
    '<h3>Usage<a class="anchor" href="#usage"><svg class="octicon"><path d="M0"></path></svg></a></h3><p>Run <code>pump</code>.</p><div class="highlight"><pre class="lang-sh"><code>pump --all\n</code></pre><clipboard-copy class="copy-button"><button>Copy</button></clipboard-copy></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" checked disabled> tested</li></ul>'
  expect(pasted(html)).toBe('### Usage\n\nRun `pump`.\n\n```sh\npump --all\n```\n\n- [x] tested')
})

test('an editor of programs: its lines are one block of code', () => {
  const html =
    '<meta charset="utf-8"><div style="color: #333;background-color: #fff;font-family: Menlo, Consolas, monospace;font-size: 14px;white-space: pre;"><div><span style="color: #00f;">if</span><span> (x) {</span></div><div><span>  go()</span></div><br><div><span>}</span></div></div>'
  expect(pasted(html)).toBe('```\nif (x) {\n  go()\n\n}\n```')
})

test('what is left out is named', () => {
  expect(lost('<p>a</p><object data="x"></object><p>b</p>')).toEqual(['embedded object'])
})
