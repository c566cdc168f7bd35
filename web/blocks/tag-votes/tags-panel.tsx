import { useState } from 'react'
import { links } from '#shared/links.ts'
import type { VoteValue } from '#shared/votes/schema.ts'
import type { TagChoice } from '#shared/wiki/tag-names.ts'
import { useUnsentWord } from '../use-unsent-word.ts'
import { useViewer } from '../../data/viewer.ts'
import { RefusalWords, refusedFor } from '../forms/refusal-words.tsx'
import type { PostTagsView, TagLine } from './post-tags-view.ts'
import { TagArrows, TagForm, TakeBack } from './tag-form.tsx'
import { usePostTags } from './use-post-tags.ts'
import './tag-votes.css'

interface TagsPanelProps {
  readonly postId: string
  readonly from: string
  /** What the page says, where it is drawn on one. */
  readonly given?: { readonly words: string; readonly view: PostTagsView }
  readonly onSent: () => void
}

/**
 * A post's tags with their relevance and the arrows, a search among all tags, and the core tags to
 * choose from.
 */
export function TagsPanel({ postId, from, given, onSent }: TagsPanelProps) {
  const viewer = useViewer()
  const [words, setWords] = useState(given?.words ?? '')
  const { view, message, vote, isAway } = usePostTags(postId, words, given ?? null, onSent)
  // A sheet has a heading of the second level of its own.
  const Heading = given === undefined ? 'h3' : 'h2'
  const linesById = new Map(view?.tags.map((line) => [line.id, line]))
  const form = {
    postId,
    from,
    mineOf: (tagId: string): VoteValue => linesById.get(tagId)?.mine ?? 0,
    onVote: viewer.kind === 'visitor' ? null : vote,
  }
  if (view === null) return <p className="soft">{isAway ? 'Not on this device yet. It will load when you are back online.' : '…'}</p>
  return (
    <div className="tags-panel">
      <TagForm {...form}>
        {view.tags.length === 0 ? <p className="soft">This post has no tags yet.</p> : null}
        {view.waiting === undefined ? null : (
          <p className="soft">
            Waiting for approval: <bdi>{view.waiting.join(', ')}</bdi>. Readers can’t see {view.waiting.length === 1 ? 'it' : 'them'} yet.
          </p>
        )}
        <ul className="tag-lines">
          {view.tags.map((line) => (
            <Line key={line.id} postId={postId} line={line} />
          ))}
        </ul>
      </TagForm>
      <p className={message === null ? 'refused-words none' : 'refused-words'} role="status">
        {message}
      </p>
      <form role="search" aria-label="Tags to add" action={links.postTags(postId)} onSubmit={(event) => event.preventDefault()}>
        <input type="hidden" name="postId" value={postId} />
        <label className="field">
          <span className="lab">Find a tag to add</span>
          <input
            className="input"
            type="search"
            name="words"
            value={words}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setWords(event.target.value)}
          />
        </label>
        <button className="btn no-js">Find</button>
      </form>
      {view.found === null ? null : (
        <TagForm {...form}>
          {view.found.length === 0 ? <p className="soft">No tag with that name.</p> : <Choices of={view.found} linesById={linesById} />}
          <p className="meta">
            <a href={links.createWiki({ name: words, type: 'tag' })}>Create this tag</a>
          </p>
        </TagForm>
      )}
      {view.core.length === 0 ? null : (
        <TagForm {...form}>
          <Heading className={given === undefined ? 'group-word' : 'section'}>Core tags</Heading>
          <Choices of={view.core} linesById={linesById} />
        </TagForm>
      )}
    </div>
  )
}

function Line({ postId, line }: { readonly postId: string; readonly line: TagLine }) {
  const unsent = useUnsentWord(`tag:${postId}:${line.id}`)
  return (
    <li>
      <a href={links.wiki(line.slug)}>{line.name}</a>
      <TagArrows line={line} />
      <TakeBack line={line} />
      {unsent === null ? null : <span className="meta warm">{unsent}</span>}
      {line.refused === null ? null : (
        <span className="meta soft">
          <RefusalWords of={refusedFor(line.refused)} />
        </span>
      )}
    </li>
  )
}

/**
 * Each puts its tag to the post, or takes one's own vote for it back; what others have put there
 * stays.
 */
function Choices({ of, linesById }: { readonly of: readonly TagChoice[]; readonly linesById: ReadonlyMap<string, TagLine> }) {
  return (
    <ul className="tag-choices">
      {of.map(({ id, name }) => {
        const line = linesById.get(id)
        const isOn = line !== undefined && line.relevance > 0
        const isMine = line !== undefined && line.mine > 0
        return (
          <li key={id}>
            <button className="btn quiet" name="tagVote" value={`${id}:${isMine ? 0 : 1}`} aria-pressed={isOn} disabled={isOn && !isMine}>
              {isOn ? '✓ ' : '+ '}
              {name}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
