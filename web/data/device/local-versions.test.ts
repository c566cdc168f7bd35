import { expect, test } from 'vitest'
import { deviceTables } from '#shared/device-registry.ts'
import { events } from '#shared/events/schema.ts'
import { idOf } from '#shared/testing/factories.ts'
import { storedRow } from './local-keys.ts'
import { declaredStores, localVersions, storesAfter } from './local-versions.ts'

test('the newest local version holds every table and index that shared/ declares', () => {
  expect(storesAfter(localVersions)).toMatchObject(declaredStores(deviceTables))
})

test('versions count up by one', () => {
  expect(localVersions.map(({ version }) => version)).toEqual(localVersions.map((_, at) => at + 1))
})

test('events from before version 24 get the keys that they are walked by', () => {
  // Only what has a key counts here.
  const { by_createdAt: key, ...earlier } = storedRow(events, { id: idOf(1), createdAt: 17 } as never)
  const upgrade = localVersions.find(({ version }) => version === 24)?.records?.['events']
  expect(upgrade?.(earlier)).toEqual({ ...earlier, by_createdAt: key })
  expect(key).toEqual([17, idOf(1)])
})
