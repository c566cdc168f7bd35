import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, focused, press, show, showHtml } from '../testing/dom.tsx'
import { Menu } from './menu.tsx'
import { Notice } from './notice.tsx'
import { ScrollBox } from './scroll-box.tsx'
import { openSheet } from './sheet.ts'
import { Tabs } from './tabs.tsx'

const menu = (
  <>
    <Menu label="More" summary="…">
      <a href="#one">One</a>
      <p>Only words</p>
      <button type="button" data-closes="">
        Two
      </button>
      <button type="button">Three</button>
    </Menu>
    <button>Elsewhere</button>
  </>
)
const isOpen = () => document.querySelector('details')?.open

test('a menu opens with Enter and its items follow by Tab', async () => {
  await show(menu)
  await press('{Tab}', '{Enter}', '{Tab}')
  expect(isOpen()).toBe(true)
  expect(focused()).toBe('One')
})

test('Escape closes a menu and gives the focus back to its button', async () => {
  await show(menu)
  await press('{Tab}', '{Enter}', '{Tab}', '{Escape}')
  expect(isOpen()).toBe(false)
  expect(focused()).toBe('More')
})

test('a choice closes the menu, words in it and other controls do not', async () => {
  await show(menu)
  await page.getByText('…').click()
  await page.getByText('Only words').click()
  await page.getByRole('button', { name: 'Three' }).click()
  expect(isOpen()).toBe(true)
  await page.getByRole('button', { name: 'Two' }).click()
  expect(isOpen()).toBe(false)
})

test('a click elsewhere closes the menu', async () => {
  await show(menu)
  await page.getByText('…').click()
  expect(isOpen()).toBe(true)
  await page.getByRole('button', { name: 'Elsewhere' }).click()
  expect(isOpen()).toBe(false)
})

test('a menu is told when it opens, and not when it closes', async () => {
  let times = 0
  await show(
    <Menu label="More" summary="…" onOpen={() => (times += 1)}>
      <a href="#one">One</a>
    </Menu>,
  )
  await press('{Tab}', '{Enter}', '{Enter}', '{Enter}')
  await expect.poll(() => times).toBe(2)
})

test('an open menu is accessible', async () => {
  await show(menu)
  await press('{Tab}', '{Enter}')
  await expectAccessible()
})

test('tabs are links, and the current one says so', async () => {
  await show(
    <Tabs
      label="Parts"
      tabs={[
        { href: '/a', word: 'A', isCurrent: true },
        { href: '/b', word: 'B', isCurrent: false },
      ]}
    />,
  )
  await expect.element(page.getByRole('link', { name: 'A' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: 'B' })).not.toHaveAttribute('aria-current')
  await expectAccessible()
})

test('the Tab key goes through tabs one by one', async () => {
  const tabs = ['A', 'B'].map((word) => ({ href: `/${word}`, word, isCurrent: word === 'B' }))
  await show(<Tabs label="Parts" tabs={tabs} />)
  await press('{Tab}')
  expect(focused()).toBe('A')
  await press('{Tab}')
  expect(focused()).toBe('B')
})

test('an urgent notice is an alert, any other is a status', async () => {
  await show(
    <>
      <Notice isUrgent>Fire</Notice>
      <Notice kind="warm">Tea</Notice>
    </>,
  )
  await expect.element(page.getByRole('alert')).toHaveTextContent('Fire')
  await expect.element(page.getByRole('status')).toHaveTextContent('Tea')
})

test('what is wider than the page is scrolled by keys', async () => {
  await show(
    <ScrollBox label="A table">
      <div style={{ inlineSize: '3000px' }}>wide</div>
    </ScrollBox>,
  )
  await press('{Tab}', '{ArrowRight}')
  await expect.poll(() => document.querySelector('.scroll')?.scrollLeft).toBeGreaterThan(0)
})

/** A page with a button, and a sheet that was opened from it. */
function withSheet(options: { readonly isAside?: boolean } = {}) {
  const main = showHtml('<button id="opener">Open</button> <a id="far" href="#far">Far</a>')
  const opener = main.querySelector('button')
  opener?.focus()
  const content = document.createElement('p')
  content.innerHTML = '<a href="#there">A link</a> <button>A mutation</button>'
  let closed = 0
  const sheet = openSheet({ title: 'Ways', className: 'a-sheet', content, onClose: () => (closed += 1), ...options })
  return { sheet, opener, closed: () => closed }
}

test('a sheet is a dialog with its heading as its name', async () => {
  withSheet()
  await expect.element(page.getByRole('dialog', { name: 'Ways' })).toBeVisible()
  await expectAccessible()
})

test('the focus stays inside a sheet while it is open', async () => {
  const { sheet } = withSheet()
  for (let times = 0; times < 7; times += 1) {
    await press('{Tab}')
    expect(sheet.contains(document.activeElement) || document.activeElement === document.body).toBe(true)
  }
})

test('Escape closes a sheet and gives the focus back', async () => {
  const { closed } = withSheet()
  await press('{Escape}')
  await expect.poll(closed).toBe(1)
  expect(focused()).toBe('Open')
  expect(document.querySelector('dialog')).toBeNull()
})

test('Close closes a sheet and gives the focus back', async () => {
  withSheet()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(focused).toBe('Open')
})

test('a link in a sheet closes it', async () => {
  const { sheet, closed } = withSheet()
  // As the app's router does: the browser itself goes nowhere.
  sheet.addEventListener('click', (event) => event.preventDefault())
  await page.getByRole('link', { name: 'A link' }).click()
  await expect.poll(closed).toBe(1)
})

test('a button in a sheet leaves it open', async () => {
  const { sheet } = withSheet()
  await page.getByRole('button', { name: 'A mutation' }).click()
  expect(sheet.open).toBe(true)
})

test('a sheet that is asked for twice is one', () => {
  const { sheet } = withSheet()
  const again = openSheet({ title: 'Ways', className: 'a-sheet', content: document.createElement('p') })
  expect(again).toBe(sheet)
})

test('a press beside a sheet closes it, a press in it does not', async () => {
  const { sheet, closed } = withSheet()
  await page.getByRole('heading', { name: 'Ways' }).click()
  expect(sheet.open).toBe(true)
  sheet.dispatchEvent(new MouseEvent('click', { clientX: 2, clientY: 2, bubbles: true }))
  await expect.poll(closed).toBe(1)
})

test('a sheet that came by itself takes no focus and leaves the page usable', async () => {
  const { sheet, opener } = withSheet({ isAside: true })
  expect(document.activeElement).toBe(opener)
  await page.getByRole('link', { name: 'Far' }).click()
  expect(sheet.matches(':modal')).toBe(false)
  await press('{Escape}')
  await expect.poll(() => sheet.isConnected).toBe(false)
})
