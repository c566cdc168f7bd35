import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import { idOf } from '#shared/testing/factories.ts'
import { setLook } from '../../data/look.ts'
import { network } from '../../testing/network.ts'
import { show } from '../../testing/dom.tsx'
import type { PostRowView } from './post-row-view.ts'
import { PostRow } from './post-row.tsx'

const author = { name: 'Ada', slug: 'ada' }
const row = {
  ...{ id: idOf(1), title: 'On tides', slug: 'on-tides', kind: 'post', lang: 'en', dir: 'ltr', isPinned: false, isCurated: false },
  ...{ isFrontpage: true, authors: [author], at: 0, score: 3, voteCount: 2, commentCount: 1, talkedAt: 0 },
} as unknown as PostRowView
const card: PreviewCard = {
  ...{ kind: 'post', url: '/', title: 'On tides', authors: [author], publishedAt: 0, minutes: 4, commentCount: 1, karma: 3, lang: 'en' },
  ...{ tags: ['Sea', 'Moon', 'Clocks', 'Mud'], text: 'The sea leaves twice a day.', picture: null },
}

test.each([
  ['/pictures/a.svg', '/pictures/a.svg'],
  ['https://elsewhere.example/a.png', null],
  [null, null],
])('a reader who wants first lines gets them, with time, tags and the picture %s; others get none', async (picture, drawn) => {
  network.answers('/api/preview', { json: { ...card, picture } })
  // Its cards are remembered: each of these is another post.
  const own = { ...row, id: idOf(picture === null ? 3 : picture.length) }
  const { container } = await show(
    <ul className="rows">
      <PostRow row={own} now={null} />
    </ul>,
  )
  expect(container.querySelector('.row-details')).toBeNull()
  setLook({ lists: 'long' })
  await expect.element(page.getByText('The sea leaves twice a day.')).toBeVisible()
  await expect.element(page.getByText('4 min read · Sea · Moon · Clocks')).toBeVisible()
  expect(container.querySelector('.row-details img')?.getAttribute('src') ?? null).toBe(drawn)
  setLook({ lists: 'standard' })
  await expect.poll(() => container.querySelector('.row-details')).toBeNull()
})

test('what is neither here nor to be had says so in its place', async () => {
  network.answers('/api/preview', { status: 404, json: { error: { code: 'not-found' } } })
  setLook({ lists: 'long' })
  await show(
    <ul className="rows">
      <PostRow row={{ ...row, id: idOf(99) }} now={null} />
    </ul>,
  )
  await expect.element(page.getByText('Not on this device yet')).toBeVisible()
  setLook({ lists: 'standard' })
})
