import { expect, test } from 'vitest'
import { members } from '#shared/accounts/schema.ts'
import { aMember, idOf } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { addToKarmaStats } from './karma-stats.ts'

test('2,000 points of karma make a trusted member, who stays one when karma falls; what the staff took stays taken', async () => {
  const tx = memoryTransaction()
  await tx.put(members, aMember())
  await tx.put(members, aMember({ id: idOf(101), revokedGroups: ['trusted'] }))
  const groupsOf = async (id: string) => (await tx.get(members, id))?.groups
  await addToKarmaStats(tx, idOf(100), { karma: 1_999 })
  expect(await groupsOf(idOf(100))).toEqual(['canModeratePersonal'])
  await addToKarmaStats(tx, idOf(100), { karma: 1 })
  await addToKarmaStats(tx, idOf(100), { karma: -500 })
  expect(await groupsOf(idOf(100))).toEqual(['canModeratePersonal', 'trusted'])
  await addToKarmaStats(tx, idOf(101), { karma: 2_000 })
  expect(await groupsOf(idOf(101))).toEqual(['canModeratePersonal'])
})
