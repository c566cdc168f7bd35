import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { members } from '#shared/accounts/schema.ts'
import { aMember, aPost, idOf, T0 } from '#shared/testing/factories.ts'
import { muted } from '../../data/muted.ts'
import { openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import MutedPage from '../../features/mutes/pages/muted-page.tsx'
import { press as pressOn } from '../comments/comment-menu.ts'
import { useBranches } from '../comments/thread-branches.tsx'
import { showCommentContents } from '../contents/comment-contents.ts'
import { CommentItem } from '../comments/comment-item.tsx'
import type { ThreadView } from '../comments/thread-view.ts'
import type { PostRowView } from '../posts/post-row-view.ts'
import { CommentLine } from '../posts/comment-line.tsx'
import { Rows } from '../posts/rows.tsx'
import { LiveMuteButton } from './live-mute-button.tsx'
import { setMuted } from './set-muted.ts'

const ada = { id: idOf(100), slug: 'ada', name: 'Ada' }
const row = (n: number, author: { readonly name: string; readonly slug: string }): PostRowView => ({
  ...{ id: idOf(n), title: `Post ${n}`, slug: 'a', kind: 'post', lang: 'en', dir: 'ltr', isPinned: false, isCurated: false },
  ...{ isFrontpage: true, authors: [author], at: T0, score: 1, voteCount: 1, commentCount: 0, talkedAt: 0 },
})
const aLine = (by: { readonly name: string; readonly slug: string }) =>
  ({
    id: nextId(),
    by,
    at: T0,
    score: 1,
    replyCount: 0,
    isTake: true,
    text: `Said by ${by.name}`,
    post: { id: idOf(1), slug: 'a', lang: 'en' },
  }) as never

test('“Mute” on a profile is done on this device at once, says what follows, and is taken back by the same button', async () => {
  await openTestDevice()
  await show(<LiveMuteButton {...ada} />)
  const button = page.getByRole('button')
  await expect.element(button).toHaveAccessibleName('Mute Ada')
  await press('{Tab}', '{Enter}')
  await expect.element(page.getByRole('button', { name: /^Unmute Ada/ })).toBeVisible()
  await expect.element(page.getByRole('status')).toHaveTextContent('You won’t see what Ada writes. They aren’t notified.')
  expect([...muted.get().slugs]).toEqual(['ada'])
  await expectAccessible()
  await press('{Enter}')
  await expect.element(page.getByRole('button', { name: /^Mute Ada/ })).toBeVisible()
  expect(muted.get().ids.size).toBe(0)
})

test('muted from the menu of a line, all of their lines go, and “Undo” in its place brings them back', async () => {
  document.documentElement.dataset['js'] = ''
  const { device } = await openTestDevice()
  device.hint(members, { ...aMember({ id: ada.id, displayName: 'Ada' }), slug: 'ada' })
  await show(<Rows rows={[row(1, ada), row(2, { name: 'Ben', slug: 'ben' }), row(3, ada)]} />, { at: '/' })
  network.answers('/api/preview', { json: { kind: 'member', id: ada.id } })
  await page.getByRole('button', { name: 'More about Post 1' }).click()
  await page.getByRole('button', { name: 'Mute Ada' }).click()
  await expect.element(page.getByRole('status').first()).toHaveTextContent('Muted Ada. Undo')
  await expect.poll(() => document.querySelectorAll('.row').length).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => document.querySelectorAll('.row').length).toBe(3)
})

test('on their own page their lines stand, for members who go there', async () => {
  await openTestDevice()
  await setMuted(ada, true)
  await show(
    <>
      <Rows rows={[row(1, ada)]} />
      <ul>
        <CommentLine said={aLine(ada)} now={null} />
      </ul>
    </>,
    { at: '/users/ada' },
  )
  await expect.element(page.getByText('Said by Ada')).toBeVisible()
  await expect.element(page.getByText('Post 1')).toBeVisible()
})

