import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawn, expectAccessible, press, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { SearchBox } from './search-box.tsx'
import { startSearch } from './start-search.ts'

const path = '/api/search'
const gone: string[] = []
startSearch((to) => void gone.push(to))
beforeEach(() => {
  gone.length = 0
})

const piece = (text: string) => [{ text, isHit: false }]
const post = (n: number) => ({
  kind: 'posts',
  id: `p${n}`,
  href: `/posts/p${n}/on-tides`,
  title: [
    { text: 'On ', isHit: false },
    { text: `tides ${n}`, isHit: true },
  ],
  authors: [{ name: 'Ada', slug: 'ada' }],
  lang: 'en',
  snippet: piece(''),
})
const person = { kind: 'users', id: 'u1', href: '/users/ada', name: piece('Ada'), earned: null }
const field = page.getByRole('combobox', { name: 'Search' })
const options = page.getByRole('option')
const list = page.getByRole('listbox')

/** The field with `hits` found for what is typed in it. */
async function find(hits: readonly object[] = [post(1), post(2), person]) {
  network.answers(path, { json: { hits } })
  await show(
    <>
      <SearchBox id="find" />
      <a href="#after">After</a>
    </>,
  )
  await press('{Tab}')
  await expect.element(field).toHaveFocus()
  await field.fill('tid')
  await expect.element(list).toBeVisible()
}

test('what is typed is answered while one types, group by group, with the way to all of it last', async () => {
  await find()
  await expect.element(page.getByRole('group', { name: 'Posts' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'People' })).toBeVisible()
  expect(options.all()).toHaveLength(4)
  await expect.element(options.last()).toHaveTextContent('See all results for “tid”')
  await expect.element(field).toHaveAttribute('aria-expanded', 'true')
})

test('how much was found is said', async () => {
  await find()
  await expect.element(page.getByRole('status')).toHaveTextContent('3 suggestions.')
})

test('the words that were found are marked', async () => {
  await find()
  expect(document.querySelector('mark')?.textContent).toBe('tides 1')
})

test('ArrowDown chooses the first hit, Enter goes there', async () => {
  await find()
  await press('{ArrowDown}')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect.element(field).toHaveAttribute('aria-activedescendant', 'find-list-p1')
  await press('{Enter}')
  expect(gone).toEqual(['/posts/p1/on-tides'])
  expect(list.query()).toBeNull()
})

test('ArrowUp from the field chooses the last, one further is the field again', async () => {
  await find()
  await press('{ArrowUp}')
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
  await press('{ArrowDown}')
  await expect.element(field).not.toHaveAttribute('aria-activedescendant')
})

test('Enter without a choice goes to all results', async () => {
  await find()
  await press('{Enter}')
  expect(gone).toEqual(['/search?query=tid'])
})

test('Escape closes the list and keeps the words and the focus', async () => {
  await find()
  await press('{Escape}')
  expect(list.query()).toBeNull()
  await expect.element(field).toHaveValue('tid')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAttribute('aria-expanded', 'false')
})

test('ArrowDown opens a closed list again', async () => {
  await find()
  await press('{Escape}', '{ArrowDown}')
  await expect.element(list).toBeVisible()
})

test('the Tab key leaves the search and closes the list', async () => {
  await find()
  await press('{Tab}')
  await expect.element(page.getByRole('link', { name: 'After' })).toHaveFocus()
  expect(list.query()).toBeNull()
})

test('an older answer is never shown over a newer one', async () => {
  await find()
  const late = network.holds(path, { json: { hits: [post(8)] } })
  await field.fill('tide')
  await expect.poll(() => network.asked(path).at(-1)?.path).toBe('/api/search?query=tide')
  network.answers(path, { json: { hits: [post(9)] } })
  await field.fill('tides')
  await expect.element(page.getByText('tides 9')).toBeVisible()
  late()
  await drawn()
  expect(page.getByText('tides 8').query()).toBeNull()
})

test('words of a moment ago are not asked for again', async () => {
  await find()
  await field.fill('tide')
  await expect.poll(() => network.asked(path)).toHaveLength(2)
  await field.fill('tid')
  await expect.element(options.last()).toHaveTextContent('See all results for “tid”')
  expect(network.asked(path)).toHaveLength(2)
})

test('nothing found says so and still leads to the page of results', async () => {
  await find([])
  await expect.element(page.getByRole('status')).toHaveTextContent('Nothing found.')
  expect(options.all()).toHaveLength(1)
})

test('where nobody answers the list says so', async () => {
  await show(<SearchBox id="find" />)
  network.isOffline = true
  await press('{Tab}')
  await expect.element(field).toHaveFocus()
  await field.fill('tid')
  await expect.element(page.getByText('Search is unavailable right now.', { exact: true })).toBeVisible()
})

test('a captive portal’s page is not taken for an answer', async () => {
  network.answers(path, { text: '<p>Pay for the network</p>' })
  await show(<SearchBox id="find" />)
  await press('{Tab}')
  await expect.element(field).toHaveFocus()
  await field.fill('tid')
  await expect.element(page.getByText('Search is unavailable right now.', { exact: true })).toBeVisible()
})

test('an emptied field closes the list', async () => {
  await find()
  await field.clear()
  await expect.poll(() => list.query()).toBeNull()
})

test('the search and its list are accessible', async () => {
  await find()
  await press('{ArrowDown}')
  await expectAccessible()
})
