import { expect, test } from 'vitest'
import { addToKarmaDay } from '#server/triggers/karma-days.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { boards, dayOf, karmaDays } from '#shared/feed/board-schema.ts'
import { keepBoards } from '#shared/feed/board-mutations.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { T0, aMember, someKarmaStats, idOf } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { boardWorker } from './boards.ts'
import { dayMs as day, hourMs } from '#shared/kernel/durations.ts'

async function site() {
  const tx = memoryTransaction()
  for (const [n, karma] of [100, 50, 80, 60, 0].entries()) {
    const id = idOf(n + 1)
    const member = aMember({ id, userNameKey: `m${n}`, bannedUntil: n === 2 ? T0 + day : null, isDeactivated: n === 3 })
    await tx.put(members, member)
    await tx.put(karmaStats, someKarmaStats({ id, karma }))
  }
  await addToKarmaDay(tx, idOf(2), T0, 5)
  await addToKarmaDay(tx, idOf(2), T0, -1)
  await addToKarmaDay(tx, idOf(1), T0 - 29 * day, 3)
  await addToKarmaDay(tx, idOf(5), T0 - 40 * day, 90)
  await addToKarmaDay(tx, idOf(3), T0, 70)
  return tx
}

test('the board has the most first, and neither banned nor deactivated accounts', async () => {
  const work = await boardWorker()(await site(), T0)
  expect(work.boards.map(({ id, lines }) => [id, lines.map(({ userId, karma }) => [userId, karma])])).toEqual([
    [
      'allTime',
      [
        [idOf(1), 100],
        [idOf(2), 50],
      ],
    ],
    [
      'month',
      [
        [idOf(2), 4],
        [idOf(1), 3],
      ],
    ],
  ])
})

test('days that count no more are forgotten, and a board that stands is not written again', async () => {
  const tx = await site()
  const boardWork = boardWorker()
  const work = await boardWork(tx, T0)
  expect(work.pastDays).toEqual([`${idOf(5)}:${dayOf(T0 - 40 * day)}`])
  await keepBoards.run(
    { tx, viewer: visitor, now: T0 },
    { boards: work.boards.map((board) => ({ ...board, lines: [...board.lines] })), pastDays: [...work.pastDays] },
  )
  expect(await tx.get(karmaDays, `${idOf(5)}:${dayOf(T0 - 40 * day)}`)).toBeUndefined()
  expect((await tx.get(boards, 'allTime'))?.lines).toHaveLength(2)
  expect(await boardWork(tx, T0)).toEqual({ boards: [], pastDays: [] })
})

test('today counts each time; the days before are read anew within the hour, and when the day is over', async () => {
  const tx = await site()
  const boardWork = boardWorker()
  const month = async (now: number) => {
    const { boards: found } = await boardWork(tx, now)
    return found.find(({ id }) => id === 'month')?.lines.map(({ userId, karma }) => [userId, karma])
  }
  const [ann, ben] = [idOf(1), idOf(2)]
  expect(await month(T0)).toEqual([
    [ben, 4],
    [ann, 3],
  ])
  await addToKarmaDay(tx, ann, T0, 6)
  await addToKarmaDay(tx, ann, T0 - day, 1)
  expect(await month(T0 + 60_000)).toEqual([
    [ann, 9],
    [ben, 4],
  ])
  expect(await month(T0 + hourMs)).toEqual([
    [ann, 10],
    [ben, 4],
  ])
  // The first three points are thirty days old by then, and somebody's ban is over.
  expect(await month(T0 + day)).toEqual([
    [idOf(3), 70],
    [ann, 7],
    [ben, 4],
  ])
})
