import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, focused, press, showHtml } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { openShare } from './open-share.ts'

const shared = { title: 'On tides', address: 'https://example.org/posts/1/on-tides' }
const dialog = page.getByRole('dialog', { name: 'Share' })

test('the share dialog shows the address, and marks it as soon as one is in the field', async () => {
  openShare(shared)
  await expect.element(dialog).toBeVisible()
  const field = page.getByLabelText('Post URL')
  await field.click()
  expect(getSelection()?.toString()).toBe(shared.address)
  await expectAccessible()
})

test('a link is copied with one press, and that is said', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  openShare(shared)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Link copied')
  expect(write).toHaveBeenCalledWith(shared.address)
  write.mockRestore()
})

test('where the browser forbids copying, the address is marked to be copied by hand', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  openShare(shared)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(focused).toBe('Post URL')
  await expect.element(page.getByRole('status')).toHaveTextContent('')
  write.mockRestore()
})

test('ways to other sites open apart and tell them nothing of this page', async () => {
  openShare(shared)
  const link = page.getByRole('link', { name: 'Bluesky' })
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect.element(link).toHaveAttribute('target', '_blank')
})

test('Escape closes the share dialog and gives the focus back', async () => {
  showHtml('<button>Share it</button>').querySelector('button')?.focus()
  openShare(shared)
  await press('{Escape}')
  await expect.poll(focused).toBe('Share it')
})

test('the whole text is copied as Markdown with one press; where it cannot be had, that is said', async () => {
  network.answers('/posts/1/on-tides', { text: '# On tides' })
  const copied: string[] = []
  const write = vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    copied.push(await ((await item?.getType('text/plain')) ?? new Blob()).text())
  })
  openShare(shared)
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Markdown copied')
  expect(copied).toEqual(['# On tides'])
  expect(network.asked('/posts/1/on-tides')[0]?.path).toContain('format=markdown')
  network.isOffline = true
  await page.getByRole('button', { name: 'Markdown copied' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Couldn’t copy the text')
  write.mockRestore()
})
