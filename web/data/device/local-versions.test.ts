import { expect, test } from 'vitest'
import { deviceTables } from '#shared/device-registry.ts'
import { declaredStores, localVersions, storesAfter } from './local-versions.ts'

test('the newest local version holds every table and index that shared/ declares', () => {
  expect(storesAfter(localVersions)).toMatchObject(declaredStores(deviceTables))
})

test('versions count up by one', () => {
  expect(localVersions.map(({ version }) => version)).toEqual(localVersions.map((_, at) => at + 1))
})
