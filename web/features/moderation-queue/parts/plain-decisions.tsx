import type { DecisionName } from '#shared/moderation-queue/decisions.ts'
import { decisionNames, decisionOf } from '#shared/moderation-queue/decisions.ts'
import { links } from '#shared/links.ts'
import { RefusalWords } from '../../../blocks/forms/refusal-words.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import type { ReviewedView } from '../reviewed-member.ts'
import { mayDecide } from './decision-bar.tsx'

interface PlainDecisionsProps {
  readonly member: ReviewedView
  readonly from: string
}

const maxReason = 500

/** The same decisions as a form, for who reads without scripting: they are done at once. */
export function PlainDecisions({ member, from }: PlainDecisionsProps) {
  const refused = useRefusedForm('reviewQueue.decide', { userId: member.userId })
  const error = refused?.error ?? null
  const names = decisionNames.filter(
    (name: DecisionName) => mayDecide(member, name) && (decisionOf(name).of === undefined || member.items.length > 0),
  )
  if (names.length === 0) return null
  return (
    <form className="compose no-js" method="post" action={links.form('reviewQueue.decide')}>
      <input type="hidden" name="userId" value={member.userId} />
      <input type="hidden" name="seen" value={member.seen} />
      <input type="hidden" name="from" value={from} />
      {error === null ? null : (
        <div className="refused-words" role="alert">
          <RefusalWords of={error} />
        </div>
      )}
      <div className="field">
        <label htmlFor="plain-decision">Decision</label>
        <select className="input" id="plain-decision" name="decision" defaultValue={refused?.values['decision'] ?? 'approve'}>
          {names.map((name) => (
            <option key={name} value={name}>
              {decisionOf(name).label}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="plain-item">Post or comment</label>
        <select className="input" id="plain-item" name="item" defaultValue={refused?.values['item'] ?? member.items[0]?.id ?? ''}>
          {member.items.map(({ id, kind, title }) => (
            <option key={id} value={id}>
              {kind === 'post' ? 'Post' : 'Comment'}: {title}
            </option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor="plain-reason">Reason, or number of posts and comments</label>
        <input
          {...{ className: 'input', id: 'plain-reason', name: 'reason', maxLength: maxReason, dir: 'auto' }}
          defaultValue={refused?.values['reason'] ?? ''}
        />
      </div>
      <button className="btn">Decide</button>
    </form>
  )
}
