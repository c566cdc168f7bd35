import { beforeEach, describe, expect, test } from 'vitest'
import { deviceTables } from '#shared/device-registry.ts'
import type { DeviceDrafts } from './device-api.ts'
import type { LocalStore } from './local-store.ts'
import { importDrafts, emptyTrash, openDrafts, takingAlong } from './drafts.ts'
import { placeInTrash } from '../typed-words/typed-row.ts'
import { memoryStore } from './memory-store.ts'
import { dayMs as day } from '#shared/kernel/durations.ts'
const place = 'comment:p:'
const text = { markdown: 'Half a th' }

let store: LocalStore = memoryStore(deviceTables)
let now = 0
let drafts: DeviceDrafts = openDrafts(store, () => now)
beforeEach(() => {
  now = 100 * day
  store = memoryStore(deviceTables)
  drafts = openDrafts(store, () => now)
})

describe('drafts', () => {
  test('a saved draft is there when it resolves', async () => {
    await drafts.save(place, text, 5)
    expect(await drafts.get(place)).toEqual({ place, values: text, at: 5, binnedAt: null, version: 1 })
  })

  test('the last save of a place stands', async () => {
    await drafts.save(place, text, 5)
    await drafts.save(place, { markdown: 'Half a thought' }, 6)
    expect(await drafts.list()).toMatchObject([{ values: { markdown: 'Half a thought' } }])
  })

  test('emptied by hand, a draft is gone', async () => {
    await drafts.save(place, text, 5)
    await drafts.save(place, { markdown: ' \n' }, 6)
    expect(await drafts.list()).toEqual([])
  })

  test('an empty field does not take what lies in the bin', async () => {
    await drafts.save(place, text, 5)
    await drafts.forget(place, 'discarded')
    await drafts.save(place, { markdown: '' }, 6)
    expect(await drafts.list()).toMatchObject([{ values: text }])
  })

  test('a sent draft is gone for good', async () => {
    await drafts.save(place, text, 5)
    await drafts.forget(place, 'sent')
    expect(await drafts.list()).toEqual([])
    await drafts.restore(place)
    expect(await drafts.get(place)).toBeUndefined()
  })

  test('a discarded draft lies in the bin and can be put back', async () => {
    await drafts.save(place, text, 5)
    await drafts.forget(place, 'discarded')
    expect(await drafts.get(place)).toBeUndefined()
    expect(await drafts.list()).toMatchObject([{ binnedAt: now }])
    await drafts.restore(place)
    expect(await drafts.get(place)).toMatchObject({ values: text })
  })

  test('an older draft stays in Trash when something is typed at its place, and comes back beside it', async () => {
    await drafts.save(place, text, 5)
    await drafts.forget(place, 'discarded')
    await drafts.save(place, { markdown: 'Another' }, 6)
    expect(await drafts.get(place)).toMatchObject({ values: { markdown: 'Another' }, olderBinnedAt: now })
    const listed = await drafts.list()
    expect(listed.map(({ values, binnedAt }) => [values['markdown'], binnedAt])).toEqual([
      ['Another', null],
      ['Half a th', now],
    ])
    const older = listed[1]?.place ?? ''
    expect([older === place, placeInTrash(older)]).toEqual([false, place])
    now += day
    await drafts.forget(place, 'discarded')
    await drafts.save(place, { markdown: 'A third' }, 7)
    expect((await drafts.list()).map(({ values }) => values['markdown']).toSorted()).toEqual(['A third', 'Another', 'Half a th'])
    await drafts.restore(older)
    expect((await drafts.get(place))?.values).toEqual({ markdown: 'A third\n\nHalf a th' })
    expect(await drafts.list()).toHaveLength(2)
    await drafts.forget(place, 'sent')
    expect(await drafts.list()).toMatchObject([{ values: { markdown: 'Another' } }])
  })

  test('what has lain in the bin for thirty days is neither listed nor stored', async () => {
    await drafts.save(place, text, 5)
    await drafts.forget(place, 'discarded')
    now += 30 * day - 1
    await emptyTrash(store, now)
    expect(await drafts.list()).toHaveLength(1)
    now += 1
    expect(await drafts.list()).toEqual([])
    await emptyTrash(store, now)
    expect(await store.read((tx) => tx.drafts.all())).toEqual([])
  })

  test('what a visitor had begun comes beside what the account has at the same place, and twice does no harm', async () => {
    await drafts.save(place, { markdown: 'Mine.' }, 5)
    const found = [{ place, values: { markdown: 'The visitor’s.' }, at: 9, binnedAt: null }]
    await store.write((tx) => importDrafts(tx, found))
    await store.write((tx) => importDrafts(tx, found))
    expect(await drafts.get(place)).toMatchObject({ values: { markdown: 'Mine.\n\nThe visitor’s.' } })
  })

  test('a draft in use never goes by its age', async () => {
    await drafts.save(place, text, 0)
    await emptyTrash(store, now + 1_000 * day)
    expect(await drafts.get(place)).toBeDefined()
  })

  test('the one touched last comes first', async () => {
    await drafts.save('comment:a:', text, 1)
    await drafts.save('comment:b:', text, 3)
    await drafts.save('comment:c:', text, 2)
    expect((await drafts.list()).map((draft) => draft.place)).toEqual(['comment:b:', 'comment:c:', 'comment:a:'])
  })
})

describe('an action that a draft’s words are', () => {
  const take = (of: string | undefined) => store.write((tx) => takingAlong(of)(tx))

  test('takes the draft along, whoever has written it', async () => {
    await drafts.save(place, text, 5)
    await take(undefined)
    expect(await drafts.get(place)).toBeDefined()
    await take(place)
    expect(await drafts.list()).toEqual([])
  })

  test('leaves what was typed on behind its words, which was said to be on this device', async () => {
    await store.write((tx) =>
      tx.drafts.put([
        { place, values: { markdown: 'Sent. More' }, at: 5, binnedAt: null, sending: { id: 'queue', values: { markdown: 'Sent.' } } },
      ]),
    )
    await take(place)
    expect(await drafts.get(place)).toMatchObject({ values: { markdown: 'More' } })
  })

  test.each([
    ['goes when it is what was sent', 'Sent. ', undefined],
    ['stays whole when it was typed on, here or in another tab', 'Sent. More', { markdown: 'Sent. More' }],
  ])('the draft of an edit %s', async (_what, markdown, left) => {
    const sending = { id: 'queue', values: { markdown: 'Sent.' }, isWhole: true }
    await store.write((tx) => tx.drafts.put([{ place, values: { markdown }, at: 5, binnedAt: null, sending }]))
    await take(place)
    const row = await drafts.get(place)
    expect([row?.values, row?.sending]).toEqual([left, undefined])
  })
})
