import '../../../blocks/staff/staff-styles.ts'
import { useEffect, useState } from 'react'
import { counted, grouped } from '../../../blocks/counts.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { usePage } from '../../../data/page.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { CompletionText } from '../completion-choice.ts'
import { storeChoice, storedChoice } from '../completion-choice.ts'
import type { CompletionList, loadCompletionTexts } from '../language-models.load.ts'

type Chosen = ReadonlyMap<string, number>

/** Which of one's own texts a language model may complete from. */
export default function CompletionTextsPage() {
  const { lists } = usePage<typeof loadCompletionTexts>()
  return (
    <div className="narrow reports">
      <h1 className="page-title">Autocomplete settings</h1>
      {lists === null ? (
        <p className="empty">
          Autocomplete is off: this site has no language model, so there’s nothing to choose. Nothing you write is sent to one.
        </p>
      ) : (
        <Choice lists={lists} />
      )}
    </div>
  )
}

function Choice({ lists }: { readonly lists: Readonly<Record<'posts' | 'comments', CompletionList>> }) {
  const { maxTokens } = usePage<typeof loadCompletionTexts>()
  const viewer = useViewer()
  const account = viewer.kind === 'member' ? viewer.userId : ''
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const [message, setMessage] = useState('')
  useEffect(() => setChosen(new Map(storedChoice(account).map(({ id, tokens }) => [id, tokens]))), [account])
  const used = [...chosen.values()].reduce((sum, tokens) => sum + tokens, 0)
  const choose = (texts: readonly CompletionText[], isOn: boolean): void => {
    const next = new Map(chosen)
    for (const { id, tokens } of texts) {
      if (isOn) next.set(id, tokens)
      else next.delete(id)
    }
    setChosen(next)
    setMessage('')
  }
  const store = (texts: Chosen, done: string): void => {
    const isStored = storeChoice(
      account,
      Array.from(texts, ([id, tokens]) => ({ id, tokens })),
    )
    setMessage(isStored ? done : 'This browser couldn’t save your selection. It may be out of space.')
  }
  const clear = (): void => {
    setChosen(new Map())
    store(new Map(), 'Selection cleared.')
  }
  return (
    <>
      <p className="stand">
        The editor doesn’t suggest completions yet, so your selection isn’t used and nothing is sent to a language model. It’s saved in this
        browser only, until you sign out.
      </p>
      <noscript>
        <p>Selecting texts needs JavaScript.</p>
      </noscript>
      <div className="needs-js">
        <progress value={Math.min(used, maxTokens)} max={maxTokens} aria-label="Tokens used" />
        <p className={used > maxTokens ? 'meta warm' : 'meta soft'} role="status">
          About {grouped(used)} of {grouped(maxTokens)} tokens{used > maxTokens ? '. Select fewer texts' : ''}
        </p>
        <p>
          <button
            type="button"
            className="btn primary"
            disabled={chosen.size === 0 || used > maxTokens}
            onClick={() => store(chosen, 'Selection saved in this browser.')}
          >
            Use selected
          </button>{' '}
          <button type="button" className="btn quiet" disabled={chosen.size === 0} onClick={clear}>
            Clear selection
          </button>
        </p>
        <p className="meta" role="status">
          {message}
        </p>
      </div>
      <Texts {...{ id: 'posts', title: 'Your posts', empty: 'You have no published posts.', list: lists.posts, chosen, choose }} />
      <Texts {...{ id: 'comments', title: 'Your comments', empty: 'You have no comments.', list: lists.comments, chosen, choose }} />
    </>
  )
}

interface TextsProps {
  readonly id: string
  readonly title: string
  readonly empty: string
  readonly list: CompletionList
  readonly chosen: Chosen
  readonly choose: (texts: readonly CompletionText[], isOn: boolean) => void
}

function Texts({ id, title, empty, list: { rows, more }, chosen, choose }: TextsProps) {
  const now = useNow()
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 className="section" id={`${id}-title`}>
        {title}
      </h2>
      {rows.length === 0 ? <p className="empty">{empty}</p> : null}
      <ul className="plain-list">
        {rows.map((row, index) => (
          <li key={row.id}>
            <p className="report-facts">
              <label className="check needs-js">
                <input
                  type="checkbox"
                  checked={chosen.has(row.id)}
                  onChange={({ currentTarget }) => choose([row], currentTarget.checked)}
                />
                <span className="sr">Select {row.title}</span>
              </label>
              <a href={row.href}>
                <bdi>{row.title}</bdi>
              </a>
            </p>
            <p className="meta report-facts">
              <Time at={row.at} now={now} />
              <span>about {counted(row.tokens, 'token')}</span>
              <button type="button" className="btn quiet needs-js" onClick={() => choose(rows.slice(0, index + 1), true)}>
                Select all to here<span className="sr">: {row.title}</span>
              </button>
            </p>
          </li>
        ))}
      </ul>
      {more === null ? null : <MoreLink href={more}>More</MoreLink>}
    </section>
  )
}
