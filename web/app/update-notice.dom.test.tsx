import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, press, show } from '../testing/dom.tsx'
import { UpdateNotice } from './update-notice.tsx'
import { waitingWorker } from './updates.ts'

/** A new version that waits; what it is told. */
function newVersion() {
  const told: unknown[] = []
  waitingWorker.set({ postMessage: (message: unknown) => void told.push(message) } as ServiceWorker)
  return told
}

afterEach(() => waitingWorker.set(null))

const reload = page.getByRole('button', { name: 'Reload' })

test('without a new version nothing is said', async () => {
  await show(<UpdateNotice />)
  expect(reload.query()).toBeNull()
})

test('a new version is offered quietly, and takes no focus', async () => {
  newVersion()
  await show(
    <>
      <label>
        Text <input />
      </label>
      <UpdateNotice />
    </>,
  )
  await page.getByLabelText('Text').click()
  await expect.element(page.getByRole('status')).toHaveTextContent('New version. Reload')
  await expect.element(page.getByLabelText('Text')).toHaveFocus()
  await expectAccessible()
})

test('a new version does not take over while something is typed that is kept nowhere', async () => {
  const told = newVersion()
  await show(
    <>
      <label>
        Text <input />
      </label>
      <UpdateNotice />
    </>,
  )
  await page.getByLabelText('Text').fill('Half a sen')
  await reload.click()
  await expect.element(page.getByRole('status')).toHaveTextContent('Send or save your text first, then Reload')
  expect(told).toEqual([])
})

test('the new version can be taken by keys alone', async () => {
  await show(<UpdateNotice />)
  newVersion()
  await expect.element(reload).toBeVisible()
  await press('{Tab}')
  await expect.element(reload).toHaveFocus()
})
