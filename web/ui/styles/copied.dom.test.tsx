import { expect, test } from 'vitest'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { renderDoc } from '#shared/text/render.ts'
import { showHtml } from '../../testing/dom.tsx'

const written = `Before.

## Of tides

- [x] done
- to do

> Quoted

\`\`\`js
const a = 1
\`\`\`

| port | depth |
| --- | --- |
| Ghent | 12 m |

$x^2$ and @nobody.

## After
`

test('a copied passage holds the author’s words and no sign of ours', async () => {
  const html = renderDoc(markdownToDoc(written, 'essay').doc, {
    idPrefix: '',
    rel: 'noopener',
    siteOrigin: 'https://example.org',
    footnotes: 'sides-and-end',
    math: (tex) => `<code>${tex}</code>`,
    highlight: (text) => text,
  })
  await showHtml(`<div class="essay">${html}</div>`)
  const essay = document.querySelector('.essay')
  if (essay === null) throw new Error('no essay')
  getSelection()?.selectAllChildren(essay)
  const copied = String(getSelection()).replace(/ ?\n+ ?/gu, '\n')
  expect(copied).toBe('Before.\nOf tides\ndone\nto do\nQuoted\nconst a = 1\nport\tdepth\nGhent\t12 m\nx^2 and @nobody.\nAfter')
})
