import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { docToMarkdown } from '../text/markdown-out.ts'
import { docxText } from './docx-in.ts'
import { googleAddress } from './google-address.ts'
import { importFile } from './import-file.ts'
import type { ImportedPart } from './imported-text.ts'
import { FileRefused } from './refused.ts'

async function read(name: string, content: string | Uint8Array): Promise<readonly ImportedPart[]> {
  const bytes = typeof content === 'string' ? strToU8(content) : content
  const parts: ImportedPart[] = []
  try {
    for await (const part of importFile(name, new Uint8Array(bytes), { docx: docxText, siteOrigin: 'https://here.example' }))
      parts.push(part)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    parts.push({ from: name, refused: error.why })
  }
  return parts
}
const seen = (part: ImportedPart | undefined): unknown =>
  part === undefined || 'refused' in part
    ? part
    : {
        title: part.title,
        writtenOn: part.writtenOn,
        tags: part.tags,
        text: docToMarkdown(part.doc).trim(),
        dropped: part.dropped.map(({ what }) => what),
      }
const zip = (files: Record<string, string | Uint8Array>): Uint8Array =>
  zipSync(
    Object.fromEntries(Object.entries(files).map(([name, content]) => [name, typeof content === 'string' ? strToU8(content) : content])),
  )
const png = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)

describe('files', () => {
  test('Markdown with front matter; what is not understood is named', async () => {
    const file =
      '---\ntitle: Tides\ndate: 1862-06-01\ntags: [Sea, Moon]\nlang: en_GB\nmood: calm\nauthor: Ada\n---\n# Tides\n\nWater <u>rises</u>. ![a](b.png)\n'
    expect(seen((await read('x.md', file))[0])).toEqual({
      title: 'Tides',
      writtenOn: '1862-06-01',
      tags: ['Sea', 'Moon'],
      text: 'Water rises. a',
      dropped: ['"mood" of the front matter', 'author (drafts are yours)', 'layout tag <u> (line 3)', 'picture'],
    })
    expect(await read('my-notes.md', 'Plain.')).toMatchObject([{ title: 'my notes', lang: 'en' }])
  })

  test.each([
    ['nothing', 'a.md', '', 'empty'],
    ['bytes that are no text', 'a.md', Uint8Array.of(0xff, 0xfe, 0x00, 0xd8, 0x41), 'not-text'],
    ['an old Word file', 'a.doc', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'unknown-format'],
    ['a name that says nothing', 'a.xyz', 'text', 'unknown-format'],
    ['JSON of something else', 'a.json', '{"a":[1]}', 'unknown-format'],
    ['JSON that is none', 'a.json', '{', 'broken'],
    ['a text beyond the limit', 'a.md', 'word '.repeat(250_000), 'too-long'],
    ['an archive without a text', 'a.zip', zip({ 'a.png': png }), 'unknown-format'],
    ['a Word file that is none', 'a.docx', zip({ 'word/document.xml': '<!DOCTYPE x><w:document/>' }), 'broken'],
  ])('%s is refused', async (_what, name, content, why) => {
    expect(await read(name, content)).toMatchObject([{ from: name, refused: why }])
  })

  test('a document that Google Docs published, without the words around it', async () => {
    const page =
      '<html><head><title>My doc - Google Docs</title></head><body><div id="banners"><div>Published using Google Docs</div></div><div id="contents"><style>.c1{font-weight:700}</style><div class="doc-content"><p class="title">My doc</p><p><span class="c1">Bold</span> <a href="https://www.google.com/url?q=https://e.org/&amp;sa=D">x</a></p></div></div><div id="footer">Report abuse</div></body></html>'
    expect(seen((await read('Google document.html', page))[0])).toMatchObject({
      title: 'My doc',
      text: '**Bold** [x](https://e.org/)',
      dropped: [],
    })
  })

  test('HTML in the encoding that it names', async () => {
    const bytes = Uint8Array.from([...strToU8('<meta charset="iso-8859-1"><p>caf'), 0xe9, ...strToU8('</p>')])
    expect(seen((await read('a.html', bytes))[0])).toMatchObject({ title: 'a', text: 'café' })
  })
})

