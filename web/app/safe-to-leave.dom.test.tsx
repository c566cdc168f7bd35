import { expect, test } from 'vitest'
import { showHtml } from '../testing/dom.tsx'
import { isSafeToLeave } from './safe-to-leave.ts'

/** The page with `html`, and `typed` written into its first field as a reader does. */
function typing(html: string, typed?: string): HTMLElement {
  const main = showHtml(html)
  const field = main.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea')
  if (field !== null && typed !== undefined) field.value = typed
  return main
}

test('a page where nothing is typed can begin anew', () => {
  typing('<form><input name="a"><textarea name="b"></textarea></form>')
  expect(isSafeToLeave(document)).toBe(true)
})

test.each(['text', 'search', 'url', 'email', 'password', 'date', 'tel', 'number'])(
  'a %s field with something typed keeps the page',
  (type) => {
    const typed = { date: '2026-11-01', number: '7', email: 'a@b.c', url: 'https://a.b' }[type] ?? 'typed'
    typing(`<input type="${type}">`, typed)
    expect(isSafeToLeave(document)).toBe(false)
  },
)

test('text in a form that is kept on the device may be left', () => {
  typing('<form data-keep="comment:p:"><textarea name="markdown"></textarea></form>', 'Half a th')
  expect(isSafeToLeave(document)).toBe(true)
})

test('text in something that holds a draft of its own may be left', () => {
  typing('<div data-kept><input></div>', 'Half a th')
  expect(isSafeToLeave(document)).toBe(true)
})

test('text in any other form may not', () => {
  typing('<form><textarea name="markdown"></textarea></form>', 'Half a th')
  expect(isSafeToLeave(document)).toBe(false)
})

test('one unkept field among kept ones keeps the page', () => {
  typing('<input id="loose"><form data-keep="a"><input name="a" value=""></form>', 'loose')
  expect(isSafeToLeave(document)).toBe(false)
})

test('a text field in use keeps the page, even before anything is typed', () => {
  const main = typing('<form data-keep="a"><textarea name="a"></textarea></form>')
  main.querySelector('textarea')?.focus()
  expect(isSafeToLeave(document)).toBe(false)
})

test('an editor in use keeps the page', () => {
  const main = typing('<div contenteditable="true"><p>Essay</p></div>')
  main.querySelector<HTMLElement>('div')?.focus()
  expect(isSafeToLeave(document)).toBe(false)
})

test('what the page itself brought is not typed', () => {
  typing('<input value="Ada"><textarea>About me</textarea>')
  expect(isSafeToLeave(document)).toBe(true)
})

test('spaces and choices are not lost work', () => {
  const main = typing('<input><input type="checkbox" id="box">', '   ')
  main.querySelector<HTMLInputElement>('#box')?.click()
  expect(isSafeToLeave(document)).toBe(true)
})
