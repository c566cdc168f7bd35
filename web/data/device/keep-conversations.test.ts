import { afterEach, expect, test } from 'vitest'
import type { Row } from '#shared/kernel/table.ts'
import { conversationLimits, shapeOf, stateId } from '#shared/messages/schema.ts'
import { idOf, member, T0 } from '#shared/testing/factories.ts'
import type { AccountDevice } from './account-device.ts'
import { openAccountDevice } from './account-device.ts'
import { createLoosePage } from './testing/pages.ts'
import { testBrowser } from './testing/browser.ts'

const me = idOf(7)
const opened: AccountDevice[] = []
afterEach(() => {
  for (const device of opened.splice(0)) device.close()
})

const aState = (n: number, changes = {}): readonly [string, Row] => [
  'conversation_states',
  {
    ...{ id: stateId(idOf(n), me), userId: me, conversationId: idOf(n), latestAt: T0 + n, latestN: 1, readN: 1 },
    ...{ isUnread: false, isArchived: false, isMuted: false, ...changes },
  } as Row,
]

/** A member's device, and what it follows of conversations, smallest first. */
async function scene() {
  const browser = testBrowser()
  const device = await openAccountDevice(me, browser.ports)
  opened.push(device)
  await device.setMe({ viewer: member(me), name: 'Mia', slug: 'mia', votes: [] })
  const [sync] = browser.syncs
  if (sync === undefined) throw new Error('no sync')
  const sends = createLoosePage(sync.core)
  const followed = async (): Promise<readonly string[]> => {
    const { hello } = (await sync.core.greet(null)).value
    const shapes = hello.t === 'hello' ? hello.shapes.map(({ id }) => id) : []
    return shapes.filter((id) => id.startsWith('conversation:')).toSorted()
  }
  return { browser, sends, followed }
}

test('a device holds the newest conversations, and asks for one that comes anew', async () => {
  const { browser, sends, followed } = await scene()
  await sends(`me:${me}`, [aState(1), aState(2)])
  await expect.poll(followed).toEqual([shapeOf(idOf(1)), shapeOf(idOf(2))])
  expect(browser.nudges).toContain('shapes')
  await sends(`me:${me}`, [aState(3)])
  await expect.poll(followed).toEqual([1, 2, 3].map((n) => shapeOf(idOf(n))))
  expect(browser.reports).toEqual([])
})

test('archived conversations and those after the first fifty are not brought', async () => {
  const { browser, sends, followed } = await scene()
  const many = Array.from({ length: conversationLimits.listed + 5 }, (_, n) => aState(100 + n))
  await sends(`me:${me}`, [...many, aState(900, { isArchived: true })])
  await expect.poll(async () => (await followed()).length).toBe(conversationLimits.listed)
  const ids = await followed()
  expect(ids).not.toContain(shapeOf(idOf(900)))
  // The five oldest stay at the server.
  for (let n = 0; n < 5; n += 1) expect(ids).not.toContain(shapeOf(idOf(100 + n)))
  expect(browser.reports).toEqual([])
})

test('one that is taken from the archive is brought then', async () => {
  const { sends, followed } = await scene()
  await sends(`me:${me}`, [aState(1, { isArchived: true })])
  await sends(`me:${me}`, [aState(2)])
  await expect.poll(followed).toEqual([shapeOf(idOf(2))])
  await sends(`me:${me}`, [aState(1)])
  await expect.poll(followed).toEqual([shapeOf(idOf(1)), shapeOf(idOf(2))])
})
