import type { FormEvent } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { kindFacts, postKinds } from '#shared/posts/kinds.ts'
import { isKind, isPublishedKind } from '../kinds.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { forgetSaved, keepNow, keptAt, markSent, placeOfMutation, putBack } from '../../../data/saved-text.ts'
import { useLocation, useNavigate } from '../../../data/navigation.ts'
import { useRefusedForm } from '../../../data/page.ts'
import { sendForm } from '../../../data/send-form.ts'
import { directionOf, fieldDirectionOf, languages } from '../languages.ts'
import type { WritingFields } from '../write.load.ts'
import { useTagsHint } from '../tags-hint.ts'
import { whenPaused } from './when-paused.ts'
import { MarkdownHelp } from './markdown-help.tsx'
import { NewerChoices } from './newer-choices.tsx'

interface WriteFormProps {
  readonly fields: WritingFields
  readonly isPublished: boolean
  /** When the text was last kept on the server; ms since 1970. */
  readonly savedAt?: number
  /**
   * The editor could be here: takes along what stands in the form. Resolves with why it did not.
   */
  readonly toEditor?: (form: HTMLFormElement) => Promise<FormError | null>
  /**
   * It stands in the editor's frame until that is there: title and text alone are shown, and go
   * along by themselves. Without scripting, or where nothing comes, it is the whole form.
   */
  readonly isFrame?: boolean
}

type Sending = 'ready' | 'sending' | 'not-sent'

/**
 * The plain writing form: Markdown in a text area. It publishes, saves and shows a preview without
 * a script; with one, publishing and saving keep the page and everything typed until the server has
 * said yes. What is typed is kept on this device in any case.
 */
