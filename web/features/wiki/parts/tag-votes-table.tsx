import { links } from '#shared/links.ts'
import type { VoteValue } from '#shared/votes/schema.ts'
import { signed } from '../../../blocks/counts.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { TagArrows, TagForm } from '../../../blocks/tag-votes/tag-form.tsx'
import { useNow } from '../../../ui/clock.ts'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import { Time } from '../../../ui/time.tsx'
import type { TagVoteView } from '../tag-votes/activity.load.ts'
import '../../../blocks/compare/compare.css'

interface TagVotesTableProps {
  readonly votes: readonly TagVoteView[]
  /** Where a plain form comes back to. */
  readonly from: string
  /** `null`: forms are sent as they are. */
  readonly onVote: ((postId: string, tagId: string, value: VoteValue) => void) | null
}

/** Who finds which tag how relevant to which post. */
export function TagVotesTable({ votes, from, onVote }: TagVotesTableProps) {
  const now = useNow()
  return (
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
                {one.isMine ? <Unvote of={one} onVote={onVote} from={from} /> : null}
              </td>
              <td>
                <Time at={one.at} now={now} />
              </td>
              <td>
                <TagForm
                  postId={one.postId}
                  from={from}
                  mineOf={() => one.line.mine}
                  onVote={onVote === null ? null : (tagId, value) => onVote(one.postId, tagId, value)}
                >
                  <TagArrows line={one.line} />
                </TagForm>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

interface UnvoteProps {
  readonly from: string
  readonly of: { readonly postId: string; readonly line: { readonly id: string; readonly name: string } }
  readonly onVote: ((postId: string, tagId: string, value: VoteValue) => void) | null
}

function Unvote({ of: { postId, line }, from, onVote }: UnvoteProps) {
  return (
    <TagForm postId={postId} from={from} mineOf={() => 0} onVote={onVote === null ? null : (tagId) => onVote(postId, tagId, 0)}>
      <button className="linkish" name="tagVote" value={`${line.id}:0`}>
        Unvote<span className="sr">: {line.name}</span>
      </button>
    </TagForm>
  )
}
