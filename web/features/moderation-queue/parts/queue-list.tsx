import { links } from '#shared/links.ts'
import { counted, signed } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { Time } from '../../../ui/time.tsx'
import type { QueueTab } from '../queue-tabs.ts'
import type { QueueRow } from '../supermod.load.ts'

interface QueueListProps {
  readonly rows: readonly QueueRow[]
  readonly tab: QueueTab
  readonly openId: string | null
  readonly more: string | null
  readonly now: number
}

/** Who waits, those who have waited longest first. */
export function QueueList({ rows, tab, openId, more, now }: QueueListProps) {
  return (
    <nav className="queue-list" aria-label="Members in the queue">
      {rows.length === 0 ? <p className="empty">Nothing to review.</p> : null}
      <ol>
        {rows.map((row) => (
          <li key={row.userId}>
            <a href={links.supermod({ tab, user: row.userId })} aria-current={row.userId === openId ? 'true' : undefined}>
              <strong dir="auto">{row.name}</strong>
              <span className="meta soft nums">
                {signed(row.karma)} · {counted(row.postCount, 'post')} · {counted(row.commentCount, 'comment')}
                {row.queuedAt === null ? null : (
                  <>
                    {' '}
                    · <Time at={row.queuedAt} now={now} />
                  </>
                )}
              </span>
              <span className="badges">
                {row.reasons.map((reason) => (
                  <span key={reason} className="badge">
                    {reason}
                  </span>
                ))}
              </span>
              {row.heldBy === null ? null : <span className="meta">Open with {row.heldBy}</span>}
            </a>
          </li>
        ))}
      </ol>
      {more === null ? null : <MoreLink href={more}>More</MoreLink>}
    </nav>
  )
}
