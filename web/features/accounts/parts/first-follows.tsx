import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import type { SuggestionView } from '../onboarding.load.ts'

interface FirstFollowsProps {
  readonly suggestions: readonly SuggestionView[]
}

const groups = [
  ['tag', 'Tags'],
  ['member', 'Members'],
] as const

/** A few tags and members, each followed by one press. */
export function FirstFollows({ suggestions }: FirstFollowsProps) {
  return (
    <>
      <p>Follow what you want to hear of: you’re notified about new posts.</p>
      {suggestions.length === 0 ? <p className="empty">Nothing to follow yet. Tags and members have a Follow button.</p> : null}
      {groups.map(([kind, title]) => {
        const own = suggestions.filter((one) => one.kind === kind)
        return own.length === 0 ? null : (
          <section key={kind} aria-labelledby={`follow-${kind}`}>
            <h3 className="section" id={`follow-${kind}`}>
              {title}
            </h3>
            <ul className="suggestions">
              {own.map(({ targetId, name, href, isFollowed }) => (
                <li key={targetId}>
                  <a href={href} dir="auto">
                    {name}
                  </a>
                  <MutationForm name="subscriptions.set" about={{ kind, targetId, state: isFollowed ? 'off' : 'on' }}>
                    <button className="btn" aria-pressed={isFollowed}>
                      {isFollowed ? 'Following' : 'Follow'}
                      <span className="sr">: {name}</span>
                    </button>
                  </MutationForm>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}
