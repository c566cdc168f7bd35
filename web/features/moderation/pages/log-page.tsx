import { PersonLink } from '../../../blocks/person-link.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { shortDate } from '../../../ui/time-words.ts'
import { Time } from '../../../ui/time.tsx'
import type { LogRow, LogSection, loadLog, SectionName, SwitchName } from '../log.load.ts'
import '../moderation-styles.ts'

interface SectionWords {
  readonly title: string
  readonly empty: string
  readonly switches: readonly SwitchName[]
}

const sectionWords: Readonly<Record<SectionName, SectionWords>> = {
  moderatorComments: { title: 'Moderator comments', empty: 'No moderator comments yet.', switches: [] },
  activeRateLimits: {
    title: 'Rate limits',
    empty: 'No rate limits to show.',
    switches: ['showExpiredRateLimits', 'showNewUserRateLimits'],
  },
  deletedComments: { title: 'Deleted comments', empty: 'No deleted comments.', switches: ['hideAdminDeletions', 'hideSelfDeletions'] },
  rejectedPosts: { title: 'Rejected posts', empty: 'No rejected posts.', switches: [] },
  rejectedComments: { title: 'Rejected comments', empty: 'No rejected comments.', switches: [] },
  bannedFromPosts: { title: 'Posts with banned members', empty: 'No one is banned from individual posts.', switches: [] },
  bannedFromUsers: { title: 'Authors who have banned members', empty: 'Nobody is banned from an author’s posts.', switches: [] },
  globallyBannedUsers: { title: 'Suspended members', empty: 'Nobody is suspended.', switches: ['showExpiredBans'] },
}

const switchWords: Readonly<Record<SwitchName, readonly [on: string, off: string]>> = {
  showExpiredRateLimits: ['Hide ended limits', 'Show ended limits'],
  showNewUserRateLimits: ['Hide members with few posts', 'Show members with few posts'],
  hideAdminDeletions: ['Show deletions by moderators', 'Hide deletions by moderators'],
  hideSelfDeletions: ['Show deletions by authors', 'Hide deletions by authors'],
  showExpiredBans: ['Hide ended suspensions', 'Show ended suspensions'],
}

/** What moderators did, for everybody to read. */
export default function LogPage() {
  const { sections } = usePage<typeof loadLog>()
  return (
    <div className="moderation-log">
      <h1 className="page-title">Moderation log</h1>
      <p className="meta soft">What moderators did here, and why. Rate limits are shown to moderators and to the member they apply to.</p>
      {sections.map((section) => (
        <Section key={section.name} section={section} />
      ))}
    </div>
  )
}

function Section({ section: { name, rows, newer, older } }: { readonly section: LogSection }) {
  const { switches } = usePage<typeof loadLog>()
  const { title, empty, switches: own } = sectionWords[name]
  return (
    <section aria-labelledby={name}>
      <h2 className="section" id={name}>
        {title}
      </h2>
      {own.length === 0 ? null : (
        <p className="meta log-switches">
          {own.map((each) => {
            const [on, off] = switchWords[each]
            const facts = switches[each]
            return facts === undefined ? null : (
              <a key={each} href={`${facts.href}#${name}`} rel="nofollow">
                {facts.isOn ? on : off}
              </a>
            )
          })}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <ul className="plain-list">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
      )}
      {newer === null && older === null ? null : (
        <nav className="log-pages" aria-label={`Pages of ${title.toLowerCase()}`}>
          {newer === null ? null : (
            <a className="btn quiet" href={newer} rel="nofollow">
              Newer
            </a>
          )}
          {older === null ? null : (
            <a className="btn quiet" href={older} rel="nofollow">
              Older
            </a>
          )}
        </nav>
      )}
    </section>
  )
}

function Row({ row: { at, who, about, words, reason, facts, until } }: { readonly row: LogRow }) {
  const now = useNow()
  return (
    <li className="log-row">
      <p className="meta">
        <PersonLink person={who} />
        <Time at={at} now={now} />
        {until === null ? null : <span>until {shortDate(until)}</span>}
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {about === null ? null : (
        <p className="row-title">
          <a href={about.href} lang={about.lang} dir="auto">
            {about.title}
          </a>
        </p>
      )}
      {words === '' ? null : (
        <p className="log-words" dir="auto">
          {words}
        </p>
      )}
      {reason === '' ? null : (
        <p className="log-reason" dir="auto">
          Reason: {reason}
        </p>
      )}
    </li>
  )
}
