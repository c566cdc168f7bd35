import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import type { Messages } from '../../../blocks/forms/messages.ts'
import type { Given } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useFreshPage } from '../../../data/use-fresh-page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadMuted } from '../muted.load.ts'

const messages: Messages = { 'name:invalid': 'No member has this name. Use the username, or the address of their profile.' }

/** The one place where everybody whom one has muted stands, and where it is ended. */
export default function MutedPage() {
  const { muted } = usePage<typeof loadMuted>()
  const now = useNow()
  const refused = useRefusedForm(['mutes.byName'])
  useFreshPage('mutes')
  useEffect(() => {
    import('../../../blocks/bell/bell-styles.ts').catch(reportError)
  }, [])
  return (
    <div className="notices">
      <h1 className="page-title">Muted members</h1>
      <p className="stand">
        You don’t see what muted members write, and get no notifications about it. Their comments stay in discussions, collapsed. They
        aren’t notified, and can still read and reply to you.
      </p>
      {muted.length === 0 ? (
        <p className="empty">You haven’t muted anyone. Mute a member on their profile, or from the menu of a comment.</p>
      ) : (
        <ul className="plain-list follow-list">
          {muted.map(({ id, name, slug, at }) => (
            <li key={id}>
              <span dir="auto">
                {name === null ? 'Deleted, or not on this device' : <a href={links.user(slug)}>{name}</a>}{' '}
                <span className="meta soft">
                  since <Time at={at} now={now} />
                </span>
              </span>
              <Unmute id={id} slug={slug} name={name ?? 'this member'} />
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="mute-title">
        <h2 className="section" id="mute-title">
          Mute a member
        </h2>
        <MutationForm name="mutes.byName" about={{}} messages={messages} className="compose">
          <TextField
            id="mute-name"
            name="name"
            label="Username or profile URL"
            defaultValue={refused?.values['name'] ?? ''}
            error={refused?.error ?? null}
            messages={messages}
            required
          />
          <div className="compose-acts">
            <button className="btn">Mute member</button>
          </div>
        </MutationForm>
      </section>
      <p className="after-form">
        You can also mute a single discussion from its notifications. Muted discussions are listed under{' '}
        <a href={links.manageSubscriptions()}>Subscriptions</a>.
      </p>
    </div>
  )
}

/** The device shows by itself what it has done: the page is not asked for again. */
function Unmute({ id, slug, name }: { readonly id: string; readonly slug: string; readonly name: string }) {
  const here = async (_given: Given): Promise<string | null> => {
    const { setMuted } = await import('../../../blocks/mutes/set-muted.ts')
    return (await setMuted({ id, slug }, false)).message
  }
  return (
    <MutationForm name="mutes.set" about={{ mutedId: id, isMuted: 'false' }} here={here} onDone={() => undefined}>
      <button className="btn quiet">
        Unmute<span className="sr"> {name}</span>
      </button>
    </MutationForm>
  )
}
