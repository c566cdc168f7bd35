import { useSyncExternalStore } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { idOf } from '#shared/testing/factories.ts'
import { createStore } from '../../data/store.ts'
import { expectAccessible, focused, press, show, went } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { Measure } from './parts/measure.tsx'

const [userId, form] = [idOf(100), links.form('moderation.setRight')]
/** As the page has it, once it was made again. */
const isTaken = createStore(false)

function Voting() {
  const taken = useSyncExternalStore(isTaken.subscribe, isTaken.get)
  return (
    <Measure
      {...{ name: 'moderation.setRight', about: { userId, right: 'voting', isAllowed: taken ? 'true' : '' }, seen: 7, of: 'Voting' }}
      {...{ hasReason: true, summary: taken ? 'Give back' : 'Take', action: taken ? 'Give it back' : 'Take this privilege' }}
    />
  )
}

async function open() {
  isTaken.set(false)
  await show(<Voting />, { at: '/users/nell/edit', page: {} })
  await press('{Tab}', '{Enter}', '{Tab}', 'Too fast.')
}

test('a privilege is taken by keyboard, and the focus stays with it', async () => {
  network.answers(form, { json: { ok: true, location: '/users/nell/edit' } })
  await open()
  await expectAccessible()
  await press('{Tab}', '{Enter}')
  await expect.poll(() => went.refreshed).toBe(1)
  const sent = new URLSearchParams(network.asked(form)[0]?.body)
  expect(Object.fromEntries(sent)).toMatchObject({ userId, right: 'voting', isAllowed: '', reason: 'Too fast.', seen: '7' })
  isTaken.set(true)
  await expect.poll(() => focused()).toMatch(/^Give back/u)
  expect(page.getByRole('button', { name: 'Give it back' }).query()).toBeNull()
  await press('{Enter}')
  await expect.element(page.getByLabelText('Reason, for moderators (optional)')).toHaveValue('')
})

test('where another moderator was first, it says so and keeps the words', async () => {
  network.answers(form, { status: 409, json: { ok: false, error: { code: 'conflict', reason: null, field: 'seen', retryAfterMs: null } } })
  await open()
  await press('{Enter}')
  await expect.element(page.getByRole('alert').last()).toMatchTextContent('Another moderator decided')
  await expect.element(page.getByLabelText('Reason, for moderators (optional)')).toHaveValue('Too fast.')
})
