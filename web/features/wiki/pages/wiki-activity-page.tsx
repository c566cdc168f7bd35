import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useActivityVote } from '../tag-votes/use-activity-vote.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadWikiActivity } from '../tag-votes/activity.load.ts'
import { TagVotesTable } from '../parts/tag-votes-table.tsx'
import { WikiPlaces } from '../parts/wiki-places.tsx'

/** Who finds which tag how relevant, newest first; and the newest pages. */
export default function WikiActivityPage() {
  const { newest, votes, more } = usePage<typeof loadWikiActivity>()
  const now = useNow()
  const refused = useRefusedForm('wiki.voteOnTag')
  const { vote, statusText } = useActivityVote()
  return (
    <>
      <h1 className="page-title">Tag votes</h1>
      <WikiPlaces current="activity" />
      <Refusal error={refused?.error ?? null} />
      <p className={statusText === null ? 'refused-words none' : 'refused-words'} role="status">
        {statusText}
      </p>
      <h2 className="section">Newest pages</h2>
      {newest.length === 0 ? <p className="soft">No pages yet.</p> : null}
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
      <h2 className="section">Votes</h2>
      {votes.length === 0 ? <p className="soft">No tag votes yet.</p> : null}
      {votes.length === 0 ? null : <TagVotesTable votes={votes} from={links.wikiActivity()} onVote={vote} />}
      {more === null ? null : <MoreLink href={more}>More votes</MoreLink>}
    </>
  )
}
