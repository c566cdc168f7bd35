import { useEffect, useState, useSyncExternalStore } from 'react'
import { counted } from '../../../blocks/counts.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Editor } from '../editor.tsx'
import '../inline-comments/inline-comment-styles.ts'
import type { EditorProps } from '../editor.tsx'
import type { SuggestionSession } from './suggestion-session.ts'
import { openSuggestion } from './suggestion-session.ts'

interface SuggestionFormProps extends Pick<EditorProps, 'me' | 'lang' | 'dir'> {
  readonly postId: string
  readonly open: OpenDocument
  /** Back to the text; `sent`: how many changes have gone out, `null` for none. */
  readonly onClose: (sent: number | null) => void
}

/**
 * Where somebody proposes changes: a copy of the text that is theirs alone until they send what
 * they changed in it.
 */
export function SuggestionForm({ postId, open, me, lang, dir, onClose }: SuggestionFormProps) {
  const session = useSession(postId, open)
  if (session === null) return <p className="soft">Opening a copy…</p>
  if (session === 'failed') {
    return (
      <Notice kind="danger" isUrgent>
        Couldn’t make a copy on this device.{' '}
        <button className="btn quiet" type="button" onClick={() => onClose(null)}>
          Back to the text
        </button>
      </Notice>
    )
  }
  return (
    <>
      <SuggestBar session={session} onClose={onClose} />
      <Editor
        doc={session.doc}
        awareness={null}
        me={me}
        isReadOnly={false}
        lang={lang}
        dir={dir}
        label="Your copy of the text, for suggestions"
        place={`markdown:suggest:${postId}`}
        onSave={() => void session.settle().catch(reportError)}
        hasFocus
      />
    </>
  )
}

function useSession(postId: string, open: OpenDocument): SuggestionSession | null | 'failed' {
  const device = useDevice()
  const [session, setSession] = useState<SuggestionSession | null | 'failed'>(null)
  useEffect(() => {
    if (device === null) return
    let isGone = false
    let opened: SuggestionSession | null = null
    openSuggestion(device, postId, open.doc).then(
      (made) => {
        opened = made
        if (isGone) made.close()
        else setSession(made)
      },
      (error: unknown) => {
        reportError(error)
        if (!isGone) setSession('failed')
      },
    )
    return () => {
      isGone = true
      setSession(null)
      opened?.close()
    }
  }, [device, postId, open])
  return session
}

function SuggestBar({ session, onClose }: { readonly session: SuggestionSession; readonly onClose: SuggestionFormProps['onClose'] }) {
  const state = useSyncExternalStore(session.state.subscribe, session.state.get)
  const [error, setError] = useState<FormError | null>(null)
  const [asks, setAsks] = useState(false)
  const changes = 'changes' in state ? state.changes : 0
  const send = () => {
    if (changes === 0 || state.kind === 'unreadable') return
    session.send().then(
      (sent) => onClose(sent),
      (failure: unknown) => (isRefusal(failure) ? setError(refusalOf(failure)) : reportError(failure)),
    )
  }
  return (
    <Notice>
      <div className="suggest-bar">
        <p>
          <b>Suggesting.</b> Your edits are suggestions. An author can accept or reject them.
        </p>
        {error === null ? null : <Refusal error={error} />}
        {state.kind === 'unreadable' ? (
          <p className="danger">The text is too long. Shorten it; until then it’s neither saved nor sent.</p>
        ) : null}
        {state.kind === 'not-kept' ? <p className="danger">This device can’t save it. Submit it before you leave.</p> : null}
        {asks ? (
          <div className="write-acts" role="group" aria-label="Discard your suggestions?">
            <button className="btn danger" type="button" onClick={() => void session.discard().then(() => onClose(null), reportError)}>
              Discard {counted(changes, 'change')}
            </button>
            <button className="btn quiet" type="button" onClick={() => setAsks(false)}>
              Keep writing
            </button>
          </div>
        ) : (
          <div className="write-acts">
            <button
              className="btn primary"
              type="button"
              onClick={send}
              aria-disabled={changes === 0 || state.kind === 'unreadable' || undefined}
            >
              {changes === 0 ? 'No changes yet' : `Submit ${counted(changes, 'suggestion')}`}
            </button>
            <button className="btn quiet" type="button" onClick={() => onClose(null)}>
              Back to the text
            </button>
            {changes === 0 ? null : (
              <button className="btn quiet" type="button" onClick={() => setAsks(true)}>
                Discard…
              </button>
            )}
            <p className="meta soft" role="status">
              {state.kind === 'saving' ? 'Saving…' : state.kind === 'kept' && changes > 0 ? 'On this device' : ''}
            </p>
          </div>
        )}
      </div>
    </Notice>
  )
}
