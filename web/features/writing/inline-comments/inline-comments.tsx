/**
 * What those who work on a text say about its passages: marks in the text, and the threads beside
 * it. Records of the device, done here at once and sent when there is a connection; the text itself
 * holds nothing of them.
 */
import type { Editor } from '@tiptap/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Post } from '#shared/posts/schema.ts'
import { postInlineComment } from '#shared/inline-comments/mutations.ts'
import { inlineCommentsOf } from '#shared/inline-comments/queries.ts'
import { canDecideSuggestion, canInlineComment } from '#shared/inline-comments/rules.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useCommit, useRows } from '../../../data/device/use-rows.ts'
import { keptAt } from '../../../data/saved-text.ts'
import { useMe } from '../../../data/viewer.ts'
import { counted } from '../../../blocks/counts.ts'
import { useNow } from '../../../ui/clock.ts'
import { useEditorValue } from '../parts/use-editor-value.ts'
import type { Passage } from './places.ts'
import { selectedPassage } from './places.ts'
import { InlineCommentButton } from './inline-comment-button.tsx'
import { InlineCommentForm } from './inline-comment-form.tsx'
import { inlineCommentPlaces, updateInlineComments } from './inline-comment-marks.ts'
import './inline-comment-styles.ts'
import { InlineCommentThread } from './inline-comment-thread.tsx'
import { seenUpTo, sawUpTo } from './seen.ts'
import { passageOfChange } from '../suggest/block-passage.ts'
import { AllSuggestions, isSuggestion } from '../suggest/suggested-change.tsx'
import { useWithoutRepeats } from '../suggest/use-without-repeats.ts'
import { inTextOrder, isUnread, threadsOf } from './threads.ts'

interface InlineCommentsProps {
  readonly editor: Editor
  readonly post: Post
}

const newId = 'new'

