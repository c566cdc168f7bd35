import type { MigrationRun } from '#shared/kernel/migration-runs.ts'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadMigrations, MigrationRow } from '../migrations.load.ts'

const resultOf = ({ last }: MigrationRow): string => (last === null ? 'No run recorded' : last.failure === null ? 'Done' : 'Failed')

/** Changes of what stored data means: which of them this store has had. */
const Migrations = staffList<MigrationRow>({
  title: 'Migrations',
  empty: { all: 'This version of the site has no migrations.' },
  nameOf: ({ name }) => name,
  columns: [
    { word: 'Number', of: ({ number }) => number, show: ({ number }) => `No. ${number}` },
    { word: 'Result', of: resultOf },
    {
      word: 'Last run',
      of: ({ last }) => (last === null ? '' : new Date(last.at).toISOString()),
      show: ({ last }) => (last === null ? null : <Begun run={last} />),
    },
    { word: 'Milliseconds', of: ({ last }) => last?.tookMs ?? null, show: ({ last }) => (last === null ? null : `${last.tookMs} ms`) },
  ],
  text: ({ last, earlier }) =>
    last === null ? (
      <p className="meta soft">The store was made with a newer version, or it ran before runs were recorded.</p>
    ) : (
      <>
        {last.failure === null ? null : <Failure run={last} />}
        {earlier.length === 0 ? null : (
          <details className="series-fold">
            <summary>Earlier runs</summary>
            <ul className="plain-list">
              {earlier.map((run) => (
                <li key={run.at}>
                  <p className="meta">
                    <Begun run={run} /> {run.failure === null ? 'Done' : 'Failed'}
                  </p>
                  {run.failure === null ? null : <Failure run={run} />}
                </li>
              ))}
            </ul>
          </details>
        )}
      </>
    ),
  actions: {},
})

export default function MigrationsPage() {
  return <Migrations list={usePage<typeof loadMigrations>().list} />
}

const Begun = ({ run }: { readonly run: MigrationRun }) => <Time at={run.at} now={useNow()} />
const Failure = ({ run }: { readonly run: MigrationRun }) => (
  <p className="said clamp" dir="auto">
    {run.failure}
  </p>
)