describe('archives of', () => {
  test('Markdown with pictures in folders; one bad text does not stop the others', async () => {
    const parts = await read(
      'notes.zip',
      zip({
        'notes/one.md': '# One\n\n![A](img/a.png) ![B](../b.PNG)\n\n[not a picture](img/a.png)',
        'notes/img/a.png': png,
        'b.PNG': png,
        'bad.md': Uint8Array.of(0xff, 0x00),
        'README.md': 'about the archive',
      }),
    )
    expect(parts).toHaveLength(2)
    expect(parts[0]).toEqual({ from: 'bad.md', refused: 'not-text' })
    expect(seen(parts[1])).toMatchObject({ title: 'One', text: '![A](/imported-picture/1)\n\n![B](/imported-picture/2)\n\nnot a picture' })
    expect(parts[1]).toMatchObject({ pictures: [{ bytes: png, type: 'image/png' }, { bytes: png }] })
  })

  test('everything of one’s own, as exported here: the texts, and no rows', async () => {
    const rows = '[{"id":"a","title":"No text","html":"<p>Row</p>"}]'
    const files = { 'texts/one.md': '# One\n\nWords.', 'data/account.json': '{}', 'data/posts.json': rows, 'README.txt': 'All' }
    expect((await read('all.zip', zip(files))).map(seen)).toMatchObject([{ title: 'One' }])
    // Rows of somebody else's archive are looked at.
    expect(await read('other.zip', zip({ 'data/posts.json': rows }))).toHaveLength(1)
  })

  test('Substack: title and day from its list', async () => {
    const [part] = await read(
      'export.zip',
      zip({
        'posts.csv': 'post_id,post_date,is_published,title\n12.a-post,2023-04-05T10:00:00.000Z,true,"A ""post"", here"\n',
        'posts/12.a-post.html': '<h1>In the text</h1><p>Words.</p>',
      }),
    )
    expect(seen(part)).toMatchObject({ title: 'A "post", here', writtenOn: '2023-04-05' })
  })

  test('Medium: title and day from the page, which repeats and signs them', async () => {
    const html =
      '<html><head><title>On x</title></head><body><article class="h-entry"><header><h1 class="p-name">On x</h1></header><section data-field="subtitle">Sub</section><section data-field="body" class="e-content"><section><div class="section-divider"><hr></div><h3 class="graf graf--title">On x</h3><p class="graf graf--p">Words.</p></section></section><footer><p>By A on <time class="dt-published" datetime="2020-01-02T03:04:05Z">x</time></p></footer></article></body></html>'
    expect(seen((await read('m.zip', zip({ 'posts/2020-01-02_On-x-abc.html': html })))[0])).toEqual({
      title: 'On x',
      writtenOn: '2020-01-02',
      tags: [],
      text: 'Words.',
      dropped: [],
    })
  })

  test('Ghost, with its pictures beside it', async () => {
    const data = {
      db: [
        {
          data: {
            posts: [
              {
                id: '1',
                title: 'Hello',
                html: '<p>Hi <img src="__GHOST_URL__/content/images/2024/01/a.png"></p>',
                published_at: '2024-01-02T00:00:00.000Z',
              },
              { id: '2', title: 'Nothing', html: null },
            ],
            tags: [
              { id: 't', name: 'News' },
              { id: 'u', name: '#internal' },
            ],
            posts_tags: [
              { post_id: '1', tag_id: 't' },
              { post_id: '1', tag_id: 'u' },
            ],
          },
        },
      ],
    }
    const parts = await read('ghost.zip', zip({ 'data/ghost.json': JSON.stringify(data), 'content/images/2024/01/a.png': png }))
    expect(seen(parts[0])).toEqual({
      title: 'Hello',
      writtenOn: '2024-01-02',
      tags: ['News'],
      text: 'Hi\n\n![](/imported-picture/1)',
      dropped: [],
    })
    expect(parts[1]).toEqual({ from: 'Nothing', refused: 'empty' })
  })

  test('WordPress: paragraphs by empty lines, shortcodes, footnotes; the bin stays there', async () => {
    const item = (title: string, content: string, more = ''): string =>
      `<item><title>${title}</title><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_date>2019-05-06 07:08:09</wp:post_date><wp:post_type>post</wp:post_type><category domain="post_tag"><![CDATA[Tea]]></category>${more}</item>`
    const notes = JSON.stringify([{ id: '3f-a', content: 'a <em>note</em> <a href="#3f-a-link">↩</a>' }])
    const xml = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Blog</title>${[
      item('One &amp; all', 'First\nline.\n\n<b>Second</b> [gallery ids="1"] $latex x^2$'),
      item(
        'Two',
        '<!-- wp:paragraph --><p>x<sup data-fn="3f-a" class="fn"><a href="#3f-a" id="3f-a-link">1</a></sup></p><!-- /wp:paragraph -->',
        `<wp:postmeta><wp:meta_key>footnotes</wp:meta_key><wp:meta_value><![CDATA[${notes}]]></wp:meta_value></wp:postmeta>`,
      ),
      item('Gone', 'x', '<wp:status>trash</wp:status>'),
    ].join('')}</channel></rss>`
    const parts = await read('wp.xml', xml)
    expect(parts.map(seen)).toMatchObject([
      {
        title: 'One & all',
        writtenOn: '2019-05-06',
        tags: ['Tea'],
        text: 'First\\\nline.\n\n**Second** $x^2$',
        dropped: ['shortcode [gallery]'],
      },
      { title: 'Two', text: 'x[^note-1]\n\n[^note-1]: a *note*' },
    ])
    expect(await read('wp.xml', xml.replace('<rss', '<!DOCTYPE rss [<!ENTITY a "b">]><rss'))).toMatchObject([{ refused: 'broken' }])
  })

  test('WordPress: any number of pictures take no text’s place; of an export in JSON it is said what is too many', async () => {
    const picture = '<item><title>p</title><wp:post_type>attachment</wp:post_type></item>'
    const post = '<item><title>Last</title><content:encoded>x</content:encoded></item>'
    const xml = `<rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>${picture.repeat(5_001)}${post}</channel></rss>`
    expect((await read('wp.xml', xml)).map(seen)).toMatchObject([{ title: 'Last' }])
    const posts = Array.from({ length: 5_002 }, () => ({ title: 'G' }))
    const parts = await read('ghost.json', JSON.stringify({ db: [{ data: { posts } }] }))
    expect([parts.length, parts.at(-1)]).toEqual([5_001, { from: '2 more of the file', refused: 'too-many-texts' }])
  })

  test('a ForumMagnum site, in HTML or Markdown', async () => {
    const results = [
      {
        _id: 'a',
        title: 'A',
        postedAt: '2021-02-03T04:05:06Z',
        contents: { html: '<p>x</p><div class="spoilers"><p>y</p></div>' },
        tags: [{ name: 'AI' }],
      },
      { _id: 'b', title: 'B', url: 'https://e.org/', contents: { markdown: 'z *w*' } },
    ]
    expect((await read('lw.json', JSON.stringify({ data: { posts: { results } } }))).map(seen)).toMatchObject([
      { title: 'A', writtenOn: '2021-02-03', tags: ['AI'], text: 'x\n\n:::spoiler\n\ny\n\n:::' },
      { title: 'B', text: 'z *w*' },
    ])
  })
})

test('a key that every object has is no post', async () => {
  expect(await read('a.json', '{"__proto__":{"title":"x","html":"<p>y</p>"},"constructor":[{"title":"x"}]}')).toMatchObject([
    { refused: 'unknown-format' },
  ])
})

test.each([
  [
    'https://docs.google.com/document/d/e/2PACX-1vSabcdefghijklmnop/pub?x=1',
    'https://docs.google.com/document/d/e/2PACX-1vSabcdefghijklmnop/pub',
  ],
  [
    'https://docs.google.com/document/d/1AbcdefghijklmnopQRST/edit#heading',
    'https://docs.google.com/document/d/1AbcdefghijklmnopQRST/export?format=html',
  ],
  ['https://docs.google.com.evil.test/document/d/1AbcdefghijklmnopQRST/edit', null],
  ['https://docs.google.com@127.0.0.1/document/d/1AbcdefghijklmnopQRST/edit', null],
  ['http://docs.google.com/document/d/1AbcdefghijklmnopQRST/edit', null],
  ['https://docs.google.com/document/d/../../1AbcdefghijklmnopQRST', null],
  ['https://docs.google.com/document/d/1AbcdefghijklmnopQRST/../../x', null],
])('%s leads to %s', (given, address) => {
  expect(googleAddress(given)).toBe(address)
})
