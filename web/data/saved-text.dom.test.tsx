import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { idOf, member } from '#shared/testing/factories.ts'
import {
  dropSent,
  emptySent,
  forgetSaved,
  isTypedOn,
  keepAsSent,
  keepNow,
  keptAt,
  rememberSaved,
  markSent,
  putBack,
  sentOf,
  startKeeping,
} from './saved-text.ts'
import { bridgedTexts, forgetBridged, forgetOld } from './typed-words/bridge.ts'
import type { TypedRow } from './typed-words/typed-row.ts'
import { isOver, takeBridged, wordsNow } from './typed-words/local-typed-words.ts'
import { asMember, asVisitor, mia, openTestDevice } from '../testing/device.ts'
import { showHtml } from '../testing/dom.tsx'
import { dayMs } from '#shared/kernel/durations.ts'

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
/** As a page before this one has left it. */
const leave = (place: string, markdown: string) => wordsNow().save(place, { values: { markdown }, at: 1, by: 'a page before' })

test('typing without a pause is kept while it goes on', async () => {
  const { field } = aForm('profile')
  let letters = 0
  const typing = setInterval(() => {
    field.value += 'x'
    letters += 1
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, 100)
  await expect.poll(() => keptAt('profile').then((row) => row?.values['markdown']?.length ?? 0)).toBeGreaterThan(6)
  clearInterval(typing)
  expect(letters).toBeGreaterThan(6)
})

test('typing is kept after a pause, without anybody doing anything', async () => {
  const { field } = aForm('profile')
  await userEvent.type(field, 'Half a th')
  await expect.poll(() => keptAt('profile')).toMatchObject({ values: { markdown: 'Half a th' } })
})

test('a page that goes away keeps what was typed a moment ago', async () => {
  const { field } = aForm('profile')
  await userEvent.type(field, 'last words')
  dispatchEvent(new Event('pagehide'))
  expect(bridgedTexts()).toMatchObject([{ place: 'profile', words: { values: { markdown: 'last words' } } }])
  // The page stays after all: it is kept, and the bridge is gone.
  await expect.poll(() => keptAt('profile')).toMatchObject({ values: { markdown: 'last words' } })
  await expect.poll(bridgedTexts).toEqual([])
})

test('a page that goes away while a form that was just closed is being saved keeps its words', async () => {
  const { form, field } = aForm('profile')
  await userEvent.type(field, 'closed at once')
  const saved = keepNow(form)
  form.remove()
  dispatchEvent(new Event('pagehide'))
  expect(bridgedTexts()).toMatchObject([{ place: 'profile', words: { values: { markdown: 'closed at once' } } }])
  await saved
  expect(bridgedTexts()).toEqual([])
})

test('passwords, hidden fields and choices are never kept', async () => {
  const fields = '<input name="a"><input type="password" name="b"><input type="hidden" name="c"><input type="checkbox" name="d">'
  const { form } = aForm('profile', fields)
  for (const field of form.querySelectorAll('input')) field.value = 'typed'
  await keepNow(form)
  expect(await keptAt('profile')).toMatchObject({ values: { a: 'typed' } })
})

test('what the page itself brought is not kept', async () => {
  const { form } = aForm('profile', '<input name="name" value="Ada">')
  await keepNow(form)
  expect(await keptAt('profile')).toBeUndefined()
})

test('a text that is emptied by hand is kept no more', async () => {
  const { form, field } = aForm('profile')
  field.value = 'x'
  await keepNow(form)
  field.value = '  '
  await keepNow(form)
  expect(await keptAt('profile')).toBeUndefined()
})

test('kept text comes back into an untouched field', async () => {
  const { form, field } = aForm('profile')
  await leave('profile', 'from before')
  expect(putBack(form, await keptAt('profile'))).toBe(true)
  expect(field.value).toBe('from before')
})

test('kept text stands before what is being typed, and both stay', async () => {
  const { form, field } = aForm('profile')
  await leave('profile', 'from before')
  field.value = 'typed now'
  expect(putBack(form, await keptAt('profile'))).toBe(true)
  expect(field.value).toBe('from before\n\ntyped now')
})

test('another account’s kept text is never shown', async () => {
  const { form, field } = aForm('profile')
  localStorage.setItem('kept:profile#1', JSON.stringify({ values: { markdown: 'Ben’s' }, at: 1, of: idOf(99) }))
  asMember()
  expect(putBack(form, await keptAt('profile'))).toBe(false)
  expect(field.value).toBe('')
  // Ben's are his when he is here again.
  asMember({ ...mia, viewer: member(idOf(99)) })
  expect(await keptAt('profile')).toMatchObject({ values: { markdown: 'Ben’s' } })
})

test('a member’s text is kept under their name', async () => {
  const { form, field } = aForm('profile')
  asMember()
  field.value = 'mine'
  await keepNow(form)
  asMember({ ...mia, viewer: member(idOf(98)) })
  field.value = ''
  expect(await keptAt('profile')).toBeUndefined()
})

test('a sent text is nobody’s draft, what is typed next is one again', async () => {
  const { form, field } = aForm('profile')
  field.value = 'sent'
  markSent(form)
  await keepNow(form)
  expect(await keptAt('profile')).toBeUndefined()
  await userEvent.type(field, '!')
  await expect.poll(() => keptAt('profile')).toMatchObject({ values: { markdown: 'sent!' } })
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

/** A browser that gives no database, and no room in localStorage either if asked. */
async function withoutRoom(work: () => Promise<void>, isStorageFull: boolean): Promise<void> {
  const [open, setItem] = [IDBFactory.prototype.open, Storage.prototype.setItem]
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  IDBFactory.prototype.open = refuse
  if (isStorageFull) Storage.prototype.setItem = refuse
  try {
    await work()
  } finally {
    IDBFactory.prototype.open = open
    Storage.prototype.setItem = setItem
  }
}

test('where no database can be had, what is typed is bridged, and kept as soon as there is one', async () => {
  const { form, field } = aForm('profile')
  field.value = 'no room'
  await withoutRoom(() => keepNow(form), false)
  expect(bridgedTexts()).toMatchObject([{ place: 'profile', words: { values: { markdown: 'no room' } } }])
  expect(await keptAt('profile')).toMatchObject({ values: { markdown: 'no room' } })
  expect(bridgedTexts()).toEqual([])
})

test('where nothing can be kept at all, the text stays in the field and the browser may keep it', async () => {
  const { form, field } = aForm('profile')
  form.autocomplete = 'off'
  field.value = 'no room'
  await withoutRoom(() => keepNow(form), true)
  expect(field.value).toBe('no room')
  expect(form.hasAttribute('autocomplete')).toBe(false)
})

test('after a sign-out nothing is kept any more', async () => {
  const { form, field } = aForm('profile')
  field.value = 'secret'
  isOver.set(true)
  forgetBridged()
  await keepNow(form)
  dispatchEvent(new Event('pagehide'))
  expect(bridgedTexts()).toEqual([])
  isOver.set(false)
  expect(await keptAt('profile')).toBeUndefined()
})

test('nobody comes back for a text after thirty days', () => {
  for (const [place, at] of [
    ['old', 0],
    ['young', 2 * dayMs],
  ] as const)
    localStorage.setItem(`kept:${place}#1`, JSON.stringify({ values: { a: 'x' }, at }))
  forgetOld(31 * dayMs)
  expect(bridgedTexts()).toMatchObject([{ place: 'young' }])
})

test('what a page left behind as it went is kept by the next one, beside what is kept', async () => {
  localStorage.setItem('kept:profile#1', JSON.stringify({ values: { markdown: 'one two' }, at: 5, base: { values: { markdown: 'one' } } }))
  await leave('profile', 'one')
  await takeBridged()
  expect(await keptAt('profile')).toMatchObject({ values: { markdown: 'one two' } })
  expect(Object.keys(localStorage)).toEqual([])
})

test('of two tabs that went away at one place both are kept', async () => {
  for (const tab of ['1', '2']) localStorage.setItem(`kept:profile#${tab}`, JSON.stringify({ values: { markdown: `Tab ${tab}.` }, at: 5 }))
  expect((await keptAt('profile'))?.values).toEqual({ markdown: 'Tab 1.\n\nTab 2.' })
})

test('what was sent after its page went away does not come back, what was typed on behind it does', async () => {
  const base = { values: { markdown: 'Sent.' } }
  localStorage.setItem('kept:profile#1', JSON.stringify({ values: { markdown: 'Sent. More' }, at: 5, base }))
  localStorage.setItem('kept:feedback#1', JSON.stringify({ values: { markdown: 'Sent.' }, at: 5, base }))
  expect(await keptAt('profile')).toMatchObject({ values: { markdown: 'More' } })
  expect(await keptAt('feedback')).toBeUndefined()
})

test('a kept text is not destroyed by a word typed before it has come back', async () => {
  const { field } = aForm('profile')
  await leave('profile', 'a long text')
  await userEvent.type(field, 'word')
  await expect.poll(() => keptAt('profile')).toMatchObject({ values: { markdown: 'a long text\n\nword' } })
  await expect.poll(() => field.value).toBe('a long text\n\nword')
})

test('a word typed and taken away before a kept text has come back does not throw it away', async () => {
  const { form, field } = aForm('profile')
  await leave('profile', 'a long text')
  field.value = 'x'
  field.value = ''
  await keepNow(form)
  expect(await keptAt('profile')).toMatchObject({ values: { markdown: 'a long text' } })
})

test('the first key in a second tab does not replace what the first tab has kept', async () => {
  const { form, field } = aForm('profile')
  putBack(form, (await leave('profile', 'From')) ?? undefined)
  await leave('profile', 'From the first tab')
  field.value = 'From?'
  await keepNow(form)
  expect(await keptAt('profile')).toMatchObject({ values: { markdown: 'From the first tab?' } })
  expect(field.value).toBe('From the first tab?')
})

test('what a form replaces of its own needs no base: a word that was taken out stays out', async () => {
  const { form, field } = aForm('profile')
  field.value = 'one two three'
  await Promise.all([keepNow(form), keepNow(form)])
  field.value = 'one three'
  await keepNow(form)
  expect(await keptAt('profile')).toMatchObject({ values: { markdown: 'one three' } })
})

test('a form that shows what is kept replaces it', async () => {
  const { form, field } = aForm('profile')
  rememberSaved(form, (await leave('profile', 'before')) as TypedRow)
  field.value = 'after'
  await keepNow(form)
  expect(await keptAt('profile')).toMatchObject({ values: { markdown: 'after' } })
})

test('what is typed before it is known who is here goes along with whoever it is, and no visitor finds it', async () => {
  const { form, field } = aForm('profile')
  field.value = 'early'
  await keepNow(form)
  const { device } = await openTestDevice()
  await expect.poll(() => keptAt('profile')).toMatchObject({ values: { markdown: 'early' } })
  expect(device.account).not.toBeNull()
  expect(field.value).toBe('early')
})

test('the device reads what was typed without it, and hears of it', async () => {
  const { device } = await openTestDevice({ isOnDisk: true })
  const places: string[] = []
  device.subscribe((changed) => places.push(...changed.places))
  const { form, field } = aForm('profile')
  field.value = 'words'
  await keepNow(form)
  expect(await device.drafts.get('profile')).toMatchObject({ values: { markdown: 'words' } })
  await expect.poll(() => places).toEqual(['profile'])
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
  const { form, field } = aForm('profile')
  field.value = 'sent'
  const saving = keepNow(form)
  await forgetSaved('profile')
  await saving
  expect(await keptAt('profile')).toBeUndefined()
})

test('words that a queued action took along do not come back with a save that was late', async () => {
  const { form, field } = aForm('comment:p:')
  field.value = 'Sent.'
  await keepAsSent(form)
  await wordsNow().forget('comment:p:')
  await keepNow(form)
  expect(await keptAt('comment:p:')).toBeUndefined()
  field.value = 'Sent. More'
  await keepNow(form)
  expect(await keptAt('comment:p:')).toMatchObject({ values: { markdown: 'More' } })
  expect(field.value).toBe('More')
})

test.each([
  ['as they were typed', 'Saved'],
  ['but for the space behind the last', 'Saved '],
])('words that stand in the page already, %s, are no draft: they were saved, and their page went away', async (_how, kept) => {
  await leave('profile', kept)
  const { form } = aForm('profile', '<textarea name="markdown">Saved</textarea>')
  expect(putBack(form, await keptAt('profile'))).toBe(false)
  await expect.poll(() => keptAt('profile')).toBeUndefined()
})
