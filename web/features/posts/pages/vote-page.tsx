import { canVote } from '#shared/votes/rules.ts'
import { links } from '#shared/links.ts'
import type { Axis, VoteValue } from '#shared/votes/schema.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { counted, signed } from '../../../blocks/counts.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { loadVote } from '../vote.load.ts'

const choices: Readonly<Record<Axis, readonly (readonly [VoteValue, string])[]>> = {
  approval: [
    [2, 'Up, strongly'],
    [1, 'Up'],
    [0, 'None'],
    [-1, 'Down'],
    [-2, 'Down, strongly'],
  ],
  agreement: [
    [2, 'Agree, strongly'],
    [1, 'Agree'],
    [0, 'None'],
    [-1, 'Disagree'],
    [-2, 'Disagree, strongly'],
  ],
}

/** Both axes with all their values as buttons; where a vote leads without a script. */
export default function VotePage() {
  const { kind, targetId, post, tally, mine, isOwn } = usePage<typeof loadVote>()
  const viewer = useViewer()
  const refused = useRefusedForm('votes.set')
  const back = kind === 'comment' ? links.commentInThread(post, targetId) : kind === 'revision' ? links.postHistory(post) : links.post(post)
  // A page of the wiki is liked or not: nobody is against it.
  const isPage = kind === 'post' && kindFacts(post).isInWiki
  const axes = isPage || kind === 'revision' ? (['approval'] as const) : (['approval', 'agreement'] as const)
  const sums = { approval: { sum: tally.score, count: tally.voteCount }, agreement: { sum: tally.agreement, count: tally.agreementCount } }
  return (
    <div className="narrow">
      <h1 className="page-title">Your vote</h1>
      <p className="soft">
        On {kind === 'comment' ? 'a comment under ' : kind === 'revision' ? 'a version of ' : ''}
        <a href={back}>{post.title}</a>
      </p>
      <Refusal error={refused?.error ?? null} />
      <form method="post" action={links.form('votes.set')}>
        <input type="hidden" name="from" value={links.vote(targetId)} />
        {axes.map((axis) => (
          <fieldset className="vote-choice" key={axis}>
            <legend>
              {axis === 'approval' ? 'Approval' : 'Agreement'}{' '}
              {tally.hasHiddenScore ? null : (
                <span className="soft nums">
                  {signed(sums[axis].sum)} from {counted(sums[axis].count, 'vote')}
                </span>
              )}
            </legend>
            {choices[axis]
              .filter(([value]) => (!isPage || value >= 0) && canVote(viewer, { kind, isOwn }, axis, value).allowed)
              .map(([value, word]) => (
                <button
                  key={value}
                  className="btn"
                  name="vote"
                  value={`${kind}:${targetId}:${axis}:${value}`}
                  aria-pressed={mine[axis] === value}
                >
                  {word}
                </button>
              ))}
          </fieldset>
        ))}
      </form>
      <p className="soft meta">Strong votes weigh more with your karma. {isOwn ? 'You can’t vote on agreement with yourself.' : ''}</p>
      <p>
        <a href={back}>
          Back to {kind === 'comment' ? 'the comment' : kind === 'revision' ? 'the versions' : isPage ? 'the page' : 'the post'}
        </a>
      </p>
    </div>
  )
}
