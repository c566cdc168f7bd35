import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import type { SubscriptionKind } from '#shared/subscriptions/schema.ts'
import { viaChoices } from '#shared/subscriptions/schema.ts'
import type { Given } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { usePage } from '../../../data/page.ts'
import { useFreshPage } from '../../../data/use-fresh-page.ts'
import type { FollowView, loadSubscriptions } from '../subscriptions.load.ts'

const groups: readonly (readonly [string, readonly SubscriptionKind[]])[] = [
  ['Posts by members', ['member']],
  ['All activity by members', ['memberAll']],
  ['Comments by members', ['memberComments']],
  ['Quick takes by members', ['memberTakes']],
  ['Comments on posts', ['post']],
  ['Replies to comments', ['comment']],
  ['Tags', ['tag']],
  ['Curated posts', ['curated']],
  ['Dialogues, questions, sequences and groups', ['dialogue', 'question', 'sequence', 'group']],
]
const viaWords: Readonly<Record<(typeof viaChoices)[number], string>> = {
  inApp: 'In app only',
  push: 'In app and push',
  emailNow: 'Email instantly',
  emailDaily: 'Email daily',
  emailWeekly: 'Email weekly',
}

/** Everything one follows, and what one wants to hear nothing of; each can be ended here. */
export default function SubscriptionsPage() {
  const { follows, followsCurated } = usePage<typeof loadSubscriptions>()
  useFreshPage('subscriptions')
  useEffect(() => {
    import('../../../blocks/bell/bell-styles.ts').catch(reportError)
  }, [])
  const followed = follows.filter(({ state, kind }) => state === 'on' && kind !== 'thread')
  const muted = follows.filter(({ state, kind }) => state === 'on' && kind === 'thread')
  const suppressed = follows.filter(({ state }) => state === 'suppressed')
  return (
    <div className="notices">
      <h1 className="page-title">Subscriptions</h1>
      <p className="stand">
        You’re notified about comments on your posts and replies to your comments unless you turn that off here or in{' '}
        <a href={links.notices({ tab: 'settings' })}>notification settings</a>.
      </p>
      {followed.length === 0 ? (
        <p className="empty">No subscriptions yet. Follow members, posts, comments, tags and sequences with their Follow button.</p>
      ) : null}
      {groups.map(([title, kinds]) => (
        <Group key={title} title={title} follows={followed.filter(({ kind }) => kinds.includes(kind))} word="Stop following" to="off" />
      ))}
      <Group title="Muted discussions" follows={muted} word="Unmute" to="off" />
      <Group title="Not auto-followed" follows={suppressed} word="Follow again" to="off" />
      {followsCurated ? null : (
        <section aria-labelledby="curated-title">
          <h2 className="section" id="curated-title">
            Curated posts
          </h2>
          <SetForm follow={{ kind: 'curated', targetId: 'site' }} to="on" via={null} word="Follow curated posts" name="" />
        </section>
      )}
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly follows: readonly FollowView[]
  readonly word: string
  readonly to: FollowView['state']
}

function Group({ title, follows, word, to }: GroupProps) {
  if (follows.length === 0) return null
  const id = `group-${title.toLowerCase().replaceAll(/[^a-z]+/gu, '-')}`
  return (
    <section aria-labelledby={id}>
      <h2 className="section" id={id}>
        {title}
      </h2>
      <ul className="plain-list follow-list">
        {follows.map((follow) => {
          const name = follow.name ?? 'Deleted, or not on this device'
          return (
            <li key={`${follow.kind}:${follow.targetId}`}>
              <span dir="auto">{follow.href === null ? name : <a href={follow.href}>{name}</a>}</span>
              {follow.state === 'on' && follow.kind !== 'thread' ? <ViaForm follow={follow} name={name} /> : null}
              <SetForm follow={follow} to={to} via={follow.via} word={word} name={name} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface SetFormProps {
  readonly follow: Pick<FollowView, 'kind' | 'targetId'>
  readonly to: FollowView['state']
  readonly via: FollowView['via']
  readonly word: string
  /** What it is done to, for those who hear the button alone. */
  readonly name: string
}

/** On the device with a script, also without a network; as a form without one. */
function SetForm({ follow: { kind, targetId }, to, via, word, name }: SetFormProps) {
  return (
    <FollowForm about={{ kind, targetId, state: to, ...(via !== null && { via }) }}>
      <button className="btn quiet">
        {word}
        {name === '' ? null : <span className="sr">: {name}</span>}
      </button>
    </FollowForm>
  )
}

/** How this one thing is told of. */
function ViaForm({ follow: { kind, targetId, state, via }, name }: { readonly follow: FollowView; readonly name: string }) {
  return (
    <FollowForm about={{ kind, targetId, state }}>
      <select
        className="input"
        name="via"
        aria-label={`Notify me about ${name}`}
        value={via ?? ''}
        onChange={(event) => event.target.form?.requestSubmit()}
      >
        <option value="">Default</option>
        {viaChoices.map((choice) => (
          <option key={choice} value={choice}>
            {viaWords[choice]}
          </option>
        ))}
      </select>
      <button className="btn quiet no-js">Save</button>
    </FollowForm>
  )
}

interface FollowFormProps {
  readonly about: Given & Pick<FollowView, 'kind' | 'targetId' | 'state'>
  readonly children: ReactNode
}

/** The device shows by itself what it has done: the page is not asked for again. */
function FollowForm({ about, children }: FollowFormProps) {
  const { kind, targetId: id, state } = about
  const here = async (given: Given): Promise<string | null> => {
    const { setFollowed } = await import('../../../blocks/follow/set-followed.ts')
    const via = viaChoices.find((choice) => choice === given['via']) ?? null
    return (await setFollowed({ kind, id, via }, state)).message
  }
  return (
    <MutationForm name="subscriptions.set" about={about} here={here} onDone={() => undefined}>
      {children}
    </MutationForm>
  )
}
