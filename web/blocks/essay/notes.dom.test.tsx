import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { renderDoc } from '#shared/text/render.ts'
import { plainOptions } from '#shared/text/well-formed.ts'
import { show } from '../../testing/dom.tsx'

afterEach(() => page.viewport(1_000, 800))

const essay = async (markdown: string): Promise<void> => {
  await show(<div className="essay" />)
  document.querySelector('.essay')?.insertAdjacentHTML('beforeend', renderDoc(markdownToDoc(markdown, 'essay').doc, plainOptions))
}
const shown = (): readonly string[] =>
  [...document.querySelectorAll<HTMLElement>('.endnotes li')].flatMap((item) =>
    item.checkVisibility() ? [item.innerText.trim().split(/\s/u)[0] ?? ''] : [],
  )

test('beside a wide text the list of notes holds those that stand nowhere else, with their numbers', async () => {
  await page.viewport(1_400, 800)
  await essay('a[^1] b[^2]\n\n[^1]: first\n\n[^2]:\n    |table|\n    |-|\n\n[^3]: lonely\n\n    - within')
  expect(shown()).toEqual(['table', 'lonely', 'within'])
  expect(document.querySelector<HTMLLIElement>('.endnotes > ol > li:last-of-type')?.value).toBe(3)
  await page.viewport(800, 800)
  expect(shown()).toEqual(['first', 'table', 'lonely', 'within'])
})

test('beside a wide text that has all its notes at its side there is no list', async () => {
  await page.viewport(1_400, 800)
  await essay('a[^1]\n\n[^1]: first')
  expect(shown()).toEqual([])
})
