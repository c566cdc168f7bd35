import type { MigrationRun, MigrationState } from '#shared/kernel/migration-runs.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { notFound } from '../../data/answer.ts'
import { requireAdmin } from './require-admin.ts'

/** `/admin/migrations`: newest first, since a new one is what one looks for. */
export async function loadMigrations({ viewer, health }: PageData, { url }: LoadRequest) {
  requireAdmin(viewer)
  if (health === undefined) throw notFound()
  const rows = health.migrations.map(rowOf).toReversed()
  return {
    head: { title: 'Migrations' },
    list: await staffAnswer(url, {
      tabs: [{ name: 'all', word: 'All' }],
      search: 'Name of a migration',
      rows: async ({ q }, limit) => rows.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())).slice(0, limit),
    }),
  }
}

export interface MigrationRow {
  readonly id: string
  readonly name: string
  readonly number: number
  /** `null`: no run of it was noted. */
  readonly last: MigrationRun | null
  /** Before the last one. */
  readonly earlier: readonly MigrationRun[]
}

const rowOf = ({ name, runs }: MigrationState, at: number): MigrationRow => ({
  ...{ id: String(at + 1), name, number: at + 1 },
  ...{ last: runs.at(-1) ?? null, earlier: runs.slice(0, -1) },
})
