import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AskedRequest } from '../../testing/network.ts'
import { members } from '#shared/accounts/schema.ts'
import { aMember } from '#shared/testing/factories.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import './messages-styles.ts'
import { RecipientsField } from './recipients-field.tsx'

const field = page.getByRole('combobox', { name: 'To' })
const option = (name?: RegExp) => page.getByRole('listbox', { name: 'Members' }).getByRole('option', name === undefined ? {} : { name })
const said = (): string => document.querySelector('.recipient-word')?.textContent ?? ''
const valueOf = (): string => (field.element() instanceof HTMLInputElement ? (field.element() as HTMLInputElement).value : '')
const hit = (name: string, slug: string) => ({
  ...{ kind: 'users', id: nextId(), href: `/users/${slug}`, earned: null, snippet: [] },
  name: [
    { text: name.slice(0, 2), isHit: true },
    { text: name.slice(2), isHit: false },
  ],
})
const site = (...hits: readonly ReturnType<typeof hit>[]) => network.answers('/api/search', { json: { hits, isWhole: true } })
const asked = () => network.asked('/api/search').map(({ path }: AskedRequest) => new URL(path, location.origin).searchParams)

async function showField(known: readonly string[] = []) {
  const { device } = await openTestDevice()
  for (const name of known)
    device.hint(members, aMember({ id: nextId(), displayName: name, slug: name.toLowerCase(), userName: name, userNameKey: name.toLowerCase() })) // oxfmt-ignore
  await show(
    <form onSubmit={(event) => event.preventDefault()}>
      <RecipientsField id="to" label="To" />
    </form>,
  )
  await expect.element(field).toBeVisible()
}

test('a member is found by the display name and chosen by keys; the next one after the comma', async () => {
  await showField()
  site(hit('Yusuf Darwish', 'yusuf-d'), hit('Yusra', 'yusra'))
  await field.fill('Yus')
  await expect.poll(() => option().elements().length).toBe(2)
  expect(said()).toBe('2 members')
  await expectAccessible()
  // Enter alone chooses nobody that was not pointed at.
  await press('{ArrowDown}')
  await expect.element(option(/Yusuf/u)).toHaveAttribute('aria-selected', 'true')
  await press('{Enter}')
  expect(valueOf()).toBe('yusuf-d, ')
  expect(said()).toBe('Yusuf Darwish was added.')
  expect(focused()).toContain('To')
  await userEvent.type(field, 'yus')
  // Whom one has named already is not offered again.
  await option(/Yusra/u).click()
  expect(option(/Yusuf/u).elements()).toEqual([])
  expect(valueOf()).toBe('yusuf-d, yusra, ')
  expect(asked().map((query) => [query.get('query'), query.get('kind')])).toEqual([['Yus', 'users'], ['yus', 'users']]) // oxfmt-ignore
})

test('without a network the members of this device are offered, and names can be typed as ever', async () => {
  await showField(['Bernadette', 'Abe'])
  network.isOffline = true
  await field.fill('bern')
  await expect.element(option(/Bernadette/u)).toBeVisible()
  await press('{Escape}')
  expect(option().elements()).toEqual([])
  await field.fill('bernadette, zoe')
  await expect.poll(said).toContain('can’t be searched right now')
  expect(valueOf()).toBe('bernadette, zoe')
})

test('nobody of that name and a broken answer are said; a profile’s address is not searched for', async () => {
  await showField()
  site()
  await field.fill('Atlantis')
  await expect.poll(said).toBe('No member of that name was found.')
  network.answers('/api/search', { text: '<p>proxy</p>', type: 'text/html' })
  await field.fill('Atlanti')
  await expect.poll(said).toContain('Enter their usernames')
  const before = asked().length
  await field.fill('https://example.org/users/lina')
  await expect.poll(said).toBe('')
  await field.fill('')
  expect(asked()).toHaveLength(before)
})
