import { expect, test } from 'vitest'
import type { MigrationState } from '#shared/kernel/migration-runs.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const migrations: readonly MigrationState[] = [
  { name: 'names are folded', runs: [] },
  {
    name: 'votes have a power',
    runs: [
      { at: T0 - 9_000, tookMs: 4, failure: 'the disk is full' },
      { at: T0, tookMs: 812, failure: null },
    ],
  },
]
const at = (url: string, { viewer = admin, known = migrations }: { viewer?: Viewer; known?: readonly MigrationState[] } = {}) =>
  web.render(
    { url, as: 'html' },
    testPageData({}, { viewer, health: { migrations: known, view: () => Promise.reject(new Error('not asked')) } }),
  )

test('says of each migration what came of its last run, and of the runs before it', async () => {
  const { status, body } = await at('/admin/migrations')
  expect(status).toBe(200)
  expect(body.indexOf('votes have a power')).toBeLessThan(body.indexOf('names are folded'))
  for (const words of ['Done', '812 ms', 'the disk is full', 'No run recorded']) expect(body).toContain(words)
})

test('finds one by its name, and says so where there is none', async () => {
  const { body } = await at('/admin/migrations?q=POWER')
  expect([body.includes('votes have a power'), body.includes('names are folded')]).toEqual([true, false])
  expect((await at('/admin/migrations?q=tide')).body).toContain('Nothing found for')
  expect((await at('/admin/migrations', { known: [] })).body).toContain('has no migrations')
})

test.each([
  ['a visitor', visitor, 401],
  ['a member', member(idOf(300)), 403],
  ['a moderator', moderator, 403],
])('%s gets none of it', async (_who, viewer, status) => {
  const answer = await at('/admin/migrations', { viewer })
  expect(answer.status).toBe(status)
  expect(answer.body).not.toContain('the disk is full')
})
