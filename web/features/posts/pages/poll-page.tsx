import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { hiddenWords, pollWords, shareWords } from '../../../blocks/text/poll-words.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import type { loadPoll } from '../poll.load.ts'

/**
 * A poll by itself: to vote, to change one's vote or take it back, and to see the results. An
 * ordinary form.
 */
export default function PollPage() {
  const { post, view, mine, isClosed, isShown, now } = usePage<typeof loadPoll>()
  const { poll, counts, voterCount } = view
  const refused = useRefusedForm('polls.vote')
  const address = links.poll(post.id, poll.uid)
  return (
    <div className="narrow">
      <h1 className="page-title" dir="auto">
        {poll.question}
      </h1>
      <p className="soft">
        In <a href={links.post(post)}>{post.title}</a>
      </p>
      <Refusal error={refused?.error ?? null} />
      <form method="post" action={links.form('polls.vote')} className="poll">
        <input type="hidden" name="from" value={address} />
        <input type="hidden" name="postId" value={post.id} />
        <input type="hidden" name="pollUid" value={poll.uid} />
        <fieldset disabled={isClosed}>
          <legend className="sr">{poll.question}</legend>
          {poll.options.map(({ uid, text }, index) => (
            <label className="poll-option" key={uid}>
              <input
                type={poll.isMultiple ? 'checkbox' : 'radio'}
                {...(poll.isMultiple ? { name: `o-${uid}`, value: 'on' } : { name: 'option', value: uid })}
                defaultChecked={mine.includes(uid)}
              />{' '}
              <span dir="auto">{text}</span>
              {isShown ? (
                <>
                  <span className="poll-count nums">{shareWords(counts[index] ?? 0, voterCount)}</span>
                  <meter className="poll-bar" min={0} max={Math.max(1, voterCount)} value={counts[index] ?? 0} />
                </>
              ) : null}
            </label>
          ))}
        </fieldset>
        {isClosed ? null : (
          <p className="poll-foot">
            <button className="btn">{mine.length === 0 ? 'Vote' : 'Change my vote'}</button>{' '}
            {mine.length === 0 ? null : (
              <button className="btn quiet" name="taken-back" value="yes">
                Remove my vote
              </button>
            )}
          </p>
        )}
        <p className="meta soft">
          {isShown ? '' : `${hiddenWords(poll)} `}
          {pollWords(poll, isShown ? voterCount : null, now, 'UTC')}
        </p>
      </form>
    </div>
  )
}
