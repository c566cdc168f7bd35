import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { signed } from '../../../blocks/counts.ts'
import { usePage } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import type { loadLeaderboard } from '../leaderboard.load.ts'

export default function LeaderboardPage() {
  const { period, lines, more } = usePage<typeof loadLeaderboard>()
  useHoverCards()
  const most = Math.max(1, ...lines.map(({ karma }) => Math.abs(karma)))
  return (
    <>
      <h1 className="page-title">Leaderboard</h1>
      <Tabs
        label="Time"
        tabs={[
          { href: links.leaderboard(), word: 'All time', isCurrent: period === 'allTime' },
          { href: links.leaderboard({ period: 'month' }), word: 'Last 30 days', isCurrent: period === 'month' },
        ]}
      />
      {lines.length === 0 ? (
        <p className="empty">
          {period === 'month' ? 'No karma in the last 30 days.' : 'No karma yet.'} <a href={links.front()}>Find something to read</a>
        </p>
      ) : (
        <table className="board nums">
          <caption className="sr">{period === 'month' ? 'Karma received in the last 30 days' : 'Karma of all time'}, highest first</caption>
          <thead className="sr">
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Member</th>
              <th scope="col">Karma</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, person, karma }, n) => (
              <tr key={id}>
                <td className="rank">{n + 1}</td>
                <th scope="row" className="row-by" dir="auto">
                  <PersonLink person={person} />
                </th>
                <td className="karma">
                  <span>{signed(karma)}</span>
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" width="100%" height="8" aria-hidden="true">
                    <rect className={karma < 0 ? 'below' : undefined} width={Math.max(0.5, (Math.abs(karma) / most) * 100)} height="8" />
                  </svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More members</MoreLink>
        </p>
      )}
    </>
  )
}
