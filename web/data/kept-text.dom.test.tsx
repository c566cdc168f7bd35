import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { idOf, member } from '#shared/testing/factories.ts'
import { bridgedTexts, forgetAllKept, forgetOld } from './bridged-texts.ts'
import { keepDraftsIn } from './device-drafts.ts'
import {
  dropSent,
  emptySent,
  forgetKept,
  isOver,
  isTypedOn,
  keepNow,
  keeper,
  keptText,
  markSent,
  putBack,
  sentOf,
  startKeeping,
} from './kept-text.ts'
import { asMember, asVisitor, mia, openTestDevice } from '../testing/device.ts'
import { nextId, showHtml } from '../testing/dom.tsx'

startKeeping()
beforeEach(() => {
  isOver.set(false)
  asVisitor()
})

/** A form whose text is kept under `place`, as the page brings it. */
function aForm(place: string, fields = '<textarea name="markdown"></textarea>') {
  const form = showHtml(`<form data-keep="${place}">${fields}</form>`).querySelector('form')
  const field = form?.querySelector<HTMLInputElement | HTMLTextAreaElement>('textarea, input')
  if (!form || !field) throw new Error('no form')
  return { form, field }
}
const stored = (place: string) => localStorage.getItem(`kept:${place}`)

test('typing without a pause is kept while it goes on', async () => {
  const { field } = aForm('profile')
  let letters = 0
  const typing = setInterval(() => {
    field.value += 'x'
    letters += 1
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, 100)
  await expect.poll(() => keptText('profile')?.values['markdown']?.length ?? 0).toBeGreaterThan(6)
  clearInterval(typing)
  expect(letters).toBeGreaterThan(6)
})

test('typing is kept after a pause, without anybody doing anything', async () => {
  const { field } = aForm('profile')
  await userEvent.type(field, 'Half a th')
  await expect.poll(() => keptText('profile')?.values).toEqual({ markdown: 'Half a th' })
})

test('a page that goes away keeps what was typed a moment ago', async () => {
  const { field } = aForm('profile')
  await userEvent.type(field, 'last words')
  dispatchEvent(new Event('pagehide'))
  expect(keptText('profile')?.values).toEqual({ markdown: 'last words' })
})

test('passwords, hidden fields and choices are never kept', async () => {
  const fields = '<input name="a"><input type="password" name="b"><input type="hidden" name="c"><input type="checkbox" name="d">'
  const { form } = aForm('profile', fields)
  for (const field of form.querySelectorAll('input')) field.value = 'typed'
  await keepNow(form)
  expect(keptText('profile')?.values).toEqual({ a: 'typed' })
})

test('what the page itself brought is not kept', async () => {
  const { form } = aForm('profile', '<input name="name" value="Ada">')
  await keepNow(form)
  expect(stored('profile')).toBeNull()
})

test('a text that is emptied by hand is kept no more', async () => {
  const { form, field } = aForm('profile')
  field.value = 'x'
  await keepNow(form)
  field.value = '  '
  await keepNow(form)
  expect(stored('profile')).toBeNull()
})

test('kept text comes back into an untouched field', async () => {
  const { form, field } = aForm('profile')
  localStorage.setItem('kept:profile', JSON.stringify({ values: { markdown: 'from before' }, at: 1 }))
  expect(putBack(form)).toBe(true)
  expect(field.value).toBe('from before')
})

test('kept text stands before what is being typed, and both stay', async () => {
  const { form, field } = aForm('profile')
  localStorage.setItem('kept:profile', JSON.stringify({ values: { markdown: 'from before' }, at: 1 }))
  field.value = 'typed now'
  expect(putBack(form)).toBe(true)
  expect(field.value).toBe('from before\n\ntyped now')
})

test.each([
  ['newer', 2, 'second'],
  ['older', 0, 'first'],
])('of two kept texts, a %s one that comes later leaves the newer in the field', (_which, at, expected) => {
  const { form, field } = aForm('profile')
  const first = { values: { markdown: 'first' }, at: 1 }
  putBack(form, first)
  putBack(form, { values: { markdown: 'second' }, at }, first)
  expect(field.value).toBe(expected)
})

test('another account’s kept text is never shown', async () => {
  const { form, field } = aForm('profile')
  asMember()
  localStorage.setItem('kept:profile', JSON.stringify({ values: { markdown: 'Ben’s' }, at: 1, of: idOf(99) }))
  expect(putBack(form)).toBe(false)
  expect(field.value).toBe('')
})

test('a member’s text is kept under their name', async () => {
  const { form, field } = aForm('profile')
  asMember()
  field.value = 'mine'
  await keepNow(form)
  asMember({ ...mia, viewer: member(idOf(98)) })
  expect(keptText('profile')).toBeNull()
})

test('a sent text is nobody’s draft, what is typed next is one again', async () => {
  const { form, field } = aForm('profile')
  field.value = 'sent'
  markSent(form)
  await keepNow(form)
  expect(stored('profile')).toBeNull()
  await userEvent.type(field, '!')
  await expect.poll(() => keptText('profile')?.values).toEqual({ markdown: 'sent!' })
})

test('words typed while others are on their way are noticed, choices are not words', () => {
  const { form, field } = aForm('profile', '<textarea name="markdown"></textarea><input type="checkbox" name="d">')
  const sent = sentOf(form)
  form.querySelector<HTMLInputElement>('[type=checkbox]')?.click()
  expect(isTypedOn(form, sent)).toBe(false)
  field.value = 'more'
  expect(isTypedOn(form, sent)).toBe(true)
})

test('a choice made while words were on their way stays when they leave the field', () => {
  const { form, field } = aForm('profile', '<textarea name="markdown"></textarea><input type="checkbox" name="d">')
  field.value = 'sent'
  const sent = sentOf(form)
  const box = form.querySelector<HTMLInputElement>('[type=checkbox]')
  box?.click()
  emptySent(form, sent)
  expect([field.value, box?.checked]).toEqual(['', true])
})

test('where localStorage refuses, the text stays in the field and the browser may keep it', async () => {
  const { form, field } = aForm('profile')
  form.autocomplete = 'off'
  const real = Storage.prototype.setItem
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  try {
    field.value = 'no room'
    await keepNow(form)
  } finally {
    Storage.prototype.setItem = real
  }
  expect(field.value).toBe('no room')
  expect(form.hasAttribute('autocomplete')).toBe(false)
})

test('at sign-out every kept text goes, and nothing is kept any more', async () => {
  const { form, field } = aForm('profile')
  field.value = 'secret'
  await keepNow(form)
  forgetAllKept()
  expect(bridgedTexts()).toEqual([])
  await keepNow(form)
  expect(stored('profile')).toBeNull()
})

test('nobody comes back for a text after thirty days', () => {
  const day = 86_400_000
  for (const [place, at] of [
    ['old', 0],
    ['young', 2 * day],
  ] as const)
    localStorage.setItem(`kept:${place}`, JSON.stringify({ values: { a: 'x' }, at }))
  forgetOld(31 * day)
  expect([stored('old'), stored('young')]).toEqual([null, expect.any(String)])
})

test('the device takes over what was typed before it was there', async () => {
  const place = `comment:${nextId()}:`
  localStorage.setItem(`kept:${place}`, JSON.stringify({ values: { markdown: 'early' }, at: 5 }))
  const { device } = await openTestDevice()
  keepDraftsIn(device)
  await expect.poll(() => device.drafts.get(place)).toMatchObject({ values: { markdown: 'early' } })
  await expect.poll(() => stored(place)).toBeNull()
})

test('an older bridged text does not replace the device’s newer one', async () => {
  const place = `comment:${nextId()}:`
  const { device } = await openTestDevice()
  await device.drafts.save(place, { markdown: 'newer' }, 9)
  localStorage.setItem(`kept:${place}`, JSON.stringify({ values: { markdown: 'older' }, at: 5 }))
  keepDraftsIn(device)
  await expect.poll(() => stored(place)).toBeNull()
  expect(await device.drafts.get(place)).toMatchObject({ values: { markdown: 'newer' } })
})

test('other forms’ texts are not the device’s', async () => {
  localStorage.setItem('kept:profile', JSON.stringify({ values: { bio: 'mine' }, at: 5 }))
  const { device } = await openTestDevice()
  keepDraftsIn(device)
  expect(await device.drafts.list()).toEqual([])
  expect(stored('profile')).not.toBeNull()
})

test('a kept comment is not destroyed by a word typed before it has come back', async () => {
  const place = `comment:${nextId()}:`
  const { device } = await openTestDevice()
  await device.drafts.save(place, { markdown: 'a long text' }, 5)
  const { field } = aForm(place)
  await userEvent.type(field, 'word')
  await expect.poll(() => keptText(place)?.values).toEqual({ markdown: 'word' })
  keepDraftsIn(device)
  await expect.poll(() => device.drafts.get(place)).toMatchObject({ values: { markdown: 'a long text\n\nword' } })
  await expect.poll(() => field.value).toBe('a long text\n\nword')
})

test('a word typed and taken away before a kept comment has come back does not throw it away', async () => {
  const place = `comment:${nextId()}:`
  const { device } = await openTestDevice()
  await device.drafts.save(place, { markdown: 'a long text' }, 5)
  keepDraftsIn(device)
  const { form, field } = aForm(place)
  field.value = 'x'
  field.value = ''
  await keepNow(form)
  expect(await device.drafts.get(place)).toMatchObject({ values: { markdown: 'a long text' } })
})

test('a visitor’s kept text is not destroyed by a word typed before it has come back', async () => {
  const { field } = aForm('profile')
  localStorage.setItem('kept:profile', JSON.stringify({ values: { markdown: 'from before' }, at: 1 }))
  await userEvent.type(field, 'word')
  await expect.poll(() => keptText('profile')?.values).toEqual({ markdown: 'from before\n\nword' })
  expect(field.value).toBe('from before\n\nword')
})

test('the first key in a second tab does not replace what the first tab has kept', async () => {
  const place = `comment:${nextId()}:`
  const { device } = await openTestDevice()
  keepDraftsIn(device)
  const { form, field } = aForm(place)
  await device.drafts.save(place, { markdown: 'From' }, 5, { by: 'first tab', base: undefined })
  putBack(form, { values: { markdown: 'From' }, at: 5 })
  await device.drafts.save(place, { markdown: 'From the first tab' }, 6, { by: 'first tab', base: undefined })
  field.value = 'From?'
  await keepNow(form)
  expect(await device.drafts.get(place)).toMatchObject({ values: { markdown: 'From the first tab?' } })
  expect(field.value).toBe('From the first tab?')
})

test('what a page replaces of its own needs no base: a word that was taken out stays out', async () => {
  const place = `comment:${nextId()}:`
  const { device } = await openTestDevice()
  keepDraftsIn(device)
  const { form, field } = aForm(place)
  field.value = 'one two three'
  await Promise.all([keepNow(form), keepNow(form)])
  field.value = 'one three'
  await keepNow(form)
  expect(await device.drafts.get(place)).toMatchObject({ values: { markdown: 'one three' } })
})

test('what was sent leaves the field, and what was typed on behind it stays', () => {
  const { form, field } = aForm('profile')
  field.value = 'sent.'
  const sent = sentOf(form)
  field.value = 'sent. And more'
  dropSent(form, sent)
  expect(field.value).toBe('And more')
})

test('a save that comes late does not bring back what was sent', async () => {
  const place = `comment:${nextId()}:`
  const { device } = await openTestDevice()
  keepDraftsIn(device)
  const saving = keeper.get()?.save(place, { values: { markdown: 'sent' }, at: 1 })
  forgetKept(place)
  await saving
  await expect.poll(() => device.drafts.get(place)).toBeUndefined()
})
