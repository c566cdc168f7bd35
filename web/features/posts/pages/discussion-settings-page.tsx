import { links } from '#shared/links.ts'
import type { BarScope } from '#shared/moderation/schema.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { reasonWords } from '../../../blocks/wording.ts'
import { usePage } from '../../../data/page.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadDiscussionSettings } from '../discussion-settings.load.ts'

type SettingsData = ReturnType<typeof usePage<typeof loadDiscussionSettings>>

const scopeWords: Readonly<Record<BarScope, string>> = {
  post: 'On this post',
  personal: 'On all personal posts by its author',
  all: 'On all posts by its author',
}

export default function DiscussionSettingsPage() {
  const page = usePage<typeof loadDiscussionSettings>()
  const { post, target, whyNot } = page
  return (
    <div className="narrow">
      <h1 className="page-title">The discussion</h1>
      <p className="meta soft">
        Under <a href={`${links.post(post)}#comments`}>{post.title}</a>
      </p>
      {target === null ? null : target.scopes.length === 0 ? (
        <p className="notice-line">{reasonWords[target.whyNot ?? 'not-yours']}</p>
      ) : (
        <BarForm page={page} target={target} />
      )}
      <Guidelines page={page} />
      <Scores postId={post.id} isHidden={page.hidesScores} />
      <Bans page={page} />
      {whyNot !== null && target === null ? <p className="soft after-form">{reasonWords[whyNot]}</p> : null}
    </div>
  )
}

function Guidelines({ page: { post, guidelines } }: { readonly page: SettingsData }) {
  const { form, error, state, isSending, from } = useSendForm('posts.setGuidelines', { fields: { postId: post.id } })
  return (
    <section className="after-form" aria-labelledby="guidelines-title">
      <h2 className="section" id="guidelines-title">
        Commenting guidelines
      </h2>
      <form className="compose" {...form}>
        <input type="hidden" name="postId" value={post.id} />
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ guidelines: 'guidelines' }} />
        <TextField
          id="guidelines"
          name="guidelines"
          label="Shown above the comment form"
          rows={6}
          maxLength={2_000}
          defaultValue={guidelines}
          error={error}
          dir="auto"
        />
        <div className="compose-acts">
          <button className="btn" aria-disabled={isSending || undefined}>
            {isSending ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </section>
  )
}

function Scores({ postId, isHidden }: { readonly postId: string; readonly isHidden: boolean }) {
  const { form, error, state, isSending, from } = useSendForm('posts.setScoresHidden', { fields: { postId } })
  return (
    <section className="after-form" aria-labelledby="scores-title">
      <h2 className="section" id="scores-title">
        Scores of comments
      </h2>
      <form className="compose" {...form}>
        <input type="hidden" name="postId" value={postId} />
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
        <label className="check">
          <input type="checkbox" name="isOn" value="true" defaultChecked={isHidden} key={String(isHidden)} /> Hide the scores of comments
        </label>
        <p className="soft">
          Nobody sees karma or agreement of the comments, and the newest comments come first. Members can still vote and react.
        </p>
        <div className="compose-acts">
          <button className="btn" aria-disabled={isSending || undefined}>
            {isSending ? 'Saving…' : 'Save'}
          </button>
        </div>
      </form>
    </section>
  )
}

interface BarFormProps {
  readonly page: SettingsData
  readonly target: NonNullable<SettingsData['target']>
}

function BarForm({ page: { post }, target }: BarFormProps) {
  const { form, error, state, isSending, from } = useSendForm('moderation.bar', { fields: { postId: post.id, userId: target.id } })
  return (
    <section className="after-form" aria-labelledby="bar-title">
      <h2 className="section" id="bar-title">
        Ban {target.name}
      </h2>
      <form className="compose" {...form}>
        <input type="hidden" name="postId" value={post.id} />
        <input type="hidden" name="userId" value={target.id} />
        <input type="hidden" name="from" value={from} />
        <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
        <p>They can still read and vote, and their comments stay. They’ll see that they can’t comment.</p>
        <fieldset>
          <legend className="sr">Where</legend>
          {target.scopes.map((scope, at) => (
            <label key={scope} className="check">
              <input type="radio" name="scope" value={scope} defaultChecked={at === 0} /> {scopeWords[scope]}
            </label>
          ))}
        </fieldset>
        <div className="compose-acts">
          <button className="btn danger" aria-disabled={isSending || undefined}>
            Ban
          </button>
          <a className="btn quiet" href={`${links.post(post)}#comments`}>
            Cancel
          </a>
        </div>
      </form>
    </section>
  )
}

function Bans({ page: { post, bans } }: { readonly page: SettingsData }) {
  const { form, error, state, from } = useSendForm('moderation.letBackIn', { fields: { postId: post.id } })
  const now = useNow()
  return (
    <section className="after-form" aria-labelledby="bans-title">
      <h2 className="section" id="bans-title">
        Banned members
      </h2>
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} />
      {bans.length === 0 ? <p className="soft">No one is banned. To ban someone, use the menu of one of their comments.</p> : null}
      <ul className="rows">
        {bans.map(({ id, userId, scope, at, person, canEnd }) => (
          <li key={id} className="row">
            <p>
              {person.slug === '' ? person.name : <a href={links.user(person.slug)}>{person.name}</a>}{' '}
              <span className="meta soft">
                {scopeWords[scope]}, <Time at={at} now={now} />
              </span>
            </p>
            {canEnd ? (
              <form {...form}>
                <input type="hidden" name="postId" value={post.id} />
                <input type="hidden" name="userId" value={userId} />
                <input type="hidden" name="scope" value={scope} />
                <input type="hidden" name="from" value={from} />
                <button className="btn quiet">Unban {person.name}</button>
              </form>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
