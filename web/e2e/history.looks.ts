/** How a history and a comparison look, with everything in them that a text may hold. */
import { expect } from 'vitest'
import { doAtConsole } from './support/device.ts'
import { look } from './support/looks.ts'
import { test } from './support/test-page.ts'

const id = '01k0d000000000000000000001'
const idOf = (n: number) => `01k0d0000000000000000000${String(n).padStart(2, '0')}`
const text = (words: string, mark?: string) => ({ type: 'text', text: words, ...(mark !== undefined && { marks: [{ type: mark }] }) })
const para = (n: number, ...content: unknown[]) => ({ type: 'paragraph', attrs: { id: idOf(n) }, content })
const cell = (words: string) => ({ type: 'tableCell', content: [{ type: 'paragraph', content: [text(words)] }] })
const item = (words: string) => ({ type: 'listItem', content: [{ type: 'paragraph', content: [text(words)] }] })
const long = 'The keeper of the light writes down the height of the water at every hour, and has done so for thirty years.'

const first = [
  para(11, text('The tide goes out in the evening, and comes back in the night.')),
  para(12, text(long)),
  { type: 'heading', attrs: { id: idOf(13), level: 3 }, content: [text('What is measured')] },
  { type: 'table', attrs: { id: idOf(14) }, content: [{ type: 'tableRow', content: [cell('Monday'), cell('3.1 m')] }, { type: 'tableRow', content: [cell('Tuesday'), cell('2.9 m')] }] }, // oxfmt-ignore
  { type: 'bulletList', attrs: { id: idOf(15) }, content: [item('a rope with knots'), item('a lead')] },
  { type: 'codeBlock', attrs: { id: idOf(16), language: 'js' }, content: [text('const height = 3.1')] },
  { type: 'mathBlock', attrs: { id: idOf(17), tex: 'h = a \\cos t' } },
  para(18, text('A paragraph that goes.')),
]
const second = [
  para(11, text('The great tide goes '), text('far', 'bold'), text(' out in the evening, and comes back at night.')),
  { type: 'heading', attrs: { id: idOf(13), level: 2 }, content: [text('What is measured')] },
  { type: 'table', attrs: { id: idOf(14) }, content: [{ type: 'tableRow', content: [cell('Monday'), cell('3.2 m')] }, { type: 'tableRow', content: [cell('Tuesday'), cell('2.9 m')] }] }, // oxfmt-ignore
  { type: 'bulletList', attrs: { id: idOf(15) }, content: [item('a rope with knots'), item('a lead of five pounds'), item('a watch')] },
  { type: 'codeBlock', attrs: { id: idOf(16), language: 'ts' }, content: [text('const height = 3.2')] },
  { type: 'mathBlock', attrs: { id: idOf(17), tex: 'h = a \\sin t' } },
  para(12, text(`${long} Nobody asked for it.`)),
  para(19, text('A paragraph that came.')),
]

test('a history and a comparison are sound in every theme and size, and read without a script', async ({ site }) => {
  const publish = (revision: number, content: readonly unknown[], more: Readonly<Record<string, unknown>> = {}) =>
    doAtConsole(site, 'lina', 'posts.publish', {
      ...{ id, revisionId: idOf(revision), title: 'On the tides of the north', body: { type: 'doc', content }, kind: 'post' },
      ...{ linkUrl: null, lang: 'en', tags: ['Water'], writtenOn: null, submitToFrontpage: true, ...more },
    })
  await publish(2, first)
  await publish(3, second, { note: 'Measured anew, and the order changed', level: 'major' })
  const { page } = await site.newReader()
  const history = '/revisions/post/01k0d000000000000000000001/on-the-tides-of-the-north'
  const comparison = history.replace('/revisions/', '/compare/')
  expect(await look(page, 'history', history, 'brief')).toEqual([])
  expect(await look(page, 'comparison', `${comparison}?before=1.0.0&after=2.0.0`)).toEqual([])

  const plain = await site.newReader({ javaScriptEnabled: false })
  await plain.page.goto(history)
  await plain.page.getByRole('button', { name: 'Compare selected' }).click()
  const { searchParams } = new URL(plain.page.url())
  expect([searchParams.get('before'), searchParams.get('after')]).toEqual(['1.0.0', '2.0.0'])
  expect(await plain.page.locator('.compared ins').allTextContents()).toContainEqual(expect.stringContaining('great'))
  expect(await plain.page.getByText('Moved here from').count()).toBe(1)
  await plain.page.getByRole('link', { name: 'Only changes' }).click()
  expect(await plain.page.locator('.cmp-change').count()).toBeGreaterThan(5)
})
