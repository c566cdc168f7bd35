import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Change } from '#shared/inline-comments/change.ts'
import { kindOfChange } from '#shared/inline-comments/change.ts'
import { canDecideSuggestion } from '#shared/inline-comments/rules.ts'
import type { InlineComment, Taken } from '#shared/inline-comments/schema.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import { members } from '#shared/accounts/schema.ts'
import { removeInlineComment } from '#shared/inline-comments/mutations.ts'
import { decideSuggestion } from '#shared/inline-comments/suggest-mutations.ts'
import { compareTexts } from '#shared/text/compare/compare.ts'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { useRow } from '../../../data/device/use-rows.ts'
import { Time } from '../../../ui/time.tsx'
import { ComparedText } from '../../../blocks/compare/compared-text.tsx'
import type { Commit } from '../inline-comments/commit.ts'
import type { LocallyAccepted } from './accept-locally.ts'
import { isUndoneLocally, acceptLocally } from './accept-locally.ts'

interface SuggestedChangeProps {
  readonly editor: Editor
  readonly inlineComment: InlineComment & { readonly change: Change }
  readonly post: Post
  readonly viewer: Viewer
  readonly now: number | null
  readonly others: readonly Change[]
  readonly commit: Commit
}

const kindWords = { insert: 'a new paragraph', delete: 'to delete this', move: 'to move this', edit: 'a change' } as const
const verdictWords = {
  open: 'suggests',
  accepted: 'suggested, accepted,',
  rejected: 'suggested, rejected,',
} as const
const troubleWords = {
  gone: 'This paragraph was deleted, so the suggestion can’t be accepted.',
  clash: 'This part was edited since. Make the change by hand, or reject it.',
  locked: 'The text can’t be edited right now, so nothing can be accepted.',
} as const

/** What somebody proposes, drawn as a change, and what can be done with it. */
export function SuggestedChange({ editor, inlineComment, post, viewer, now, others, commit }: SuggestedChangeProps) {
  const { id, change, verdict } = inlineComment
  const author = useRow(members, inlineComment.authorId)
  const isOwn = isSelf(viewer, inlineComment.authorId)
  const [trouble, setTrouble] = useState<keyof typeof troubleWords | null>(null)
  const mayDecide = canDecideSuggestion(viewer, inlineComment, post).allowed
  const decide = (next: 'rejected' | null) => {
    const isUndone = verdict === 'accepted' && next === null
    void commit(decideSuggestion, { id, verdict: next, ...(isUndone && { isUndone: true as const }) }).catch(reportError)
  }
  const accept = () => {
    const { kind, taken } = acceptLocally(editor, change, others)
    if (kind === 'gone' || kind === 'clash' || kind === 'locked') setTrouble(kind)
    else void commit(decideSuggestion, acceptance(id, taken)).catch(reportError)
  }
  return (
    <div className="suggested">
      <p className="meta">
        <b>
          <bdi>{author?.displayName ?? 'A member'}</bdi>
        </b>{' '}
        {verdictWords[verdict ?? 'open']} {kindWords[kindOfChange(change)]}{' '}
        <span className="soft">
          <Time at={inlineComment.createdAt} now={now} />
        </span>
      </p>
      <ComparedText entries={compareTexts(only(change.before), only(change.after)).entries} idPrefix={`${id}-`} />
      {trouble === null ? null : (
        <p className="meta danger" role="alert">
          {troubleWords[trouble]}
        </p>
      )}
      <p className="inline-comment-acts">
        {!mayDecide ? null : verdict === undefined ? (
          <>
            <button className="btn small" type="button" onClick={accept}>
              Accept
            </button>
            <button className="btn quiet small" type="button" onClick={() => decide('rejected')}>
              Reject
            </button>
          </>
        ) : verdict === 'rejected' || isUndoneLocally(editor, inlineComment.taken ?? []) ? (
          <button className="btn quiet small" type="button" onClick={() => decide(null)}>
            Reopen
          </button>
        ) : null}
        {isOwn && verdict === undefined ? (
          <button className="btn quiet small" type="button" onClick={() => void commit(removeInlineComment, { id }).catch(reportError)}>
            Withdraw
          </button>
        ) : null}
      </p>
    </div>
  )
}

const rejection: LocallyAccepted = { kind: 'same', taken: null }
const acceptance = (id: string, taken: Taken | null) => ({ id, verdict: 'accepted' as const, ...(taken !== null && { taken }) })

const only = (node: DocNode | null): Doc => ({ type: 'doc', content: node === null ? [] : [node] })

interface AllSuggestionsProps {
  readonly editor: Editor
  readonly open: readonly (InlineComment & { readonly change: Change })[]
  readonly commit: Commit
}

/** Everything that is proposed, at once. What cannot be taken over stays open. */
export function AllSuggestions({ editor, open, commit }: AllSuggestionsProps) {
  const [message, setMessage] = useState('')
  const changes = open.map(({ change }) => change)
  const decideAll = async (verdict: 'accepted' | 'rejected') => {
    let left = 0
    for (const { id, change } of open) {
      const { kind, taken } = verdict === 'rejected' ? rejection : acceptLocally(editor, change, changes)
      if (kind === 'gone' || kind === 'clash' || kind === 'locked') left += 1
      else await commit(decideSuggestion, verdict === 'rejected' ? { id, verdict } : acceptance(id, taken))
    }
    setMessage(left === 0 ? '' : `${left} of ${open.length} couldn’t be accepted.`)
  }
  return (
    <div className="inline-comment-acts" role="group" aria-label="All suggestions">
      <button className="btn small" type="button" onClick={() => void decideAll('accepted').catch(reportError)}>
        Accept all {open.length}
      </button>
      <button className="btn quiet small" type="button" onClick={() => void decideAll('rejected').catch(reportError)}>
        Reject all
      </button>
      <span className="meta soft" role="status">
        {message}
      </span>
    </div>
  )
}

/** An inline comment that proposes something, as far as it still does. */
export function isSuggestion(inlineComment: InlineComment): inlineComment is InlineComment & { readonly change: Change } {
  return inlineComment.change !== undefined && inlineComment.removedAt === null
}
