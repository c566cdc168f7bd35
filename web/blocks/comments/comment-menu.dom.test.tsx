import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPost, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { asVisitor, mia, openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, press } from '../../testing/dom.tsx'
import { press as pressOn } from './comment-menu.ts'

const ada = { id: idOf(100), slug: 'ada', name: 'Ada' }

afterEach(() => document.querySelector('.c-more')?.remove())

/** Ada's comment under a post of somebody else, with its menu open. */
async function open(): Promise<readonly string[]> {
  const control = Object.assign(document.createElement('button'), { className: 'c-more', textContent: 'More' })
  document.body.append(control)
  control.focus()
  const comment = { id: idOf(10), level: 1, by: 0, at: T0, version: 1 }
  pressOn({
    ...{ control, item: document.createElement('li'), commentId: comment.id },
    actions: { post: aPost({ authorId: idOf(55) }), shown: () => ({ author: ada, comment }) } as never,
  })
  await expect.element(page.getByRole('link', { name: 'Permalink' })).toBeVisible()
  return [...document.querySelectorAll('.c-menu > *')].map(({ textContent }) => textContent)
}

const all = ['Permalink', 'Copy as Markdown', 'Bookmark']

test('a visitor’s menu of a comment leads to it, copies it, saves it and reports it', async () => {
  asVisitor()
  expect(await open()).toEqual([...all, 'Report…'])
  await expectAccessible()
  const report = page.getByRole('link', { name: 'Report…' }).element()
  expect(report.getAttribute('href')).toBe(`/report?kind=comment&id=${idOf(10)}`)
})

test('a member mutes and follows from it too, and changes only what is their own', async () => {
  await openTestDevice()
  expect(await open()).toEqual([...all, 'Follow replies', 'Mute Ada', 'Report…'])
})

test('an author edits and removes what is theirs, and has nobody to mute or report', async () => {
  await openTestDevice({ me: { ...mia, viewer: member(ada.id) } })
  expect(await open()).toEqual([...all, 'Follow replies', 'Pin to my profile', 'Retract', 'Edit', 'Remove'])
})

test('the staff has everything', async () => {
  await openTestDevice({ me: { ...mia, viewer: moderator } })
  expect(await open()).toEqual(expect.arrayContaining(['Edit', 'Remove', 'Mute Ada', 'Report…', 'Reject…']))
})

test('the menu is walked by arrow keys, and Escape gives the focus back', async () => {
  asVisitor()
  await open()
  expect(focused()).toBe('Permalink')
  await press('{ArrowDown}')
  expect(focused()).toBe('Copy as Markdown')
  await press('{Escape}')
  await expect.poll(focused).toBe('More')
  expect(document.querySelector('.c-menu')).toBeNull()
})
