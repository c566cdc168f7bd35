/**
 * What somebody has to say about the site. A true modal: the page behind is inert and stands still.
 * What was typed is kept on this device like any other unsent text (web/data/saved-text.ts), the
 * screenshot as long as the page lives; both go when the report has been sent or queued.
 */
import type { FormEvent } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Feedback } from '#shared/reports/feedback.ts'
import { trimmed } from '#shared/reports/feedback.ts'
import { figures } from '#shared/reports/figures.ts'
import { forgetSaved, keepAsSent, keepTyped, keptAt, markSent, putBack } from '../../data/saved-text.ts'
import { sendFeedback } from '../../data/reports/feedback.ts'
import { newReportId, placeOfFeedback, roomForScreenshot } from '../../data/reports/outgoing.ts'
import { reporting } from '../../data/reports/reporting.ts'
import { useIsOnline } from '../../data/connection.ts'
import { encoded } from './editor/paint.ts'
import type { Fault, FieldName } from './fault.ts'
import { faultOf, fieldNames, tooLong } from './fault.ts'
import { FeedbackField } from './feedback-field.tsx'
import type { Opening } from './feedback-state.ts'
import { banner, dropShot, opening, shot } from './feedback-state.ts'
import { giveFocusBack } from './give-focus-back.ts'
import { ScreenshotField } from './screenshot-field.tsx'
import { useOwnName } from './use-own-name.ts'

const noRules = { nameRequired: false, emailRequired: false }

export function FeedbackDialog({ eventId, opener }: Opening) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const rules = reporting.get()?.site.reports ?? noRules
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)
  const [long, setLong] = useState<readonly string[]>([])
  const own = useOwnName()
  const isOnline = useIsOnline()
  const isPressedOutside = useRef(false)

  useLayoutEffect(() => {
    const shown = dialog.current
    const fields = form.current
    if (shown === null || fields === null) return
    const page = document.documentElement
    page.style.setProperty('--scroll-bar', `${innerWidth - page.clientWidth}px`)
    if (!shown.open) shown.showModal()
    void keptAt(placeOfFeedback).then((row) => {
      if (form.current === fields) putBack(fields, row)
    })
    const isNameWanted = rules.nameRequired && fieldOf(fields, 'name')?.value === ''
    fieldOf(fields, isNameWanted ? 'name' : 'message')?.focus()
  }, [rules])
  // After the disabled fields are enabled again: the first at fault gets the focus.
  useEffect(() => {
    if (fault !== null && form.current !== null) fieldOf(form.current, fault.fields[0] ?? 'message')?.focus()
  }, [fault])
  // Once it is gone: what lies behind an open dialog cannot have the focus.
  useEffect(() => () => giveFocusBack(opener), [opener])

  const closed = () => {
    // A browser may close a dialog whatever the page says (a second Escape): on its way it stays in
    // sight.
    if (isSending) return dialog.current?.showModal()
    if (form.current !== null) keepTyped(form.current)
    opening.set(null)
  }
  const faultIn = (fields: HTMLFormElement) => faultOf(typedIn(fields), rules, fieldOf(fields, 'email')?.validity.typeMismatch ?? false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const fields = event.currentTarget
    const feedback = typedIn(fields)
    const found = faultIn(fields)
    setFault(found)
    if (found !== null) return
    dialog.current?.focus() // not into nothing, when its button is disabled
    setSending(true)
    try {
      const now = shot.get()
      const screenshot = now === null ? null : await encoded(now.picture, now.boxes, roomForScreenshot(feedback.message))
      const id = newReportId()
      await keepAsSent(fields, { id })
      const sent = await sendFeedback({ id, ...trimmed(feedback), screenshot, eventId })
      markSent(fields)
      void forgetSaved(placeOfFeedback)
      dropShot()
      opening.set(null)
      banner.set(sent)
    } catch (error) {
      setSending(false)
      setFault({ words: error instanceof Error ? error.message : 'Couldn’t send. Your text is still here.', fields: [] })
    }
  }
  const input = (event: FormEvent<HTMLFormElement>) => {
    const typed = typedIn(event.currentTarget)
    const next = fieldNames.flatMap((name) => tooLong(name, typed[name]) ?? [])
    if (next.join() !== long.join()) setLong(next)
    // A field that was put right is no longer marked.
    if (fault !== null && fault.fields.length > 0 && faultIn(event.currentTarget)?.words !== fault.words) setFault(null)
  }
  const shared = { fault }

  return (
    <dialog
      className="dialog feedback"
      ref={dialog}
      tabIndex={-1}
      aria-labelledby="feedback-title"
      aria-busy={isSending || undefined}
      onCancel={(event) => {
        // From the file chooser an event of the same name comes up.
        if (isSending && event.target === event.currentTarget) event.preventDefault()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) closed()
      }}
      onPointerDown={(event) => (isPressedOutside.current = event.target === event.currentTarget)}
      onClick={(event) => {
        // Not when a drag ends out there.
        if (event.target === event.currentTarget && isPressedOutside.current && !isSending) dialog.current?.close()
      }}
    >
      <form className="fb" ref={form} noValidate data-keep={placeOfFeedback} onSubmit={(event) => void submit(event)} onInput={input}>
        <h2 id="feedback-title">Send feedback</h2>
        <div className="fb-scroll">
          <fieldset disabled={isSending} className="fb-fields">
            <div className="fb-two">
              <FeedbackField name="name" isRequired={rules.nameRequired} autoComplete="name" defaultValue={own.name} {...shared} />
              <FeedbackField name="email" isRequired={rules.emailRequired} autoComplete="email" defaultValue={own.email} {...shared} />
            </div>
            <FeedbackField name="message" isRequired rows={figures.messageRows} {...shared} />
            <ScreenshotField dialog={dialog} isSending={isSending} />
          </fieldset>
        </div>
        <div className="fb-end">
          <p className="why" role="alert" id="feedback-fault">
            {fault?.words}
          </p>
          {long.length === 0 || fault !== null ? null : (
            <p className="why" role="status">
              {long.join(' ')}
            </p>
          )}
          {isOnline ? null : <p className="soft meta">You’re offline. Your feedback will be sent when you’re back online.</p>}
          <p className="fb-acts">
            <span className="soft meta" role="status">
              {isSending ? 'Sending…' : null}
            </span>
            <button type="button" className="btn quiet" disabled={isSending} onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit" className="btn primary" disabled={isSending}>
              Send
            </button>
          </p>
        </div>
      </form>
    </dialog>
  )
}

function fieldOf(form: HTMLFormElement, name: FieldName): HTMLInputElement | HTMLTextAreaElement | null {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null
}

function typedIn(form: HTMLFormElement): Feedback {
  const text = (name: FieldName) => fieldOf(form, name)?.value ?? ''
  return { name: text('name'), email: text('email'), message: text('message') }
}
