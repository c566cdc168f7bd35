import { links } from '#shared/links.ts'
import { palette } from '#shared/reactions/palette.ts'
import type { ReactionView } from '#shared/reactions/shown.ts'
import { quoteWords } from '#shared/reactions/quote-words.ts'
import { namesWords } from '#shared/reactions/shown.ts'
import { counted } from '../../../blocks/counts.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { loadReact } from '../react.load.ts'

/**
 * Who reacted, and everything one may react with as buttons; where reactions lead without a script.
 */
export default function ReactPage() {
  const { kind, targetId, post, views, entries, typos } = usePage<typeof loadReact>()
  const viewer = useViewer()
  const refused = useRefusedForm('reactions.set')
  const back = kind === 'comment' ? links.commentInThread(post, targetId) : links.post(post)
  const mine = new Set(views.filter((view) => view.mine === 1).map(({ part }) => part))
  return (
    <div className="narrow">
      <h1 className="page-title">Reactions</h1>
      <p className="soft">
        To {kind === 'comment' ? 'a comment under ' : ''}
        <a href={back}>{post.title}</a>
      </p>
      <Refusal error={refused?.error ?? null} />
      {typos.length === 0 ? null : (
        <p>
          <a href={links.typos(targetId)}>{counted(typos.length, 'correction')} suggested</a>
        </p>
      )}
      <form method="post" action={links.form('reactions.set')}>
        <input type="hidden" name="from" value={links.react(targetId)} />
        {views.length === 0 ? (
          <p className="empty">No reactions yet.</p>
        ) : (
          <ul className="react-list">
            {views.map((view) => (
              <li key={view.part}>
                <p>
                  <b>
                    <span aria-hidden="true">{view.sign}</span> {view.label} <span className="nums">{view.net}</span>
                  </b>
                  {view.quote === undefined ? null : <> on {quoteWords(view)}</>}
                </p>
                <p className="soft meta">{wordsOf(entries.find(({ part }) => part === view.part))}</p>
                <Choices target={`${kind}:${targetId}`} view={view} />
              </li>
            ))}
          </ul>
        )}
        <h2 className="section">React</h2>
        {viewer.kind === 'visitor' ? <p className="soft">You’ll be asked to sign in; your reaction is kept.</p> : null}
        {palette.map(({ name, kinds }) => (
          <fieldset className="vote-choice" key={name}>
            <legend>{name}</legend>
            {kinds.map((one) => (
              <button
                key={one.name}
                className="btn"
                name="react"
                value={`${kind}:${targetId}:${one.name}:${mine.has(one.name) ? 0 : 1}`}
                aria-pressed={mine.has(one.name)}
                title={one.about}
              >
                <span aria-hidden="true">{one.sign}</span> {one.label}
              </button>
            ))}
          </fieldset>
        ))}
      </form>
      <p>
        <a href={back}>Back to {kind === 'comment' ? 'the comment' : 'the post'}</a>
      </p>
    </div>
  )
}

function Choices({ target, view }: { readonly target: string; readonly view: ReactionView }) {
  return (
    <p className="react-choices">
      {view.mine === 1 ? null : (
        <button className="btn quiet" name="react" value={`${target}:${view.part}:1`}>
          Join<span className="sr"> {view.label}</span>
        </button>
      )}
      {view.mine === -1 ? null : (
        <button className="btn quiet" name="react" value={`${target}:${view.part}:-1`}>
          Disagree<span className="sr">: {view.label}</span>
        </button>
      )}
      {view.mine === undefined ? null : (
        <button className="btn quiet" name="react" value={`${target}:${view.part}:0`}>
          Remove mine<span className="sr">: {view.label}</span>
        </button>
      )}
    </p>
  )
}

interface Named {
  readonly for: number
  readonly against: number
  readonly forNames: readonly string[]
  readonly againstNames: readonly string[]
}

function wordsOf(entry: Named | undefined): string {
  return entry === undefined ? 'Visible only to participants.' : namesWords(entry, entry.forNames, entry.againstNames)
}
