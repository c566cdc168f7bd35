import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultLook, lookNames } from '#shared/reading/look.ts'
import { ReadingMenu } from '../app/reading-menu.tsx'
import { setLook } from '../data/look.ts'
import { expectAccessible, press, show } from '../testing/dom.tsx'
import { LookFields } from './look-fields.tsx'

beforeEach(() => setLook(defaultLook))

const root = document.documentElement
const paper = () => getComputedStyle(document.body).backgroundColor

test('a theme holds at once and is kept on this device', async () => {
  await show(<LookFields names={['theme']} />)
  await page.getByRole('radio', { name: 'Dark' }).click()
  expect(root.dataset['theme']).toBe('dark')
  expect(JSON.parse(localStorage.getItem('look') ?? '')).toEqual({ theme: 'dark' })
})

test('each theme has a paper of its own', async () => {
  await show(<LookFields names={['theme']} />)
  const papers = new Set<string>()
  for (const name of ['Light', 'Dark', 'Sepia', 'High contrast']) {
    await page.getByRole('radio', { name }).click()
    papers.add(paper())
  }
  expect(papers.size).toBeGreaterThanOrEqual(3)
})

test('the choice from the start leaves no trace', async () => {
  setLook({ theme: 'dark' })
  await show(<LookFields names={['theme']} />)
  await page.getByRole('radio', { name: 'System' }).click()
  expect(root.dataset['theme']).toBeUndefined()
  expect(JSON.parse(localStorage.getItem('look') ?? '')).toEqual({})
})

test('arrow keys choose a text size, and the page grows with it', async () => {
  await show(<LookFields names={['size']} />)
  const text = document.createElement('div')
  text.className = 'essay'
  document.body.append(text)
  const size = () => Number.parseFloat(getComputedStyle(text).fontSize)
  const before = size()
  await press('{Tab}', '{ArrowRight}')
  await expect.element(page.getByRole('radio', { name: '125%' })).toBeChecked()
  expect(root.dataset['size']).toBe('3')
  expect(size()).toBeGreaterThan(before)
})

test('a choice in another tab holds here too', async () => {
  await show(<LookFields names={['theme']} />)
  const newValue = JSON.stringify({ theme: 'sepia' })
  dispatchEvent(new StorageEvent('storage', { key: 'look', newValue }))
  await expect.element(page.getByRole('radio', { name: 'Sepia' })).toBeChecked()
  expect(root.dataset['theme']).toBe('sepia')
})

test('every setting is a group of choices with a name, one of them chosen', async () => {
  await show(<LookFields names={lookNames} />)
  const groups = page.getByRole('group').all()
  expect(groups).toHaveLength(lookNames.length)
  for (const group of groups) expect(group.element().querySelectorAll('input:checked')).toHaveLength(1)
  await expectAccessible()
})

test('the reading menu fills when it is opened', async () => {
  await show(<ReadingMenu />)
  root.dataset['js'] = ''
  expect(page.getByRole('radio').query()).toBeNull()
  document.querySelector('summary')?.click()
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeVisible()
})

test.each(['byline', 'row-by', 'c-head', 'spotlight'])(
  'names in a %s are hidden until they are pointed at or have the focus',
  async (place) => {
    await show(<LookFields names={['names']} />)
    const main = document.createElement('main')
    main.innerHTML = `<p class="${place}"><a href="/users/ada">Ada</a> <a href="/posts/1">A post</a></p>`
    document.body.append(main)
    const [name, post] = [...main.querySelectorAll('a')]
    const ink = (link: Element | undefined) => link && getComputedStyle(link).color
    const before = ink(name)
    await page.getByRole('radio', { name: 'Hidden until pointed at' }).click()
    expect([ink(name), ink(post)]).toEqual(['rgba(0, 0, 0, 0)', before])
    await press('{Tab}')
    name?.focus()
    expect(ink(name)).toBe(before)
  },
)
