import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dayMs } from '#shared/kernel/durations.ts'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import { idOf } from '#shared/testing/factories.ts'
import { asMember } from '../../testing/device.ts'
import { showHtml } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { previewOf } from './preview-float.ts'

async function cardOf(joined: number, karma: number): Promise<string> {
  const card: PreviewCard = {
    ...{ kind: 'member', url: '/users/ada', id: idOf(1), name: 'Ada', joinedAt: Date.now() - joined * dayMs, karma },
    ...{ postCount: 1, commentCount: 2, text: 'Tides.' },
  }
  network.answers('/api/preview', { json: card })
  network.answers('/api/follow', { json: {} })
  const main = showHtml(`<p><a href="/users/ada?${Math.random()}">Ada</a></p>`)
  const link = main.querySelector('a')
  if (link === null) throw new Error('no link')
  const float = await previewOf(link)
  const words = document.querySelector('.card .meta')?.textContent ?? ''
  if (joined === 1) await expect.element(page.getByRole('button', { name: /^Follow/u })).toBeVisible()
  float?.close()
  main.remove()
  return words
}

test('the card of a member offers to follow them, and says that they are new: for a week, and for a year with little karma', async () => {
  asMember()
  const isNew = async (joined: number, karma: number) => (await cardOf(joined, karma)).includes('new here')
  expect([await isNew(1, 90), await isNew(8, 90), await isNew(8, 19), await isNew(366, 19), await isNew(8, 20)]).toEqual([
    ...[true, false, true, false, false],
  ])
})