test('a quick take of theirs is in no list', async () => {
  await openTestDevice()
  await setMuted(ada, true)
  await show(
    <ul>
      <CommentLine said={aLine(ada)} now={null} />
      <CommentLine said={aLine({ name: 'Ben', slug: 'ben' })} now={null} />
    </ul>,
    { at: '/' },
  )
  await expect.element(page.getByText('Said by Ben')).toBeVisible()
  await expect.poll(() => page.getByText('Said by Ada').query()).toBeNull()
})

const comment = (n: number, by: number, level: number) =>
  ({ id: idOf(n), level, by, at: T0, version: 1, score: 1, voteCount: 1, agreement: 0, agreementCount: 0, replyCount: 0 }) as const
const view: ThreadView = {
  people: [ada, { id: idOf(101), slug: 'ben', name: 'Ben' }],
  comments: [comment(10, 0, 1), comment(11, 1, 2)],
}
const bodies = { [idOf(10)]: '<p>By Ada.</p>', [idOf(11)]: '<p>By Ben.</p>' }

function Thread() {
  const { branches } = useBranches({ view, bodies, place: 'thread', postId: idOf(1), list: { current: null } })
  const facts = { post: { id: idOf(1), slug: 'a' }, place: 'thread', htmlOf: (key: string) => bodies[key], pointedAt: null } as const
  return (
    <ul className="thread">
      {branches.map((branch) => (
        <CommentItem key={branch.comment.id} branch={branch} facts={facts} now={null} />
      ))}
    </ul>
  )
}

test('their comment is folded and can be opened; what others answered stands; its menu mutes and unmutes, and keeps the focus', async () => {
  await openTestDevice()
  await show(<Thread />)
  const item = document.querySelector<HTMLElement>(`li[data-comment="${idOf(10)}"]`)
  if (item === null) throw new Error('no comment')
  const actions = { post: aPost(), shown: () => ({ author: ada, comment: view.comments[0] }) } as never
  const open = () => {
    const control = item.querySelector<HTMLElement>('.c-more')
    if (control === null) throw new Error('no menu')
    pressOn({ control, item, commentId: idOf(10), actions })
  }
  open()
  await page.getByRole('button', { name: 'Mute Ada' }).click()
  const summary = page.getByText('Comment by a muted member')
  await expect.element(summary).toBeVisible()
  await expect.element(page.getByText('By Ada.')).not.toBeVisible()
  await expect.element(page.getByText('By Ben.')).toBeVisible()
  await expect.poll(() => focused()).toContain('Comment by a muted member')
  await expectAccessible()
  await press('{Enter}')
  await expect.element(page.getByText('By Ada.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
  open()
  await page.getByRole('button', { name: 'Unmute Ada' }).click()
  await expect.poll(() => summary.query()).toBeNull()
  await expect.element(page.getByText('By Ada.')).toBeVisible()
})

test('the page of those who are muted names each, and ends it by keyboard', async () => {
  await openTestDevice()
  await setMuted(ada, true)
  await show(<MutedPage />, { at: '/muted', page: { head: { title: '' }, muted: [{ id: ada.id, name: 'Ada', slug: 'ada', at: T0 }] } })
  await expectAccessible()
  await press('{Tab}', '{Tab}')
  expect(focused()).toContain('Unmute')
  await press('{Enter}')
  await expect.poll(() => muted.get().ids.size).toBe(0)
})

test('beside a discussion its contents tell a muted member’s comment from one that was removed', async () => {
  await openTestDevice()
  await setMuted(ada, true)
  await show(<Thread />)
  await expect.element(page.getByText('Comment by a muted member')).toBeVisible()
  const rail = document.createElement('nav')
  document.body.append(rail)
  const stop = showCommentContents(rail, document.querySelector('main') ?? document.body)
  await expect.poll(() => [...rail.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toContain('Muted member')
  stop()
})
