import type { FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { wikiLimits } from '#shared/wiki/schema.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { forgetSaved, keepNow, keptAt, markSent, putBack } from '../../../data/saved-text.ts'
import { useLocation, useNavigate } from '../../../data/navigation.ts'
import { useRefusedForm } from '../../../data/page.ts'
import { sendForm } from '../../../data/send-form.ts'
import { fieldDirectionOf } from '../languages.ts'
import { MarkdownHelp } from '../parts/markdown-help.tsx'
import { NewerChoices } from '../parts/newer-choices.tsx'
import type { WritingFields } from '../write.load.ts'
import type { WikiEditorView } from './wiki-editor-view.ts'

interface Here {
  readonly kind: 'ready' | 'opening' | 'sending' | 'not-sent'
  readonly error: FormError | null
}

interface WikiFormProps {
  readonly fields: WritingFields
  /** What readers have; `null`: nothing yet. */
  readonly seenId: string | null
  /** When that was published; ms since 1970. */
  readonly savedAt?: number
  /** Where they have it. */
  readonly address: WikiEditorView['address']
  /**
   * The editor could be here: takes along what stands in the form. Resolves with why it did not.
   */
  readonly toEditor?: (form: HTMLFormElement) => Promise<FormError | null>
}

/**
 * The plain form of a page of the wiki: Markdown in a text area, published at once. What is typed
 * is kept on this device until the server has said yes. When somebody else has published meanwhile,
 * it is sent as browsers send forms: it comes back with what was typed, and knows what is there
 * now.
 */
export function WikiForm({ fields, seenId: given, savedAt = 0, address, toEditor }: WikiFormProps) {
  // As it was when the form was made: what is published while somebody types is not what they have
  // seen.
  const [seenId, setSeenId] = useState(given)
  const place = `post:${fields.postId}`
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const refused = useRefusedForm('wiki.publish', { id: fields.postId })
  const ref = useRef<HTMLFormElement>(null)
  const [here, setHere] = useState<Here>({ kind: 'ready', error: null })
  const isRefused = refused !== null
  useEffect(() => {
    let isGone = false
    void keptAt(place).then((row) => {
      if (isGone || ref.current === null || !putBack(ref.current, row) || isRefused) return
      // Begun before what is there now: that was not seen. No version has the page's own id, so
      // that the server asks.
      if (row !== undefined && row.at < savedAt) setSeenId((seen) => seen && fields.postId)
    })
    return () => {
      isGone = true
    }
  }, [place, savedAt, isRefused, fields.postId])
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    event.preventDefault()
    if (here.kind === 'sending' || here.kind === 'opening') return
    setHere({ kind: 'sending', error: null })
    void keepNow(form)
    const answer = await sendForm(form.action, new FormData(form))
    if (answer === null) return setHere({ kind: 'not-sent', error: null })
    if (!answer.ok && (answer.error.code === 'conflict' || answer.viewerNeeded === true)) return form.submit()
    setHere({ kind: 'ready', error: answer.ok ? null : answer.error })
    if (!answer.ok) return
    markSent(form)
    void forgetSaved(place)
    await navigate(answer.location)
  }
  const error = here.error ?? refused?.error ?? null
  const openEditor = async (open: NonNullable<WikiFormProps['toEditor']>) => {
    if (ref.current === null || here.kind === 'opening' || here.kind === 'sending') return
    setHere({ kind: 'opening', error: null })
    try {
      setHere({ kind: 'ready', error: await open(ref.current) })
    } catch {
      setHere({ kind: 'not-sent', error: null })
    }
  }
  return (
    <form
      className="compose"
      id="writing"
      ref={ref}
      method="post"
      action={links.form('wiki.publish')}
      data-keep={place}
      data-typed={refused === null ? undefined : ''}
      onSubmit={(event) => void onSubmit(event)}
    >
      <input type="hidden" name="id" value={fields.postId} />
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      <input type="hidden" name="lang" value={fields.lang} />
      {seenId === null ? null : <input type="hidden" name="seenId" value={seenId} />}
      <Refusal error={error} isNotSent={here.kind === 'not-sent'} fieldIds={{ pageName: 'name', markdown: 'markdown' }} />
      <NewerChoices postId={fields.postId} error={here.error} />
      {toEditor === undefined ? null : (
        <p>
          <button className="btn" type="button" onClick={() => void openEditor(toEditor)}>
            Open in the editor
          </button>{' '}
          <span className="meta soft">Your text moves with you.</span>
        </p>
      )}
      {refused?.error?.code !== 'conflict' || address === null ? null : (
        <p>
          The newer one is <a href={links.wiki(address.slug, { lens: address.lens ?? undefined })}>what readers have now</a>; its{' '}
          <a href={links.wikiVersions(address.slug, { lens: address.lens ?? undefined })}>versions</a> show its changes.
        </p>
      )}
      {seenId === null ? (
        <TextField
          id="name"
          name="name"
          label="Name"
          defaultValue={fields.title}
          required
          maxLength={wikiLimits.name}
          error={error}
          dir="auto"
        />
      ) : null}
      <TextField
        id="markdown"
        name="markdown"
        label="Text (Markdown)"
        className="text-input"
        rows={22}
        defaultValue={fields.markdown}
        error={error}
        dir={fieldDirectionOf(fields.lang)}
        lang={fields.lang}
      />
      <MarkdownHelp />
      {seenId === null ? null : <TextField id="note" name="note" label="Edit summary" maxLength={200} autoComplete="off" />}
      <div className="compose-acts">
        <button className="btn primary">{seenId === null ? 'Publish' : 'Publish changes'}</button>
      </div>
    </form>
  )
}