export function WriteForm({ fields, isPublished, savedAt = 0, toEditor, isFrame: isFrameWanted = false }: WriteFormProps) {
  const place = placeOfMutation('posts.publish', { postId: fields.postId })
  const ref = useRef<HTMLFormElement>(null)
  const tagsHint = useTagsHint()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const refusedPublish = useRefusedForm('posts.publish', { postId: fields.postId })
  const refusedDraft = useRefusedForm('posts.saveDraft', { postId: fields.postId })
  const answered = refusedPublish ?? refusedDraft
  const [error, setError] = useState<FormError | null>(answered?.error ?? null)
  const [sending, setSending] = useState<Sending>('ready')
  const [isBack, setBack] = useState(false)
  const [lang, setLang] = useState(fields.lang)
  const [kind, setKind] = useState(fields.kind)
  // What was typed here before the text was last kept began from another one.
  const [base, setBase] = useState(fields.basedOn)
  useEffect(() => {
    let isGone = false
    void keptAt(place ?? '').then((row) => {
      if (isGone || ref.current === null || !putBack(ref.current, row)) return
      setBack(true)
      if (row !== undefined && row.at < savedAt) setBase('older')
    })
    return () => {
      isGone = true
    }
  }, [place, savedAt])

  const send = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const submitter =
      event.nativeEvent instanceof SubmitEvent && event.nativeEvent.submitter instanceof HTMLButtonElement
        ? event.nativeEvent.submitter
        : null
    void keepNow(form)
    // A preview is a page: the browser goes there with everything typed in it.
    if (submitter?.value === 'preview') return
    event.preventDefault()
    if (sending === 'sending') return
    setSending('sending')
    setError(null)
    const answer = await sendForm(submitter?.formAction ?? form.action, new FormData(form, submitter))
    if (answer === null) return setSending('not-sent')
    setSending('ready')
    if (!answer.ok) return setError(answer.error)
    markSent(form)
    if (place !== undefined) void forgetSaved(place)
    await navigate(answer.location)
  }
  const openEditor = async (open: NonNullable<WriteFormProps['toEditor']>) => {
    if (ref.current === null || sending === 'sending') return
    // Kept first: whatever becomes of it, the words are here.
    await keepNow(ref.current)
    setSending('sending')
    try {
      setError(await open(ref.current))
      setSending('ready')
    } catch {
      // The draft may have been made, and its editor not have come: what is written on is kept
      // here.
      if (ref.current !== null) ref.current.inert = false
      setSending('not-sent')
    }
  }
  const isFrame = isFrameWanted && error === null && sending !== 'not-sent'
  useEffect(() => {
    const focused = document.activeElement
    if (isFrame && (focused === null || focused === document.body || focused.id === 'main')) document.getElementById('title')?.focus()
  }, [isFrame])
  const goOver = useEffectEvent(() => {
    if (toEditor !== undefined) void openEditor(toEditor)
  })
  const isReady = isFrame && toEditor !== undefined && sending === 'ready'
  useEffect(() => (isReady && ref.current !== null ? whenPaused(ref.current, goOver) : undefined), [isReady])
  const dir = fieldDirectionOf(lang)
  return (
    <form
      className={isFrame ? 'writing-form editor-frame' : 'writing-form'}
      id="writing"
      ref={ref}
      method="post"
      action={links.form('posts.saveDraft')}
      encType="multipart/form-data"
      data-keep={place}
      data-typed={answered === null ? undefined : ''}
      onSubmit={send}
      onKeyDown={(event) => {
        if (!isFrame || event.key !== 'Enter' || event.nativeEvent.isComposing) return
        if (!(event.target instanceof HTMLInputElement)) return
        // In the title of the editor it leads to the text, too.
        event.preventDefault()
        document.getElementById('markdown')?.focus()
      }}
    >
      <input type="hidden" name="postId" value={fields.postId} />
      {fields.parentQuestionId === '' ? null : <input type="hidden" name="parentQuestionId" value={fields.parentQuestionId} />}
      {base === '' ? null : <input type="hidden" name="basedOn" value={base} />}
      {base === '' ? null : <input type="hidden" name="titleBase" value={base === fields.basedOn ? fields.titleBase : ''} />}
      <input type="hidden" name="from" value={`${pathname}${search}`} />
      {isPublished ? null : <input type="hidden" name="asksAboutTitle" value="on" />}
      <Refusal
        error={error}
        isNotSent={sending === 'not-sent'}
        fieldIds={{
          title: 'title',
          markdown: 'markdown',
          body: 'markdown',
          file: 'file',
          lang: 'lang',
          tags: 'tags',
          linkUrl: 'link-url',
          writtenOn: 'written-on',
        }}
      />
      <NewerChoices postId={fields.postId} error={error} />
      <p className="savestate meta soft" role="status">
        {sending === 'sending'
          ? 'Sending…'
          : isBack
            ? 'Your unsaved text was restored from this device. It isn’t on the site yet.'
            : 'Your text is saved on this device. Press Save draft or Publish to save it on the site.'}
      </p>
      {toEditor === undefined || isFrame ? null : (
        <p>
          <button className="btn" type="button" onClick={() => void openEditor(toEditor)}>
            Open in the editor
          </button>{' '}
          <span className="meta soft">Your text is saved as a draft.</span>
        </p>
      )}
      <TextField
        id="title"
        name="title"
        label="Title"
        placeholder={isFrameWanted ? 'Title' : ''}
        className="title-input"
        defaultValue={fields.title}
        maxLength={500}
        error={error}
        dir="auto"
        lang={lang}
      />
      <TextField
        id="markdown"
        name="markdown"
        label="Text (Markdown)"
        className="text-input"
        rows={22}
        defaultValue={fields.markdown}
        error={error}
        dir={dir}
        lang={lang}
      />
      <MarkdownHelp />
      <div className="field">
        <label htmlFor="file">Or upload a Markdown file</label>
        <p className="hint-line" id="file-hint">
          Its text replaces the text above. Front matter can set the title, date, language and tags.
        </p>
        <input
          className="input file-input"
          id="file"
          name="file"
          type="file"
          accept=".md,.markdown,text/markdown,text/plain"
          aria-describedby="file-hint"
        />
      </div>
      <fieldset className="two-fields">
        <legend className="sr">Post settings</legend>
        <div className="field">
          <label htmlFor="lang">Language</label>
          <select className="input" id="lang" name="lang" value={lang} onChange={(event) => setLang(event.target.value)}>
            {languages.some(([tag]) => tag === fields.lang) ? null : <option value={fields.lang}>{fields.lang}</option>}
            {languages.map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag} dir={directionOf(tag)}>
                {name}
              </option>
            ))}
          </select>
        </div>
        {isPublishedKind(kind) && !isKind(kind) ? (
          <input type="hidden" name="kind" value={kind} />
        ) : (
          <div className="field">
            <label htmlFor="kind">Kind</label>
            <select className="input" id="kind" name="kind" value={kind} onChange={(event) => setKind(event.target.value)}>
              {postKinds.map((name) => (
                <option key={name} value={name}>
                  {kindFacts({ kind: name }).name}
                </option>
              ))}
            </select>
          </div>
        )}
        <TextField id="tags" name="tags" label="Tags" hint={tagsHint} defaultValue={fields.tags} error={error} />
        <TextField
          id="written-on"
          name="writtenOn"
          label="Original publication date"
          hint="1862, 1862-06 or 1862-06-01"
          defaultValue={fields.writtenOn}
          error={error}
        />
      </fieldset>
      <TextField
        id="link-url"
        name="linkUrl"
        label="Link URL"
        hint={isKind(kind) && kindFacts({ kind }).needsLink ? 'A full URL starting with https://' : 'For link posts only'}
        type="url"
        inputMode="url"
        maxLength={500}
        defaultValue={fields.linkUrl}
        error={error}
      />
      <p className="check">
        <input id="front" type="checkbox" name="submitToFrontpage" defaultChecked={fields.submitToFrontpage} />
        <label htmlFor="front">Allow on front page</label>
      </p>
      <p className="check">
        <input id="no-sides" type="checkbox" name="noSideNotes" defaultChecked={fields.noSideNotes} />
        <label htmlFor="no-sides">Don’t show footnotes as side notes</label>
      </p>
      {isPublished ? (
        <div className="two-fields">
          <TextField id="note" name="note" label="Edit summary" maxLength={200} defaultValue={fields.note} error={error} />
          <div className="field">
            <label htmlFor="level">Size of the change</label>
            <select className="input" id="level" name="level" defaultValue={fields.level || 'minor'}>
              <option value="minor">Minor version</option>
              <option value="major">Major version</option>
            </select>
          </div>
        </div>
      ) : null}
      <div className="write-acts" id="publish">
        <button className="btn primary" formAction={links.form('posts.publish')}>
          {isPublished ? 'Publish changes' : 'Publish'}
        </button>
        <button className="btn" formAction={links.form('posts.saveDraft')}>
          Save draft
        </button>
        <button className="btn quiet" formAction={links.form('posts.publish')} name="action" value="preview">
          Preview
        </button>
      </div>
    </form>
  )
}