export function InlineComments({ editor, post }: InlineCommentsProps) {
  const { viewer } = useMe()
  const me = viewer.kind === 'member' ? viewer.userId : ''
  const now = useNow()
  const commit = useCommit()
  const rows = useRows(inlineCommentsOf(post.id))
  const places = useEditorValue(editor, placesAsText)
  const [isShown, setShown] = useState(false)
  const [showsSettled, setShowsSettled] = useState(false)
  const [openId, setOpenId] = useState<string | null>(null)
  /** `undefined`: nothing is being written; `null`: about the text as a whole. */
  const [writing, setWriting] = useState<Passage | null | undefined>(undefined)
  const [seenAt, setSeenAt] = useState(() => seenUpTo(post.id))
  const panel = useRef<HTMLElement>(null)

  // What was being said when the page went away.
  useEffect(() => {
    let isGone = false
    void savedPassage(post.id).then((kept) => {
      if (!isGone && kept !== undefined) setWriting((now) => (now === undefined ? kept : now))
    })
    return () => {
      isGone = true
    }
  }, [post.id])

  const threads = useMemo(() => threadsOf(rows ?? []), [rows])
  const starts = useMemo(() => new Map(places.split(' ').map((part) => [part.split(':')[0] ?? '', Number(part.split(':')[1])])), [places])
  const shown = inTextOrder(
    threads.filter(({ root }) => showsSettled || root.resolvedAt === null),
    (id) => starts.get(id),
  )
  const settledCount = threads.filter(({ root }) => root.resolvedAt !== null).length
  const openCount = threads.length - settledCount
  const hasUnread = threads.some((thread) => thread.root.resolvedAt === null && isUnread(thread, me, seenAt))

  const begin = useCallback(() => {
    setWriting((before) => before ?? selectedPassage(editor.state))
    setShown(true)
  }, [editor])
  const open = useCallback((id: string) => {
    setOpenId(id)
    setShown(true)
  }, [])

  useEffect(() => {
    const marked = threads
      .filter(({ root }) => root.removedAt === null && (showsSettled || root.resolvedAt === null))
      .flatMap(({ root: { id, anchor, quote, change } }) => {
        const passage = change === undefined ? (anchor === null ? null : { anchor, quote }) : passageOfChange(editor.state, change)
        return passage === null ? [] : [{ id, ...passage }]
      })
    const draft = writing === undefined || writing === null ? [] : [{ id: newId, ...writing }]
    updateInlineComments(editor, {
      marked: [...marked, ...draft],
      openId: writing === undefined ? openId : newId,
      onInlineComment: (id) => (id === null || id === newId ? begin() : open(id)),
    })
  }, [editor, threads, showsSettled, writing, openId, begin, open])

  useEffect(() => {
    const opened = isShown && openId !== null ? document.getElementById(`inline-comment-${openId}`) : null
    // Somebody who writes goes on writing: a press on a word with a comment is how they put the
    // caret there.
    if (editor.isFocused && editor.isEditable) opened?.scrollIntoView({ block: 'nearest' })
    else opened?.focus({ preventScroll: false })
  }, [editor, isShown, openId])
  const close = () => {
    const latest = Math.max(0, ...(rows ?? []).map(({ createdAt }) => createdAt))
    sawUpTo(post.id, latest)
    setSeenAt(latest)
    setShown(false)
    setOpenId(null)
    editor.commands.focus(undefined, { scrollIntoView: false })
  }
  const jump = (id: string) => {
    const place = inlineCommentPlaces(editor.state).get(id)
    if (place === undefined) return
    setOpenId(id)
    editor.chain().focus(undefined, { scrollIntoView: false }).setTextSelection(place).scrollIntoView().run()
  }

  const mayInlineComment = canInlineComment(viewer, post).allowed
  const suggested = threads
    .map(({ root }) => root)
    .filter(isSuggestion)
    .filter(({ verdict }) => verdict === undefined)
  const proposed = suggested.map(({ change }) => change)
  const mayDecide = suggested[0] !== undefined && canDecideSuggestion(viewer, suggested[0], post).allowed
  useWithoutRepeats(editor, rows, viewer, post)
  return (
    <>
      <p className="inline-comments-entry">
        <button className="btn quiet" type="button" aria-expanded={isShown} onClick={() => (isShown ? close() : setShown(true))}>
          {openCount === 0 ? 'Comments' : counted(openCount, 'comment')}
          {hasUnread ? (
            <span className="unread-dot">
              <span className="sr">, something new</span>
            </span>
          ) : null}
        </button>
      </p>
      {mayInlineComment
        ? createPortal(<InlineCommentButton editor={editor} onPress={begin} />, editor.view.dom.closest('.writing-place') ?? document.body)
        : null}
      {isShown ? (
        <aside
          className="inline-comments-panel"
          aria-label="Comments on this text"
          ref={panel}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !(event.target instanceof HTMLTextAreaElement)) close()
          }}
        >
          <div className="inline-comments-head">
            <h2 className="section">Comments</h2>
            <button className="btn quiet small" type="button" onClick={close}>
              Close
            </button>
          </div>
          {writing !== undefined ? (
            <>
              {writing === null ? null : (
                <blockquote className="inline-comment-quote" dir="auto">
                  {writing.quote}
                </blockquote>
              )}
              <InlineCommentForm
                key={writing?.anchor.start ?? 'whole'}
                place={placeOfNew(post.id)}
                label={writing === null ? 'On the whole text' : 'On this passage'}
                action="Comment"
                passage={writing}
                onSend={async (body, draft) => {
                  const id = freshId()
                  const { anchor, quote } = writing ?? { anchor: null, quote: '' }
                  await commit(postInlineComment, { id, postId: post.id, parentId: null, anchor, quote, body }, draft)
                  setOpenId(id)
                }}
                onClose={() => setWriting(undefined)}
              />
            </>
          ) : mayInlineComment ? (
            <p className="inline-comment-acts">
              <button className="btn small" type="button" onClick={begin}>
                {'Comment'}
                <span className="sr"> on the selection, or on the whole text</span>
              </button>
              <span className="meta soft">Select a passage, or press Ctrl+Alt+M in the text.</span>
            </p>
          ) : null}
          {shown.length === 0 && writing === undefined ? <p className="soft">No comments yet.</p> : null}
          {suggested.length > 1 && mayDecide ? <AllSuggestions editor={editor} open={suggested} commit={commit} /> : null}
          {shown.map((thread) => (
            <InlineCommentThread
              key={thread.root.id}
              thread={thread}
              editor={editor}
              proposed={proposed}
              post={post}
              viewer={viewer}
              now={now}
              isOpen={thread.root.id === openId}
              isUnread={isUnread(thread, me, seenAt)}
              isGone={thread.root.anchor !== null && !starts.has(thread.root.id)}
              commit={commit}
              onJump={starts.has(thread.root.id) ? () => jump(thread.root.id) : null}
            />
          ))}
          {settledCount === 0 ? null : (
            <label className="check">
              <input type="checkbox" checked={showsSettled} onChange={(event) => setShowsSettled(event.target.checked)} /> Show{' '}
              {settledCount} resolved
            </label>
          )}
        </aside>
      ) : null}
    </>
  )
}

const placeOfNew = (postId: string): string => `remark:${postId}:new`

/** `undefined`: nothing was; `null`: about the text as a whole. */
async function savedPassage(postId: string): Promise<Passage | null | undefined> {
  const kept = (await keptAt(placeOfNew(postId)))?.values
  if (kept === undefined || (kept['body'] ?? '').trim() === '') return undefined
  const { start, end, quote } = kept
  return start === undefined || end === undefined || start === '' ? null : { anchor: { start, end }, quote: quote ?? '' }
}

/** `id:start` of each passage that is in the text. */
function placesAsText({ state }: Editor): string {
  return [...inlineCommentPlaces(state)].map(([id, { from }]) => `${id}:${from}`).join(' ')
}
