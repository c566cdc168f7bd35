import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { forgetErrorReports } from './forget-reports.ts'
import { roomFor } from './report-queue.ts'
import { browserReportStore } from './report-store.ts'

afterEach(() => vi.unstubAllGlobals())

test('signing out takes the reports of errors along; what was written to us still leaves', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const store = browserReportStore()
  for (const kind of ['error', 'feedback'] as const)
    await store.add({ key: { turn: 0, kind, at: 1, id: kind }, bytes: new Uint8Array([1]) }, roomFor)
  await forgetErrorReports()
  expect((await store.keys()).map(({ id }) => id)).toEqual(['feedback'])
})

test('where the browser has no database there is nothing to forget', async () => {
  vi.stubGlobal('indexedDB', undefined)
  await expect(forgetErrorReports()).resolves.toBeUndefined()
})
