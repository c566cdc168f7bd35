import { PersonLink } from '../../../blocks/person-link.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadModeratorComments } from '../moderator-comments.load.ts'
import '../moderation-styles.ts'

/** What was said with a moderator's hat on. */
export default function ModeratorCommentsPage() {
  const { rows, more } = usePage<typeof loadModeratorComments>()
  const now = useNow()
  return (
    <div className="moderation-log">
      <h1 className="page-title">Moderator comments</h1>
      {rows.length === 0 ? (
        <p className="empty">No comments found.</p>
      ) : (
        <ul className="plain-list">
          {rows.map(({ id, at, who, about, words }) => (
            <li key={id} className="log-row">
              <p className="meta">
                <PersonLink person={who} />
                <Time at={at} now={now} />
              </p>
              <p className="row-title">
                <a href={about.href} lang={about.lang} dir="auto">
                  {about.title}
                </a>
              </p>
              <p className="log-words" dir="auto">
                {words}
              </p>
            </li>
          ))}
        </ul>
      )}
      {more === null ? null : <MoreLink href={more}>More comments</MoreLink>}
    </div>
  )
}
