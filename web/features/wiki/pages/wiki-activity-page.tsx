import { links } from '#shared/links.ts'
import type { VoteValue } from '#shared/votes/schema.ts'
import { signed } from '../../../blocks/counts.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { TagArrows, TagForm } from '../../../blocks/tag-votes/tag-form.tsx'
import { useActivityVote } from '../tag-votes/use-activity-vote.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import { Time } from '../../../ui/time.tsx'
import type { loadWikiActivity } from '../tag-votes/activity.load.ts'
import { WikiPlaces } from '../parts/wiki-places.tsx'
import '../../../blocks/compare/compare.css'

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
      {votes.length === 0 ? null : (
        <ScrollBox label="Tag votes">
          <table className="history-table">
            <thead>
              <tr>
                <th scope="col">Who</th>
                <th scope="col">Post</th>
                <th scope="col">Tag</th>
                <th scope="col">Power</th>
                <th scope="col">When</th>
                <th scope="col">Relevance</th>
              </tr>
            </thead>
            <tbody>
              {votes.map((one) => (
                <tr key={one.id}>
                  <td>
                    <PersonLink person={one.by} />
                  </td>
                  <td dir="auto">
                    <a href={links.post(one.post)}>{one.post.title}</a>
                  </td>
                  <td>
                    <a href={links.wiki(one.line.slug)}>{one.line.name}</a>
                  </td>
                  <td className="nums">
                    {signed(one.power)}
                    {one.isMine ? <Unvote of={one} onVote={vote} /> : null}
                  </td>
                  <td>
                    <Time at={one.at} now={now} />
                  </td>
                  <td>
                    <TagForm
                      postId={one.postId}
                      from={links.wikiActivity()}
                      mineOf={() => one.line.mine}
                      onVote={vote === null ? null : (tagId, value) => vote(one.postId, tagId, value)}
                    >
                      <TagArrows line={one.line} />
                    </TagForm>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {more === null ? null : <MoreLink href={more}>More votes</MoreLink>}
    </>
  )
}

interface UnvoteProps {
  readonly of: { readonly postId: string; readonly line: { readonly id: string; readonly name: string } }
  readonly onVote: ((postId: string, tagId: string, value: VoteValue) => void) | null
}

function Unvote({ of: { postId, line }, onVote }: UnvoteProps) {
  return (
    <TagForm
      postId={postId}
      from={links.wikiActivity()}
      mineOf={() => 0}
      onVote={onVote === null ? null : (tagId) => onVote(postId, tagId, 0)}
    >
      <button className="linkish" name="tagVote" value={`${line.id}:0`}>
        Unvote<span className="sr">: {line.name}</span>
      </button>
    </TagForm>
  )
}
