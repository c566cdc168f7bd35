import type { WindowName } from '#shared/pages/health-view.ts'
import { windows } from '#shared/pages/health-view.ts'
import { reportLinks } from '#shared/reports/links.ts'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { exactTime } from '../../../ui/time-words.ts'
import type { loadHealth } from '../health.load.ts'
import { Curve } from '../parts/curve.tsx'
import { Followers, Jobs } from '../parts/health-lists.tsx'
import { HealthTable } from '../parts/health-table.tsx'
import { seriesWords } from '../parts/health-words.ts'
import { useRenewal } from '../parts/use-renewal.ts'
import '../admin-styles.ts'

const windowWords = {
  hour: ['Last hour', 'an hour ago'],
  day: ['Last day', 'a day ago'],
  fortnight: ['Last 14 days', '14 days ago'],
} as const satisfies Record<WindowName, readonly [string, string]>

/** How the process that answers is, and how it was since it started. */
export default function HealthPage() {
  const { node, startedAt, latest, latestAt, history, journal, followers, jobs } = usePage<typeof loadHealth>()
  const now = useNow()
  const isStale = useRenewal(windows.hour.everyMs, latestAt)
  const beyond = seriesWords.filter(({ name, limit }) => limit !== null && (latest?.[name] ?? 0) > limit.above)
  return (
    <div className="reports health">
      <h1 className="page-title">Health</h1>
      <p className="meta soft report-facts">
        <span>
          Process <bdi>{node}</bdi>
        </span>
        <span>started {exactTime(startedAt, 'UTC')}</span>
        {latestAt === null ? null : <span>measured {exactTime(latestAt, 'UTC')}</span>}
        <a href={reportLinks.health(windowOf(history.window))}>Refresh</a>
      </p>
      {isStale ? <Notice kind="warm">No data for 30 seconds: the server is unreachable or unhealthy.</Notice> : null}
      {latest === null ? (
        <p className="empty">This process just started. The first data arrives within 10 seconds.</p>
      ) : beyond.length === 0 ? (
        <p>All systems normal.</p>
      ) : (
        <Notice kind="warm">Check these: {beyond.map(({ title }) => title.toLowerCase()).join('; ')}.</Notice>
      )}
      <Tabs
        label="How far back"
        tabs={(['hour', 'day', 'fortnight'] as const).map((window) => ({
          href: reportLinks.health(windowOf(window)),
          word: windowWords[window][0],
          isCurrent: window === history.window,
        }))}
      />
      <h2 className="sr">Charts</h2>
      <div className="curves">
        {seriesWords.map((of) => (
          <Curve
            key={of.name}
            of={of}
            values={history.series[of.name] ?? []}
            latest={latest?.[of.name] ?? null}
            since={windowWords[history.window][1]}
          />
        ))}
      </div>
      <HealthTable history={history} />
      <Followers position={journal} followers={followers} />
      <Jobs jobs={jobs} now={now} />
      <p className="meta soft">
        This data covers the process named above and is lost when it stops. For all processes and a longer history, let Prometheus scrape{' '}
        <code>/metrics</code> from each.
      </p>
    </div>
  )
}

/** As an address says it: the hour goes without saying. */
const windowOf = (window: WindowName) => ({ window: window === 'hour' ? undefined : window })
