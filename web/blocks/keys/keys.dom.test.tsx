import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { commandNames } from '#shared/reading/key-commands.ts'
import { defaultLook } from '#shared/reading/look.ts'
import { setKeys } from '../../data/key-settings.ts'
import { setLook } from '../../data/look.ts'
import { idOf, member } from '#shared/testing/factories.ts'
import { pageRoutes } from '../../app/routes.ts'
import { declareMenus } from '../../data/menu.ts'
import { asMember, asVisitor, mia } from '../../testing/device.ts'
import { expectAccessible, focused, press, showHtml } from '../../testing/dom.tsx'
import { followKeys } from './follow-keys.ts'
import { openKeySheet } from './key-sheet.ts'
import { openPalette } from './palette.ts'

const gone: string[] = []
const go = (to: string) => void gone.push(to)
followKeys(go)

beforeEach(() => {
  gone.length = 0
  setKeys({ isOn: true, keys: {} })
  setLook(defaultLook)
})

const row = (n: number) => `<article class="row"><h3 class="row-title"><a href="#post-${n}">Post ${n}</a></h3></article>`
const rows = () => showHtml([1, 2, 3].map(row).join(''))
const field = page.getByRole('combobox', { name: 'Find a command' })
const options = page.getByRole('option')

test('j and k go through the posts of a list', async () => {
  rows()
  await press('j')
  await expect.poll(focused).toBe('Post 1')
  await press('j')
  await expect.poll(focused).toBe('Post 2')
  await press('k')
  await expect.poll(focused).toBe('Post 1')
})

test('o opens the post that has the focus', async () => {
  rows()
  await press('j')
  await expect.poll(focused).toBe('Post 1')
  await press('o')
  await expect.poll(() => location.hash).toBe('#post-1')
  history.replaceState(null, '', location.pathname)
})

test('g and h one after the other go home', async () => {
  showHtml('<p>A page</p>')
  await press('g', 'h')
  await expect.poll(() => gone).toEqual(['/'])
})

test('keys rest on a page where a text is being written, also when the focus has left it', async () => {
  showHtml('<div class="writing-editor"><div role="textbox" contenteditable="true">Text</div><aside tabindex="-1">Comments</aside></div>')
  document.querySelector('aside')?.focus()
  await press('g', 'h')
  await press('?')
  expect(gone).toEqual([])
  expect(document.querySelector('dialog')).toBeNull()
})

test('keys rest while one writes', async () => {
  showHtml('<label>Text <textarea></textarea></label>')
  await userEvent.type(page.getByLabelText('Text'), 'gh?j')
  await expect.element(page.getByLabelText('Text')).toHaveValue('gh?j')
  expect(gone).toEqual([])
  expect(document.querySelector('dialog')).toBeNull()
})

test('keys rest in an editor', async () => {
  const main = showHtml('<div contenteditable="true" role="textbox" aria-label="Text"></div>')
  main.querySelector<HTMLElement>('div')?.focus()
  await press('g', 'h', '?')
  expect(gone).toEqual([])
  expect(document.querySelector('dialog')).toBeNull()
})

test('keys rest while a dialog is open', async () => {
  const main = showHtml('<dialog aria-label="A question"><button>Yes</button></dialog>')
  main.querySelector('dialog')?.showModal()
  await press('g', 'h')
  expect(gone).toEqual([])
})

test('keys with Ctrl or Alt are left to the browser', async () => {
  showHtml('<p>A page</p>')
  await userEvent.keyboard('{Alt>}?{/Alt}')
  await press('g')
  await userEvent.keyboard('{Alt>}h{/Alt}')
  expect(gone).toEqual([])
  expect(document.querySelector('dialog')).toBeNull()
})

test('keys that are turned off do nothing, Ctrl+K still opens the commands', async () => {
  setKeys({ isOn: false, keys: {} })
  showHtml('<p>A page</p>')
  await press('?')
  expect(document.querySelector('dialog')).toBeNull()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('dialog', { name: 'Commands' })).toBeVisible()
})

test('a key of one’s own takes the place of the first one', async () => {
  setKeys({ isOn: true, keys: { goHome: 'x' } })
  showHtml('<p>A page</p>')
  await press('g', 'h')
  expect(gone).toEqual([])
  await press('x')
  await expect.poll(() => gone).toEqual(['/'])
})

test('a visitor who goes to their drafts is asked to sign in, and comes back there', async () => {
  asVisitor()
  showHtml('<p>A page</p>')
  await press('g', 'd')
  await expect.poll(() => gone).toHaveLength(1)
  expect(gone[0]).toMatch(/^\/login\?.*drafts/u)
})

