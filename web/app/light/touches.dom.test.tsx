import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdAnswered, holdKeys, watchTouches } from './touches.ts'

const markup: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[] = [
  ['button', { id: 'vote' }],
  ['button', { id: 'fold', class: 'c-fold' }],
  ['button', { id: 'save', type: 'button' }],
  ['input', { id: 'field' }],
  ['a', { id: 'post', href: '/posts/1/a' }],
  ['a', { id: 'more', class: 'c-more', href: '/editComment' }],
  ['p', { id: 'words' }],
]
const main = document.createElement('main')
const app = Object.assign(document.createElement('div'), { id: 'app' })
app.append(main)

beforeEach(() => {
  main.replaceChildren(
    ...markup.map(([tag, attributes]) => {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
      element.textContent = 'words'
      return element
    }),
  )
  document.body.append(app)
})
afterEach(() => {
  app.remove()
  getSelection()?.removeAllRanges()
  vi.useRealTimers()
})

const at = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`) ?? main
const pointer = (type: string, id: string, pointerType: string) =>
  at(id).dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }))

test.each<[string, () => unknown]>([
  ['a control is touched', () => pointer('pointerdown', 'vote', 'touch')],
  ['a field takes the focus', () => at('field').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))],
  ['a field changes without a focus', () => at('field').dispatchEvent(new Event('change', { bubbles: true }))],
])('the app begins when %s, once', (_when, touch) => {
  const begin = vi.fn<() => void>()
  watchTouches(document, begin)
  touch()
  touch()
  expect(begin).toHaveBeenCalledTimes(1)
})

test('the app begins when a mouse rests on a link, not when it goes by', () => {
  vi.useFakeTimers()
  const begin = vi.fn<() => void>()
  watchTouches(document, begin)
  pointer('pointerover', 'post', 'mouse')
  vi.advanceTimersByTime(100)
  pointer('pointerover', 'words', 'mouse')
  vi.advanceTimersByTime(1_000)
  expect(begin).not.toHaveBeenCalled()
  pointer('pointerover', 'post', 'mouse')
  vi.advanceTimersByTime(300)
  expect(begin).toHaveBeenCalledTimes(1)
})

test('the app begins with selected words', async () => {
  const begin = vi.fn<() => void>()
  watchTouches(document, begin)
  getSelection()?.selectAllChildren(at('words'))
  await expect.poll(() => begin.mock.calls.length).toBe(1)
})

test.each<[string, () => unknown]>([
  ['reading', () => pointer('pointerdown', 'words', 'touch')],
  ['folding', () => pointer('pointerdown', 'fold', 'touch')],
  ['a link that is followed', () => pointer('pointerdown', 'post', 'touch')],
])('%s needs no app', (_what, touch) => {
  const begin = vi.fn<() => void>()
  watchTouches(document, begin)
  touch()
  expect(begin).not.toHaveBeenCalled()
})

const lateOf = (begin: () => void): NonNullable<typeof window.__late> => ({
  ...{ ready: false, mutation: null, light: '/light.js', begin },
  policy: { createScriptURL: (url: string) => url },
})
const press = (id: string, init: KeyboardEventInit) =>
  at(id).dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))

test('the first key that could be a shortcut brings the app, which finds it and those that followed', () => {
  const begin = vi.fn<() => void>()
  const late = lateOf(begin)
  holdKeys(document, late)
  press('words', { key: 'g' })
  press('words', { key: 'h' })
  press('words', { key: 'k', ctrlKey: true })
  expect(begin).toHaveBeenCalled()
  expect(late.keys?.map(({ key }) => key)).toEqual(['g', 'h', 'k'])
  // The app hears keys itself.
  delete late.keys
  press('words', { key: 'j' })
  expect(late.keys).toBeUndefined()
})

test.each<[string, string, KeyboardEventInit, string?]>([
  ['scrolling by the space bar', 'words', { key: ' ' }],
  ['a way through the page by Tab', 'words', { key: 'Tab' }],
  ['the browser’s own search', 'words', { key: 'f', ctrlKey: true }],
  ['what is typed', 'field', { key: 'j' }],
  ['a single key that was turned off', 'words', { key: 'j' }, '{"isOn":false,"keys":{}}'],
])('%s needs no app', (_what, id, init, keys) => {
  if (keys !== undefined) localStorage.setItem('keys', keys)
  const late = lateOf(vi.fn<() => void>())
  holdKeys(document, late)
  const isLeftAlone = press(id, init)
  localStorage.clear()
  expect([isLeftAlone, late.keys, vi.mocked(late.begin).mock.calls.length]).toEqual([true, [], 0])
  delete late.keys
  press('words', { key: 'x' })
})

test('a click on a link that the app answers in place is held once, and goes the plain way when the app is there', () => {
  const begin = vi.fn<() => void>()
  const late = lateOf(begin)
  holdAnswered(document, late)
  const click = (id: string) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true })
    // Nothing of this page is to be left.
    at(id).addEventListener('click', (heard) => heard.preventDefault(), { once: true })
    const isHeard = vi.fn<() => void>()
    at(id).addEventListener('click', isHeard, { once: true })
    at(id).dispatchEvent(event)
    return isHeard.mock.calls.length === 1
  }
  expect([click('post'), late.mutation]).toEqual([true, null])
  expect([click('more'), late.mutation]).toEqual([false, { form: null, by: at('more') }])
  expect(begin).toHaveBeenCalledTimes(1)
  // A second try goes the plain way.
  expect(click('more')).toBe(true)
})

test('a click on a button that does nothing without a script is held; folding is not', () => {
  const late = lateOf(vi.fn<() => void>())
  holdAnswered(document, late)
  at('fold').click()
  expect(late.mutation).toBeNull()
  at('save').click()
  expect(late.mutation).toEqual({ form: null, by: at('save') })
})
