import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DetailField } from '#shared/kernel/details.ts'
import type { Town } from '#shared/local-groups/towns.ts'
import { expectAccessible, focused, press, show } from '../../testing/dom.tsx'
import { fieldsOf, network } from '../../testing/network.ts'
import { DetailsForm } from '../forms/details-form.tsx'
import { townAid } from './town-field.tsx'

const town = (over: Partial<Town>): Town => ({
  ...{ name: 'Bergen', country: 'Norway', region: '', near: null, population: 213_585, latitude: 60.39299, longitude: 5.32415 },
  zone: 'Europe/Oslo',
  ...over,
})
const towns = [
  town({}),
  town({ name: 'Bergen', country: 'Germany', near: 'Celle', latitude: 52.8, longitude: 9.96, zone: 'Europe/Berlin' }),
]

const fields: readonly DetailField[] = [
  { name: 'zone', label: 'Time zone', isBox: false, choices: { '': 'Choose', 'Europe/Oslo': 'Oslo', 'Europe/Berlin': 'Berlin' } },
  { name: 'isOnline', label: 'Online', isBox: true },
  { name: 'location', label: 'Location', isBox: false },
  { name: 'latitude', label: 'Latitude', isBox: false },
  { name: 'longitude', label: 'Longitude', isBox: false },
]
const form = (typed: Readonly<Record<string, string>> = {}) => (
  <DetailsForm isWhole isUnfolded name="events.put" id="" aid={townAid('new')} fields={fields} typed={typed} />
)
const field = () => page.getByRole('combobox', { name: 'Find a town' })
const valueOf = (label: string) => page.getByLabelText(label, { exact: true })
/** A choice of time zones has options, too. */
const inList = (by: { readonly name?: RegExp } = {}) => page.getByRole('listbox', { name: 'Towns' }).getByRole('option', by)
const optionCount = (): number => inList().elements().length
const said = (): string => document.querySelector('.town-word')?.textContent ?? ''
function degreesIn(label: string): number {
  const found = valueOf(label).element()
  return found instanceof HTMLInputElement ? Number(found.value) : NaN
}

async function sent(): Promise<Readonly<Record<string, string>>> {
  network.answers('/api/form/events.put', { json: { ok: true, location: '/events/1' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => network.asked('/api/form/events.put').length).toBe(1)
  return fieldsOf(network.asked('/api/form/events.put')[0])
}

test('a town that is chosen by keys fills in the coordinates, the zone and an empty location, and is not sent', async () => {
  network.answers('/api/towns', { json: { towns } })
  await show(form())
  await field().fill('Berg')
  await expect.poll(optionCount).toBe(2)
  await expectAccessible()
  await press('{ArrowDown}', '{ArrowDown}')
  await expect.element(inList({ name: /Germany.*near Celle/u })).toHaveAttribute('aria-selected', 'true')
  await press('{Enter}')
  await expect.element(valueOf('Latitude')).toHaveValue('52.8')
  await expect.element(valueOf('Time zone')).toHaveValue('Europe/Berlin')
  await expect.element(valueOf('Location')).toHaveValue('Bergen, Germany')
  expect(inList().elements()).toEqual([])
  expect(focused()).toContain('Find a town')
  const given = await sent()
  expect(given).toMatchObject({ latitude: '52.8', longitude: '9.96' })
  expect(given).not.toHaveProperty('town')
})

test('a town that is clicked leaves a typed address as it is; one that is not chosen is sent for the server to look up', async () => {
  network.answers('/api/towns', { json: { towns } })
  await show(form({ location: 'Storgata 1' }))
  await field().fill('Bergen')
  await inList({ name: /Norway/u }).click()
  await expect.element(valueOf('Longitude')).toHaveValue('5.32415')
  await expect.element(valueOf('Location')).toHaveValue('Storgata 1')
  await field().fill('Bergen, G')
  await expect.element(inList().first()).toBeVisible()
  await press('{Escape}')
  expect(await sent()).toMatchObject({ town: 'Bergen, G', location: 'Storgata 1' })
})

test('nothing found, too fast, broken and offline are said, and the form stays usable', async () => {
  await show(form())
  network.answers('/api/towns', { json: { towns: [] } })
  await field().fill('Atlantis')
  await expect.poll(said).toContain('No town of that name was found.')
  network.answers('/api/towns', { status: 429, json: {} })
  await field().fill('Atlanti')
  await expect.poll(said).toContain('searching too fast')
  network.answers('/api/towns', { status: 502, text: '<p>proxy</p>', type: 'text/html' })
  await field().fill('Atlant')
  await expect.poll(said).toContain('can’t be searched right now')
  network.isOffline = true
  await field().fill('Atlan')
  await expect.poll(said).toContain('You’re offline')
  await expect.element(field()).toHaveValue('Atlan')
  await field().fill('A')
  await expect.poll(said).toBe('')
})

test('the last question alone counts', async () => {
  const answerFirst = network.holds('/api/towns', { json: { towns: [town({ name: 'Bern' })] } })
  await show(form())
  await field().fill('Ber')
  await expect.poll(said).toBe('Searching…')
  network.answers('/api/towns', { json: { towns } })
  await field().fill('Bergen')
  await expect.poll(optionCount).toBe(2)
  answerFirst()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(inList().first()).toHaveAttribute('aria-selected', 'true')
  expect(inList({ name: /^Bern,/u }).elements()).toEqual([])
})

test('the pin is set on the map by a click and by keys, and taken away', async () => {
  await show(form({ latitude: '60', longitude: '10' }))
  await page.getByText('Set the pin on a map').click()
  const map = page.getByRole('button', { name: 'Pin on the map' })
  await expect.element(page.getByText('Pin at 60, 10')).toBeVisible()
  await expectAccessible()
  map.element().focus()
  await press('{ArrowRight}')
  // A fiftieth of an eighth of the world.
  await expect.element(valueOf('Longitude')).toHaveValue('10.9')
  await expect.element(valueOf('Latitude')).toHaveValue('60')
  await map.click({ position: { x: 3, y: 3 } })
  await expect.poll(() => degreesIn('Longitude')).toBeLessThan(0)
  expect(degreesIn('Latitude')).toBeGreaterThan(65)
  await page.getByRole('button', { name: 'Remove pin' }).click()
  await expect.element(valueOf('Latitude')).toHaveValue('')
  await expect.element(page.getByText('No pin')).toBeVisible()
  map.element().focus()
  await press('{Enter}')
  await expect.element(valueOf('Latitude')).not.toHaveValue('')
})

test('in a form that is folded nothing of it is loaded until that is opened', async () => {
  await show(<DetailsForm isWhole name="events.put" id="" summary="Edit event" aid={townAid('new')} fields={fields} />)
  const isAlive = () => document.querySelector('[role=listbox]') !== null
  expect(isAlive()).toBe(false)
  await page.getByText('Edit event').click()
  await expect.poll(isAlive).toBe(true)
})
