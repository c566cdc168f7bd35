import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost } from '#shared/testing/factories.ts'
import type { ReactionView } from '#shared/reactions/shown.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show, showHtml } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { VoteForm } from '../votes/vote-form.tsx'
import { choose, openPalette } from './palette-box.ts'
import { ReactionBar } from './reaction-bar.tsx'
import { ReactionsOnPage } from './reactions-on-page.tsx'
import './reactions-styles.ts'
import { hearCards } from './who-reacted.ts'

const agree: ReactionView = {
  part: 'agree',
  name: 'agree',
  sign: '✓',
  label: 'Agree',
  net: 3,
  for: 3,
  against: 0,
} as unknown as ReactionView
const dialog = page.getByRole('dialog')
const search = page.getByRole('searchbox', { name: 'Search reactions' })

/** The palette, opened from a link as on a page. */
function open(id = nextId()) {
  const main = showHtml(`<a id="react" href="${links.react(id)}" aria-label="React">☺</a>`)
  const opener = main.querySelector('a')
  if (opener === null) throw new Error('no link')
  opener.focus()
  const said: (string | null)[] = []
  openPalette(opener, (word) => said.push(word))
  return { opener, said, id }
}

afterEach(() => document.querySelector<HTMLElement>('.palette')?.hidePopover())

test('the palette opens with the focus in its search', async () => {
  open()
  await expect.element(dialog).toBeVisible()
  expect(focused()).toBe('Search reactions')
})

test('typing narrows the palette, and how many are left is said', async () => {
  open()
  await search.fill('chang')
  await expect.element(page.getByRole('button', { name: /^Changed my mind\./u })).toBeVisible()
  expect(page.getByRole('button', { name: /^Agree/u }).query()).toBeNull()
  await expect.element(page.getByRole('status')).toMatchTextContent(/^\d+ reactions$/u)
})

test('a search that fits nothing says so', async () => {
  open()
  await search.fill('xyzzy')
  await expect.element(page.getByText('No matching reactions.')).toBeVisible()
})

test('ArrowDown goes from the search into the palette, ArrowUp back to the search', async () => {
  open()
  await press('{ArrowDown}')
  expect(focused()).toMatch(/^Agree/u)
  await press('{ArrowUp}')
  expect(focused()).toBe('Search reactions')
})

test('arrows walk through the grid by where things stand', async () => {
  open()
  await page.getByRole('button', { name: 'Grid view' }).click()
  await search.click()
  await press('{ArrowDown}', '{ArrowRight}')
  expect(focused()).toMatch(/^Disagree/u)
  const left = document.activeElement?.getBoundingClientRect().left
  await press('{ArrowDown}')
  expect(document.activeElement?.getBoundingClientRect().left).toBe(left)
})

test('a letter typed on a reaction goes on in the search', async () => {
  open()
  await press('{ArrowDown}', 'h', 'e', 'a', 'r', 't')
  await expect.element(search).toHaveValue('heart')
})

test('Escape closes the palette and gives the focus back', async () => {
  open()
  await press('{Escape}')
  await expect.poll(() => dialog.query()).toBeNull()
  expect(focused()).toBe('React')
})

test('closing gives the focus to what opened the palette, though a press had not focused it, as in Safari', async () => {
  const main = showHtml(`<a id="react" href="${links.react(nextId())}" aria-label="React">☺</a>`)
  const opener = main.querySelector('a')
  if (opener === null) throw new Error('no link')
  openPalette(opener, () => undefined)
  await expect.element(search).toHaveFocus()
  await press('{Escape}')
  await expect.poll(() => dialog.query()).toBeNull()
  expect(focused()).toBe('React')
})

test('list or grid is remembered on this device', async () => {
  const { opener } = open()
  await page.getByRole('button', { name: 'Grid view' }).click()
  await press('{Escape}')
  await expect.poll(() => dialog.query()).toBeNull()
  openPalette(opener, () => undefined)
  await expect.element(page.getByRole('button', { name: 'List view' })).toBeVisible()
})

test('Enter in the search chooses the first that fits, and it is queued once', async () => {
  const { device } = await openTestDevice()
  const id = nextId()
  device.hint(posts, aPost({ id }))
  open(id)
  await search.fill('heart')
  await press('{Enter}')
  await expect.poll(() => dialog.query()).toBeNull()
  await expect.poll(() => device.unsentCount()).toMatchObject({ queued: 1 })
})

test('Enter in an empty search chooses nothing', async () => {
  const { device } = await openTestDevice()
  open()
  await press('{Enter}')
  await expect.element(dialog).toBeVisible()
  expect(await device.unsentCount()).toMatchObject({ queued: 0 })
})

