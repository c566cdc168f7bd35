import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { votePower } from '#shared/votes/rules.ts'
import type { CommentLineView } from '../../../blocks/posts/comment-line-view.ts'
import { asMember, asVisitor, mia } from '../../../testing/device.ts'
import { expectAccessible, nextId, show } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import { ListTabs } from './list-tabs.tsx'
import { QuickTakes } from './quick-takes.tsx'
import { StripVotes } from './strip-line.tsx'

const lineOf = (id: string, name: string): CommentLineView => ({
  ...{ id, post: { id: idOf(1), slug: 'on-tides', title: 'On tides', lang: 'en', dir: 'ltr' }, isTake: true },
  ...{ by: { name, slug: name.toLowerCase() }, at: T0, score: 7, replyCount: 0, text: 'Gulls again.' },
})

async function showStrip() {
  const takes = [lineOf(nextId(), 'Ben'), lineOf(nextId(), 'Cara')]
  await show(
    <>
      <QuickTakes takes={takes} />
      <StripVotes takes={takes} discussed={[]} />
    </>,
  )
  return takes
}

const up = page.getByRole('button', { name: /^Vote up/u })

test('a member votes on the second of two quick takes where it stands, and one press leads to answering it', async () => {
  asMember()
  network.answers('/api/me', { json: { ...mia, votes: [] } })
  const answer = network.holds(links.mutation('votes.set'), { json: { outcome: 'applied' } })
  const [, cara] = await showStrip()
  await expect.element(up.nth(1)).toBeVisible()
  await expectAccessible()
  await up.nth(1).click()
  await expect.element(up.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(up.nth(0)).toHaveAttribute('aria-pressed', 'false')
  await expect
    .element(page.getByRole('group', { name: /^Approval/u }).nth(1))
    .toHaveAccessibleName(`Approval ${7 + votePower(mia.viewer.karma, 1)}`)
  await expect
    .element(page.getByRole('link', { name: 'Reply to Cara' }))
    .toHaveAttribute('href', links.reply({ id: idOf(1), slug: 'on-tides' }, cara?.id ?? ''))
  answer()
})

test('a visitor has the lines alone', async () => {
  asVisitor()
  await showStrip()
  await expect.element(page.getByText('Gulls again.').first()).toBeVisible()
  expect(up.query()).toBeNull()
})

test('a member has tabs to what they follow and to their bookmarks, a visitor those of everybody', async () => {
  asVisitor()
  await show(<ListTabs current="ranked" />)
  await expect.element(page.getByRole('link', { name: 'For you' })).toBeVisible()
  expect(page.getByRole('link', { name: 'Following' }).query()).toBeNull()
  asMember()
  await expect.element(page.getByRole('link', { name: 'Following' })).toHaveAttribute('href', links.mixedFeed({ tab: 'following' }))
  await expect.element(page.getByRole('link', { name: 'Bookmarks' })).toHaveAttribute('href', links.bookmarks())
})
