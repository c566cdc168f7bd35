import { expect, test } from 'vitest'
import type { Doc } from '#shared/text/schema.ts'
import { bodyHtml } from './body-html.ts'

const options = { idPrefix: '', profile: 'comment', trusted: false } as const
const words: Doc = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hello' }] }] }
const formula: Doc = { type: 'doc', content: [{ type: 'mathBlock', attrs: { tex: 'a<b' } }] }

test('a text without maths or code needs nothing more', async () => {
  const body = bodyHtml('https://site.example')
  expect(body.html(words, options)).toContain('Hello')
  expect(await body.bringMissing()).toBe(false)
})

test('a formula is plain until maths has come, and then MathML', async () => {
  const body = bodyHtml('https://site.example')
  expect(body.html(formula, options)).toContain('<code>a&lt;b</code>')
  expect(await body.bringMissing()).toBe(true)
  expect(body.html(formula, options)).toContain('<math')
  expect(await body.bringMissing()).toBe(false)
})
