import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, press, show, went } from '../../testing/dom.tsx'
import { fieldsOf, network } from '../../testing/network.ts'
import type { StaffAnswer } from './staff-answer.ts'
import { staffList } from './staff-list.tsx'

interface Jar {
  readonly id: string
  readonly name: string
  readonly plums: number
}
const Jars = staffList<Jar>({
  title: 'Jars',
  empty: { open: 'No jars are open.' },
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/admin/jars/${id}`,
  columns: [{ word: 'Plums', of: ({ plums }) => plums, show: ({ plums }) => (plums === 0 ? null : `${plums} plums`) }],
  actions: { open: [{ word: 'Close', mutation: 'jars.close', fields: ({ id }) => ({ id }) }] },
})
const rows = ['Ada', 'Ben', 'Cid'].map((name, at) => ({ id: `jar${at}`, name, plums: at }))
const list = (over: Partial<StaffAnswer<Jar>> = {}): StaffAnswer<Jar> => ({
  asked: { path: '/admin/jars', tab: 'open', sort: 'at', q: '' },
  tabs: [
    { name: 'open', word: 'Open', count: 3 },
    { name: 'done', word: 'Done', count: 0 },
  ],
  sorts: [
    { name: 'at', word: 'Sent' },
    { name: 'name', word: 'Name' },
  ],
  search: 'Find a jar',
  rows,
  more: '/admin/jars?limit=40',
  ...over,
})
// As the inline script of every page says it.
beforeEach(() => void (document.documentElement.dataset['js'] = ''))

const rowInFocus = () => document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
const done = { json: { ok: true, location: '/admin/jars' } }

test('rows stand with their facts, tabs, order and search, and can be reached by everybody', async () => {
  await show(<Jars list={list()} />, { at: '/admin/jars' })
  await expect.element(page.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/admin/jars/jar0')
  await expect.element(page.getByText('2 plums')).toBeVisible()
  await expect.element(page.getByText('0 plums')).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Done (0)' })).toHaveAttribute('href', '/admin/jars?state=done')
  await expect.element(page.getByRole('link', { name: 'Name' })).toHaveAttribute('href', '/admin/jars?sort=name')
  await expect.element(page.getByRole('searchbox').or(page.getByLabelText('Find a jar'))).toBeVisible()
  await expectAccessible()
})

test('one row is done with where it stands, and the page is asked for anew', async () => {
  network.answers('/api/form/jars.close', done)
  await show(<Jars list={list()} />, { at: '/admin/jars' })
  await userEvent.click(page.getByRole('button', { name: /^Close ?: Ben$/u }))
  await expect.poll(() => went.refreshed).toBe(1)
  expect(fieldsOf(network.asked('/api/form/jars.close')[0])).toMatchObject({ id: 'jar1' })
})

test('several are done with at once; what was refused is said, and stays chosen', async () => {
  network.answers('/api/form/jars.close', (request) =>
    fieldsOf(request)['id'] === 'jar2' ? { status: 403, json: { ok: false, error: { code: 'forbidden', reason: 'staff-only' } } } : done,
  )
  await show(<Jars list={list()} />, { at: '/admin/jars' })
  await userEvent.click(page.getByText('Select all'))
  await userEvent.click(page.getByRole('button', { name: 'Close 3 selected rows' }))
  await expect.element(page.getByText('1 of 3 weren’t changed.', { exact: false })).toBeVisible()
  expect(network.asked('/api/form/jars.close').map((request) => fieldsOf(request)['id'])).toEqual(['jar0', 'jar1', 'jar2'])
  await expect.element(page.getByRole('checkbox', { name: 'Select Cid' })).toBeChecked()
  await expect.element(page.getByRole('checkbox', { name: 'Select Ada' })).not.toBeChecked()
})

test('without a network nothing is lost, and it is said', async () => {
  network.isOffline = true
  await show(<Jars list={list()} />, { at: '/admin/jars' })
  await userEvent.click(page.getByRole('checkbox', { name: 'Select Ada' }))
  await userEvent.click(page.getByRole('button', { name: 'Close 1 selected row' }))
  await expect.element(page.getByText('1 of 1 weren’t changed. You’re offline.')).toBeVisible()
  await expect.element(page.getByRole('checkbox', { name: 'Select Ada' })).toBeChecked()
})

test('arrows go from row to row, and X chooses one', async () => {
  await show(<Jars list={list()} />, { at: '/admin/jars' })
  page.getByRole('link', { name: 'Ada' }).element().focus()
  await press('{ArrowDown}', 'x')
  await expect.element(page.getByRole('checkbox', { name: 'Select Ben' })).toBeChecked()
  await press('{ArrowDown}', '{ArrowDown}')
  expect(rowInFocus()).toBe('jar2')
  await press('{ArrowUp}')
  expect(rowInFocus()).toBe('jar1')
})

test('none is said, by tab and for what was searched', async () => {
  await show(<Jars list={list({ rows: [], more: null })} />)
  await expect.element(page.getByText('No jars are open.')).toBeVisible()
  await show(<Jars list={list({ rows: [], more: null, asked: { path: '/admin/jars', tab: 'open', sort: 'at', q: 'tide' } })} />)
  await expect.element(page.getByText('Nothing found for “tide”.')).toBeVisible()
})
