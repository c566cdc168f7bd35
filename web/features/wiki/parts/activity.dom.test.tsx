import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPost, idOf, T0 } from '#shared/testing/factories.ts'
import { votes } from '#shared/votes/schema.ts'
import { asMember, mia, openTestDevice } from '../../../testing/device.ts'
import { expectAccessible, nextId, show } from '../../../testing/dom.tsx'
import { network } from '../../../testing/network.ts'
import { links } from '#shared/links.ts'
import type { ActivityView } from '../activity.ts'
import { ActivityList } from './activity.tsx'

const by = { name: 'Ada', slug: 'ada' }
const noTally = { score: 3, voteCount: 2, agreement: 0, agreementCount: 0 }

function edit(): ActivityView {
  return {
    ...{ id: nextId(), kind: 'edits', at: T0, by, words: 'edited', about: null, note: '', change: null, metrics: null },
    ...{ compare: null, href: '/w/water?version=1.1.0', isUncredited: false, revisionId: null },
    vote: { postId: nextId(), writerId: idOf(400), version: '1.1.0', tally: noTally },
  }
}

const up = page.getByRole('button', { name: /^Vote up/u })

test('a vote on an edit waits on a device that holds nothing of the page', async () => {
  const { device } = await openTestDevice({ me: mia })
  network.isOffline = true
  const one = edit()
  await show(<ActivityList activity={[one]} texts={[aPost({ id: one.vote?.postId ?? '', kind: 'wiki', slug: null })]} />)
  await expect.element(page.getByRole('group', { name: 'Votes on this edit by Ada: 3' })).toBeVisible()
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => device.unsentCount()).toMatchObject({ queued: 1 })
  expect(await device.read.get(votes, `${mia.viewer.userId}:${one.id}:approval`)).toMatchObject({ targetKind: 'revision', value: 1 })
  await expectAccessible()
})

test('a vote on an edit of which the device knows nothing is the server’s', async () => {
  asMember()
  network.answers('/api/me', { json: mia })
  network.answers(links.mutation('votes.set'), { json: { outcome: 'applied' } })
  await show(<ActivityList activity={[edit()]} />)
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => network.asked(links.mutation('votes.set'))).toHaveLength(1)
})
