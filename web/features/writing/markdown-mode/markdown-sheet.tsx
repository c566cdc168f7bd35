import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Doc } from 'yjs'
import { forgetSaved, keepNow, keptAt, rememberSaved, markSent } from '../../../data/saved-text.ts'
import type { TypedRow } from '../../../data/typed-words/typed-row.ts'
import { undoManagerOf } from '../plugins/shared-text.ts'
import { caretAfter } from './caret-place.ts'
import { MarkdownSession, markdownOrigin, type Taken } from './markdown-session.ts'
import { heldWords, lossWords } from './markdown-words.ts'
import { fieldDirectionOf } from '../languages.ts'

interface MarkdownSheetProps {
  readonly editor: Editor
  readonly doc: Doc
  /** What is typed and not part of the text yet is kept on the device under this name. */
  readonly place: string
  readonly lang: string
  /** Asked before the sheet is left: `false` while something typed is not part of the text. */
  readonly mayLeaveRef: RefObject<() => boolean>
}

const pauseMs = 600
type Held = Extract<Taken, { readonly kind: 'held' }>['why']

/**
 * The text in signs. Each pause takes over what was typed; what cannot be taken over as it stands
 * is said, and waits. The words typed are on the device from the first key (saved-text.ts), until
 * they are part of the text.
 */
export function MarkdownSheet(props: MarkdownSheetProps) {
  const { place } = props
  /** `undefined`: not asked yet; `null`: nothing was left behind. */
  const [kept, setKept] = useState<TypedRow | null>()
  useEffect(() => {
    let isGone = false
    void keptAt(place).then((row) => {
      if (!isGone) setKept(row ?? null)
    })
    return () => {
      isGone = true
    }
  }, [place])
  return kept === undefined ? null : <Sheet {...props} kept={kept} />
}

function Sheet({ editor, doc, place, lang, mayLeaveRef, kept }: MarkdownSheetProps & { readonly kept: TypedRow | null }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const before = useRef<HTMLTextAreaElement>(null)
  const takeNow = useRef<(mayLose?: boolean) => void>(() => {})
  const [held, setHeld] = useState<Held | null>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  const [isUnreadable, setUnreadable] = useState(false)

  useEffect(() => {
    const text = field.current
    const base = before.current
    const form = text?.form ?? null
    if (text === null || base === null || form === null) return undefined
    let session: MarkdownSession
    try {
      session = new MarkdownSession(doc)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      setUnreadable(true)
      return undefined
    }
    undoManagerOf(editor.state)?.addTrackedOrigin(markdownOrigin)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHeld = false
    /** Letters are being put together: to set the field's text would end that and spoil them. */
    let isComposing = false
    base.value = session.begin()
    text.value = base.value

    const show = (taken: Taken) => {
      isHeld = taken.kind === 'held'
      setHeld(taken.kind === 'held' ? taken.why : null)
      if (taken.kind === 'held') return
      setNotes(taken.kind === 'same' ? [] : taken.notes.map(lossWords))
      if (taken.kind === 'merged') {
        const caret = [text.selectionStart, text.selectionEnd].map((at) => caretAfter(text.value, taken.markdown, at))
        text.value = taken.markdown
        text.setSelectionRange(caret[0] ?? 0, caret[1] ?? 0)
        setMessage('Someone else edited too. Their changes were added.')
      } else if (taken.kind === 'taken') setMessage('')
      base.value = text.value
      markSent(form)
      void forgetSaved(place)
    }
    const take = (mayLose = false) => {
      clearTimeout(timer)
      timer = undefined
      undoManagerOf(editor.state)?.stopCapturing()
      show(session.take(text.value, mayLose))
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isComposing ? later() : take()), pauseMs)
    }
    const onInput = (event: Event) => {
      if (!(event instanceof InputEvent && event.isComposing)) later()
    }
    const onUpdate = (_update: Uint8Array, origin: unknown) => {
      // Somebody who types all the time must not keep what is typed here waiting.
      if (origin !== markdownOrigin && timer === undefined) later()
    }
    const onLeave = () => {
      if (timer !== undefined) take()
    }

    const typed = kept?.values['markdown']
    if (kept !== null && typed !== undefined && typed !== text.value) {
      rememberSaved(form, kept)
      const madeOf = kept.values['before']
      if (madeOf !== undefined) {
        session.resume(madeOf)
        base.value = madeOf
      }
      text.value = typed
      setMessage('Adding text you typed on this device earlier.')
      later()
    } else markSent(form)
    text.addEventListener('input', onInput)
    const onCompose = () => {
      isComposing = true
    }
    const onComposed = () => {
      isComposing = false
      later()
    }
    text.addEventListener('compositionstart', onCompose)
    text.addEventListener('compositionend', onComposed)
    text.addEventListener('blur', onLeave)
    addEventListener('pagehide', onLeave)
    doc.on('update', onUpdate)
    takeNow.current = take
    mayLeaveRef.current = () => {
      if (timer !== undefined || isHeld) take()
      if (isHeld) document.getElementById('markdown-held')?.focus()
      return !isHeld
    }
    text.focus({ preventScroll: true })
    return () => {
      if (timer !== undefined) take()
      // Not taken over: there again when the sheet is opened the next time.
      if (isHeld) keepNow(form).catch(reportError)
      clearTimeout(timer)
      text.removeEventListener('input', onInput)
      text.removeEventListener('compositionstart', onCompose)
      text.removeEventListener('compositionend', onComposed)
      text.removeEventListener('blur', onLeave)
      removeEventListener('pagehide', onLeave)
      doc.off('update', onUpdate)
      mayLeaveRef.current = () => true
    }
  }, [editor, doc, place, mayLeaveRef, kept])

  const discard = () => {
    const text = field.current
    if (text === null || before.current === null) return
    text.value = before.current.value
    takeNow.current()
    text.focus()
  }
  if (isUnreadable) return <p className="notice">The text is too long or too deeply nested to show as Markdown.</p>
  return (
    <form className="markdown-sheet" data-keep={place} onSubmit={(event) => event.preventDefault()}>
      <textarea
        className="markdown-text"
        name="markdown"
        ref={field}
        aria-label="Markdown text"
        aria-describedby={held === null ? undefined : 'markdown-held'}
        lang={lang}
        dir={fieldDirectionOf(lang)}
        spellCheck
        autoComplete="off"
      />
      {/* What the text above was made of: kept with it, so that what others write meanwhile can be told from it. */}
      <textarea name="before" ref={before} hidden readOnly aria-hidden="true" tabIndex={-1} />
      <div className="markdown-said" role="status">
        {held === null ? null : (
          <div className="notice" id="markdown-held" tabIndex={-1}>
            <p>{heldWords(held)}</p>
            {held.kind === 'losses' ? (
              <ul>
                {held.losses.map((loss) => (
                  <li key={`${loss.where} ${loss.what}`}>{lossWords(loss)}</li>
                ))}
              </ul>
            ) : null}
            <p className="acts">
              {held.kind === 'losses' ? (
                <button type="button" className="btn" onClick={() => takeNow.current(true)}>
                  Apply anyway
                </button>
              ) : null}
              <button type="button" className="btn quiet" onClick={discard}>
                Discard my changes
              </button>
            </p>
          </div>
        )}
        {message === '' && notes.length === 0 ? null : (
          <p className="notice">
            {message} {notes.slice(0, 5).join(' ')}
          </p>
        )}
      </div>
    </form>
  )
}
