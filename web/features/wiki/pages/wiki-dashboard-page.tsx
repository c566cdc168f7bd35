import { Suspense, lazy } from 'react'
import { links } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useHoverCards } from '../../../blocks/posts/use-hover-cards.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadWikiDashboard } from '../dashboard.load.ts'
import { ActivityList } from '../parts/activity.tsx'
import { gradeWords } from '../../../blocks/wiki/grade-words.ts'
import { TagVotesTable } from '../parts/tag-votes-table.tsx'
import { useActivityVote } from '../tag-votes/use-activity-vote.ts'
import { WikiPlaces } from '../parts/wiki-places.tsx'

/** Few who come here run the place. */
const FlagsPanel = lazy(() => import('../parts/flags-panel.tsx').then((part) => ({ default: part.FlagsPanel })))

/** Most who come here have nothing to decide. */
const ProposalsPanel = lazy(() => import('../parts/proposals-panel.tsx').then((part) => ({ default: part.ProposalsPanel })))

/** Pages that could be better, for whoever looks for something to do. */
export default function WikiDashboardPage() {
  const { focus, isMember, mayKeepFlags, flags, pages, more, proposals, newest, votes, activity } = usePage<typeof loadWikiDashboard>()
  const now = useNow()
  const { vote, statusText } = useActivityVote()
  const refused = useRefusedForm('wiki.voteOnTag')
  const decision = useRefusedForm(['wiki.acceptTag', 'wiki.rejectTag'])
  // What somebody else has decided has no form any more that could say so.
  const isGone = decision !== null && proposals?.some(({ id }) => id === decision.values['id']) !== true
  useHoverCards()
  const flag = flags.find(({ id }) => id === focus)
  const tabs = [
    ['flagged', 'Flagged', undefined, null],
    ...flags.map(({ id, name, slug, count }) => [id, name, slug, count] as const),
    ['allPages', 'All pages', 'allPages', null],
    ...(isMember ? ([['myPages', 'Created by me', 'myPages', null]] as const) : []),
  ] as const
  return (
    <div className="history">
      <h1 className="page-title">To do in the wiki</h1>
      <WikiPlaces current="dashboard" />
      {isGone ? <Refusal error={decision.error} /> : null}
      {proposals === null || proposals.length === 0 ? null : (
        <Suspense>
          <ProposalsPanel proposals={proposals} />
        </Suspense>
      )}
      <nav className="tabs" aria-label="Wiki flags">
        {tabs.map(([id, word, name, count]) => (
          <a key={id} href={links.wikiDashboard({ focus: name })} aria-current={id === focus ? 'page' : undefined}>
            {word} {count === null ? null : <span className="n">{count}</span>}
          </a>
        ))}
      </nav>
      {flag === undefined || flag.text === '' ? null : <p className="stand">{flag.text}</p>}
      {pages.length === 0 ? (
        <p className="empty">No pages need this.</p>
      ) : (
        <ul className="activity">
          {pages.map((page) => (
            <li key={page.id}>
              <p className="row-title">
                <a href={page.href} dir="auto">
                  {page.name}
                </a>
              </p>
              {page.words === '' ? null : (
                <p className="soft" dir="auto">
                  {page.words}
                </p>
              )}
              <p className="meta soft">
                <span>{gradeWords[page.grade]}</span>
                {page.needsReview ? <span className="warm-word">Not reviewed yet</span> : null}
                {page.flags.length === 0 ? null : <span>{page.flags.join(', ')}</span>}
                <Time at={page.changedAt} now={now} />
                <a href={links.editWiki(page.slug)} rel="nofollow">
                  Edit<span className="sr"> {page.name}</span>
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>More pages</MoreLink>
        </p>
      )}
      {mayKeepFlags ? (
        <Suspense>
          <FlagsPanel flags={flags} />
        </Suspense>
      ) : null}
      {newest.length === 0 ? null : (
        <section aria-labelledby="newest-pages">
          <h2 className="section" id="newest-pages">
            Newest pages
          </h2>
          <ul className="portal-list">
            {newest.map(({ id, name, href, at }) => (
              <li key={id}>
                <a className="row-title" href={href} dir="auto">
                  {name}
                </a>
                <Time at={at} now={now} className="meta soft" />
              </li>
            ))}
          </ul>
        </section>
      )}
      {votes.length === 0 ? null : (
        <section aria-labelledby="votes">
          <h2 className="section" id="votes">
            Tag votes
          </h2>
          <Refusal error={refused?.error ?? null} />
          <p className={statusText === null ? 'refused-words none' : 'refused-words'} role="status">
            {statusText}
          </p>
          <TagVotesTable votes={votes} from={links.wikiDashboard()} onVote={vote} />
          <p className="after">
            <a className="btn quiet" href={links.wikiActivity()}>
              More votes
            </a>
          </p>
        </section>
      )}
      {activity.length === 0 ? null : (
        <section aria-labelledby="lately">
          <h2 className="section" id="lately">
            Recent changes
          </h2>
          <ActivityList activity={activity} />
          <p className="after">
            <a className="btn quiet" href={links.wikiFeed()}>
              More changes
            </a>
          </p>
        </section>
      )}
    </div>
  )
}