test('a slash leads to the search field, and is not typed into it', async () => {
  showHtml('<form role="search"><input type="search" aria-label="Search"></form>')
  await press('/')
  await expect.poll(focused).toBe('Search')
  expect(page.getByRole('searchbox').element()).toHaveProperty('value', '')
})

test('the text grows and shrinks by keys, and not beyond its sizes', async () => {
  showHtml('<p>A page</p>')
  const size = () => document.documentElement.dataset['size']
  setLook({ size: '4' })
  await press('+')
  await expect.poll(size).toBe('5')
  await press('+')
  await press('-')
  await expect.poll(size).toBe('4')
})

test('the list of keys names every command and can be closed with Escape', async () => {
  openKeySheet()
  await expect.element(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(page.getByRole('definition').all()).toHaveLength(commandNames.length)
  await expectAccessible()
  await press('{Escape}')
  await expect.poll(() => document.querySelector('dialog')).toBeNull()
})

test('the list of keys says "none" where a command has no key', async () => {
  setKeys({ isOn: true, keys: { goHome: '' } })
  openKeySheet()
  await expect.element(page.getByText('none', { exact: true })).toBeVisible()
})

test('the commands open with the focus in their field and the first one chosen', async () => {
  showHtml('<button>Before</button>')
  openPalette(go)
  await expect.poll(focused).toBe('Find a command')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  await expectAccessible()
})

test('typing finds commands by any of their words', async () => {
  openPalette(go)
  await field.fill('text larg')
  expect(options.all()).toHaveLength(1)
  await expect.element(options.first()).toMatchTextContent('Larger text')
})

test('arrows go around the list of commands', async () => {
  openPalette(go)
  await press('{ArrowUp}')
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true')
  await press('{ArrowDown}')
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect.element(field).toHaveAttribute('aria-activedescendant', 'palette-0')
})

test('Enter runs the chosen command and closes the list', async () => {
  openPalette(go)
  await field.fill('all posts')
  await press('{Enter}')
  expect(gone).toEqual(['/allPosts'])
  expect(document.querySelector('dialog')).toBeNull()
})

const wordsFound = async (typed: string) => {
  await field.fill(typed)
  return options.all().map((option) => option.element().textContent)
}

test('the commands lead to every page with an entry, the newest too, and to no page of others', async () => {
  declareMenus([...pageRoutes, { path: '/newest', audience: 'staff', menu: { word: 'Newest page' } }])
  asVisitor()
  openPalette(go)
  expect(await wordsFound('recommendations')).toEqual(['Recommendations'])
  for (const others of ['muted members', 'newest page', 'audit log']) expect(await wordsFound(others)).toEqual([])
  await press('{Escape}')
  asMember({ ...mia, viewer: member(idOf(8), { groups: ['moderators'] }) })
  openPalette(go)
  expect(await wordsFound('muted members')).toEqual(['Muted members'])
  expect(await wordsFound('audit log')).toEqual([])
  expect(await wordsFound('newest page')).toEqual(['Newest page'])
  await press('{Enter}')
  expect(gone).toEqual(['/newest'])
  declareMenus(pageRoutes)
})

test('a page that a command leads to stands there once, with its key', async () => {
  asMember()
  openPalette(go)
  expect((await wordsFound('drafts')).length).toBe(1)
})

test('a command can be chosen by a click', async () => {
  openPalette(go)
  await field.fill('about')
  await options.first().click()
  expect(gone).toEqual(['/about'])
})

test('a command means what had the focus before', async () => {
  const main = showHtml([1, 2, 3].map(row).join(''))
  main.querySelectorAll('a')[1]?.focus()
  openPalette(go)
  await field.fill('next post')
  await press('{Enter}')
  await expect.poll(focused).toBe('Post 3')
})

test('Escape closes the commands and gives the focus back', async () => {
  const main = showHtml('<button>Before</button>')
  main.querySelector('button')?.focus()
  openPalette(go)
  await press('{Escape}')
  await expect.poll(focused).toBe('Before')
  expect(gone).toEqual([])
})

test('words that name nothing say so, and Enter does nothing', async () => {
  openPalette(go)
  await field.fill('zzz')
  await expect.element(page.getByText('No matching commands.')).toBeInTheDocument()
  await press('{Enter}')
  expect(gone).toEqual([])
  await expect.element(field).not.toHaveAttribute('aria-activedescendant')
})
