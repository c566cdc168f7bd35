import { afterEach, expect, onTestFinished, test } from 'vitest'
import type { Row } from '#shared/kernel/table.ts'
import { aComment, aPost, idOf, member, paragraph } from '#shared/testing/factories.ts'
import type { AccountDevice } from './account-device.ts'
import { openAccountDevice } from './account-device.ts'
import { openTypedStore } from '../typed-words/typed-store.ts'
import { databaseOf } from './database-of.ts'
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
  const { ports, syncs, databases } = testBrowser()
  const typing = openTypedStore({ factory: databases as unknown as IDBFactory, name: databaseOf(me), tabs: ports.tabs(databaseOf(me)) })
  onTestFinished(() => typing.close())
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
  return { device, bring, typing }
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

const reply = `comment:${idOf(1)}:`

test('a comment whose page was gone before it heard the answer is no draft, and what was typed behind it stays', async () => {
  const { device, bring, typing } = await withSentEdit('Another place.')
  const sending = { id: 'queue', values: { markdown: 'Sent. ' } }
  await typing.save(reply, { values: { markdown: 'Sent. And on.' }, at: 1, sending })
  await bring('Something else.', 2)
  await bring('Sent.', 3)
  await expect.poll(async () => (await device.drafts.get(reply))?.values).toEqual({ markdown: 'And on.' })
})

test('a draft that nobody has sent stays, though a comment of one’s own says the same', async () => {
  const { device, bring } = await withSentEdit('Another place.')
  await device.drafts.save(reply, { markdown: 'Thanks.' }, 1)
  await bring('Thanks.', 2)
  // Of an edit, which is looked at in the same turn, it is known.
  await device.drafts.save(place, { markdown: 'Thanks!' }, 1)
  await bring('Thanks!', 3)
  await expect.poll(() => device.drafts.get(place)).toBeUndefined()
  expect((await device.drafts.get(reply))?.values).toEqual({ markdown: 'Thanks.' })
})
