import { afterEach, expect, test } from 'vitest'
import type { Row } from '#shared/kernel/table.ts'
import { aComment, aPost, idOf, member, paragraph } from '#shared/testing/factories.ts'
import type { AccountDevice } from './account-device.ts'
import { openAccountDevice } from './account-device.ts'
import { createLoosePage } from './testing/pages.ts'
import { testBrowser } from './testing/browser.ts'

const me = idOf(7)
const place = `edit:${idOf(20)}`
const devices: AccountDevice[] = []
afterEach(() => {
  for (const device of devices.splice(0)) device.close()
})

/** A device with a comment, of which an edit has gone by a page that is no more. */
async function withSentEdit(markdown: string) {
  const { ports, syncs } = testBrowser()
  const device = await openAccountDevice(me, ports)
  devices.push(device)
  await device.setMe({ viewer: member(me), name: 'Mia', slug: 'mia', votes: [] })
  const { core } = syncs[0] ?? {}
  await device.follow(`thread:${idOf(1)}`)
  const page = core === undefined ? null : createLoosePage(core)
  const comment = { id: idOf(20), postId: idOf(1), authorId: me }
  const bring = async (text: string, bodyVersion: number) => {
    const rows: readonly [string, Row][] = [
      ['posts', aPost()],
      ['comments', aComment({ ...comment, body: paragraph(text), bodyVersion })],
    ]
    await page?.(`thread:${idOf(1)}`, rows)
  }
  await bring('As it was.', 1)
  await device.drafts.save(place, { markdown }, 1)
  return { device, bring }
}

test('a draft of an edit is gone when the comment comes with its words, and not with others', async () => {
  const { device, bring } = await withSentEdit(' As it is now. ')
  await bring('Something else.', 2)
  await bring('As it is now.', 3)
  await expect.poll(() => device.drafts.get(place)).toBeUndefined()
  await device.drafts.save(place, { markdown: 'As it is now. And on.' }, 2)
  await bring('As it is now, it says.', 4)
  await bring('As it is now!', 5)
  expect((await device.drafts.get(place))?.values).toEqual({ markdown: 'As it is now. And on.' })
})
