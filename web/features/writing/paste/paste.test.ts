import { expect, test } from 'vitest'
import { withoutStyles } from './without-styles.ts'
import { looksLikeMarkdown } from './looks-like-markdown.ts'

test('styles and handlers are kept from the browser, and the words are not', () => {
  const html = withoutStyles(
    '<style>p { color: red }</style><!-- x --><p style="color:red" class="a" onclick="x()">A style = a habit, on one = condition</p><b STYLE=\'x\'>b</b>',
  )
  expect(html).not.toMatch(/\sstyle\s*=\s*["']|\sonclick|<style|<!--/i)
  expect(html).toContain('data-no-style="color:red"')
  expect(html).toContain('A style = a habit, on one = condition')
})

test.each([
  ['# Title\n\nwords', true],
  ['- a\n- b\n- c', true],
  ['see [this](https://example.org) place', true],
  ['a **bold** word and `code`\n> quoted', true],
  ['text[^1]\n\n[^1]: a note', true],
  ['An ordinary paragraph.\n\nAnd another one.', false],
  ['- one lonely dash', false],
  ['It was *so* good, 5 * 3 = 15', false],
  ['snake_case_name and other_name', false],
])('%j looks like Markdown: %s', (text, looks) => {
  expect(looksLikeMarkdown(text)).toBe(looks)
})
