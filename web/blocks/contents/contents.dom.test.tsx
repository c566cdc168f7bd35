import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, focused, press, show } from '../../testing/dom.tsx'
import { afterPost, ContentsRail, ContentsSheet } from '../essay/contents.tsx'
import { followContents } from './follow-contents.ts'
import { openContents } from './open-contents.ts'

const contents = [
  { id: 'one', title: 'One', level: 1 },
  { id: 'two', title: 'Two', level: 2 },
] as never

const part = (id: string) => (
  <section>
    <h2 id={id} tabIndex={-1}>
      {id}
    </h2>
    <p style={{ blockSize: '1500px' }}>Text</p>
  </section>
)

/** An essay of two parts, with its contents. */
async function showEssay() {
  await show(
    <>
      <ContentsRail title="On tides" contents={contents} after={afterPost(2)} />
      <ContentsSheet contents={contents} after={afterPost(2)} />
      <div id="main">
        {part('one')}
        {part('two')}
      </div>
    </>,
  )
}
const current = () => document.querySelector('.toc [aria-current]')?.textContent

test('the contents lead to the parts, and at last to the comments', async () => {
  await showEssay()
  const all = [...document.querySelectorAll('.rail.toc a')].map((link) => link.getAttribute('href'))
  expect(all).toEqual(['#main', '#one', '#two', '#comments'])
})

test('the contents say how many comments there are', () => {
  expect(afterPost(0).word).toBe('Comments')
  expect(afterPost(2).word).toBe('2 comments')
})

test('a text without parts has no contents on a phone', async () => {
  await show(<ContentsSheet contents={[]} after={null} />)
  expect(document.querySelector('.toc-sheet')).toBeNull()
})

test('the part that is being read is marked, going down and back', async () => {
  await showEssay()
  const stop = followContents(document.getElementById('main') ?? document.body)
  document.getElementById('two')?.scrollIntoView()
  await expect.poll(current).toBe('Two')
  document.getElementById('one')?.scrollIntoView()
  await expect.poll(current).toBe('One')
  stop()
})

test('the key for the contents leads to the rail where it stands', async () => {
  await page.viewport(1400, 900)
  await showEssay()
  const isThere = document.querySelector('.rail.toc')?.checkVisibility()
  expect(isThere).toBe(true)
  openContents()
  expect(focused()).toBe('On tides')
  expect(document.querySelector('dialog')).toBeNull()
})

test('on a phone the contents come as a sheet, which a choice closes', async () => {
  await page.viewport(400, 800)
  await showEssay()
  openContents()
  const dialog = page.getByRole('dialog', { name: 'Contents' })
  await expect.element(dialog).toBeVisible()
  await dialog.getByRole('link', { name: 'Two' }).click()
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  await expect.poll(() => Math.round(document.getElementById('two')?.getBoundingClientRect().top ?? -1)).toBeLessThan(400)
  await page.viewport(1280, 800)
})

test('Escape closes the sheet of contents', async () => {
  await page.viewport(400, 800)
  await showEssay()
  openContents()
  await press('{Escape}')
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
  await page.viewport(1280, 800)
})

test('contents are accessible', async () => {
  await showEssay()
  await expectAccessible(document.querySelector('.rail.toc') ?? document.body)
})
