import { MutationForm, Action } from '../../../blocks/forms/mutation-form.tsx'
import type { Messages } from '../../../blocks/forms/messages.ts'
import { counted } from '../../../blocks/counts.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { ProposalView } from '../proposals.ts'

const messages: Messages = { 'null:conflict': 'Another member has already decided this. Reload the page.' }

/** Tags that new members have made up, for those who may begin pages. */
export function ProposalsPanel({ proposals }: { readonly proposals: readonly ProposalView[] }) {
  const now = useNow()
  return (
    <section aria-labelledby="proposed-tags">
      <h2 className="section" id="proposed-tags">
        Proposed tags
      </h2>
      <p className="soft">New tags from members without karma. Only members who can create wiki pages see this list.</p>
      <ul className="activity">
        {proposals.map(({ id, name, at, by, post, others }) => (
          <li key={id}>
            <p className="row-title" dir="auto">
              {name}
            </p>
            <p className="soft">
              For{' '}
              <a href={post.href} dir="auto">
                {post.title}
              </a>
              {others === 0 ? null : ` and ${counted(others, 'other post')}`}
            </p>
            <p className="meta soft">
              <span>
                Proposed by <PersonLink person={by} />
              </span>
              <Time at={at} now={now} />
            </p>
            <MutationForm name="wiki.acceptTag" shared={['wiki.rejectTag']} about={{ id }} messages={messages} className="compose-acts">
              <Action name="wiki.acceptTag" className="btn" of={name}>
                Accept
              </Action>
              <Action name="wiki.rejectTag" of={name}>
                Reject
              </Action>
            </MutationForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