test('a typo in selected words is asked for its correction, the words themselves selected', async () => {
  const main = showHtml('<button>Words</button>')
  const opener = main.querySelector('button')
  if (opener === null) throw new Error('no button')
  choose(opener, { kind: 'post', id: nextId(), quote: { text: 'teh sea', before: '', after: '' } as never }, () => undefined)
  await search.fill('typo')
  await press('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Suggest a correction' })).toBeVisible()
  await expect.element(page.getByLabelText('Correction')).toHaveValue('teh sea')
  expect(document.activeElement).toBe(page.getByLabelText('Correction').element())
  await expectAccessible()
})

test('the palette is accessible', async () => {
  open()
  await expectAccessible()
})

/** A post with one reaction of others, alive. */
async function showBar() {
  const id = nextId()
  const { device, server } = await openTestDevice()
  device.hint(posts, aPost({ id }))
  await show(
    <ReactionsOnPage said={{ [id]: [agree] }} postId={id} comments={[]} posts={[id]}>
      <VoteForm from="/posts/1/a">
        <ReactionBar kind="post" id={id} />
      </VoteForm>
    </ReactionsOnPage>,
  )
  return { id, device, server }
}
const bar = page.getByRole('button', { name: /^Agree/u })

test('nothing stands where nobody has reacted', async () => {
  await show(<ReactionBar kind="post" id={nextId()} />)
  expect(page.getByRole('group').query()).toBeNull()
})

test('a press on a reaction adds mine, a second one takes it away', async () => {
  const { device } = await showBar()
  await bar.click()
  await expect.element(bar).toHaveAttribute('aria-pressed', 'true')
  await expect.element(bar).toHaveAccessibleName('Agree: 4')
  expect(await device.unsentCount()).toMatchObject({ queued: 1 })
  await bar.click()
  await expect.element(bar).toHaveAttribute('aria-pressed', 'false')
  await expect.element(bar).toHaveAccessibleName('Agree: 3')
})

test('a long press of a finger says who reacted, and is no press', async () => {
  const { id, device } = await showBar()
  network.answers('/api/page', {
    json: { page: { entries: [{ part: 'agree', for: 1, against: 0, forNames: ['Caldeira'], againstNames: [] }] } },
  })
  const leave = hearCards(() => undefined)
  const touch = (type: string) => bar.element().dispatchEvent(new PointerEvent(type, { pointerType: 'touch', bubbles: true }))
  try {
    touch('pointerdown')
    // Timers end in the order of their times: the press is a long one by then, also where the mouse
    // of an earlier test has opened the card.
    await new Promise((resolve) => setTimeout(resolve, 600))
    await expect.poll(() => document.querySelector('.react-names')?.textContent ?? '').toContain('Caldeira')
    touch('pointerup')
    bar.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await expect.element(bar).toHaveAttribute('aria-pressed', 'false')
    expect(await device.unsentCount()).toMatchObject({ queued: 0 })
    expect(network.asked('/api/page').map(({ path }) => path)).toEqual([expect.stringContaining(id)])
  } finally {
    leave()
  }
})

test('a card that the keyboard opened stays when the page moves under a resting mouse', async () => {
  await showBar()
  network.answers('/api/page', { json: { page: { entries: [] } } })
  const leave = hearCards(() => undefined)
  const moveMouse = () => document.body.dispatchEvent(new PointerEvent('pointerover', { pointerType: 'mouse', bubbles: true }))
  const isOpen = () => document.querySelector('.react-card') !== null
  try {
    const button = bar.element() as HTMLElement // a button, as its role says
    button.focus()
    await press('{ArrowDown}')
    await expect.poll(focused).toBe('Join')
    moveMouse()
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(isOpen()).toBe(true)
    await press('{Escape}')
    await expect.poll(isOpen).toBe(false)
  } finally {
    leave()
  }
})

test('a reaction that the server refuses later is taken back, and why is said', async () => {
  const { server } = await showBar()
  await bar.click()
  await expect.element(bar).toHaveAttribute('aria-pressed', 'true')
  await server.refuses(1, { code: 'rate-limited', reason: null, field: null, retryAfterMs: 1_000 })
  await expect.element(bar).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByRole('status')).toMatchTextContent('Your reaction was not counted.')
})

test('a reaction that could not be sent says so', async () => {
  const { server } = await showBar()
  server.isReached(false)
  await bar.click()
  await expect.element(page.getByText('not sent yet')).toBeVisible()
  await expectAccessible()
})
