import { useCallback, useEffect, useRef, useState } from 'react'
import { postLimits } from '#shared/posts/fields.ts'
import { dropLeftTitle, leaveTitle } from '../../../data/typed-words/left-titles.ts'
import { directionOf } from '../languages.ts'

interface TitleFieldProps {
  readonly postId: string
  readonly title: string
  readonly lang: string
  /** Nothing is written yet: it takes the first key. */
  readonly isNew: boolean
  /** `base`: what it replaces, as it stood here. */
  readonly onTitle: (title: string, base: string) => Promise<void>
}

const pauseMs = 250

/**
 * Kept a moment after a key, when it is left, and when the page goes away. What comes from
 * elsewhere never changes it under the cursor.
 */
export function TitleField({ postId, title, lang, isNew, onTitle }: TitleFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  /** What the next save replaces: the title when typing began, then what was saved last. */
  const last = useRef(title)
  /** What is to be saved, whether or not it still stands in the field. */
  const wanted = useRef(title)
  /** On its way; one after the other, so that each knows what it replaces. */
  const saving = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef({ postId, onTitle })
  useEffect(() => {
    latest.current = { postId, onTitle }
  })
  const keep = useCallback(function save() {
    clearTimeout(timer.current)
    timer.current = undefined
    const value = wanted.current
    if (saving.current !== null || value === last.current) return
    saving.current = value
    latest.current
      .onTitle(value, last.current)
      .then(() => {
        saving.current = null
        last.current = value
        if (wanted.current === value) dropLeftTitle(latest.current.postId)
        else save()
      })
      .catch((error: unknown) => {
        saving.current = null
        // It stands in the field until it is kept.
        setTyped((now) => now ?? wanted.current)
        reportError(error)
      })
  }, [])
  useEffect(() => {
    // Not begun anew with each key: of a title that is typed without a pause nothing would be kept.
    if (typed !== null) timer.current ??= setTimeout(keep, pauseMs)
  }, [typed, keep])
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    // Not away from where somebody types already.
    if (isNew && (focused === null || focused === document.body || focused.id === 'main')) field.current?.focus()
  }, [isNew])
  useEffect(() => {
    const leave = () => {
      keep()
      // The page may be gone before its database has answered.
      const [title, own] = [wanted.current, saving.current]
      const before = own === null || own === title ? last.current : own
      if (title !== last.current) leaveTitle(latest.current.postId, { title, before })
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      keep()
    }
  }, [keep])
  return (
    <div className="field title-field">
      <label className="sr" htmlFor="title">
        Title
      </label>
      <textarea
        id="title"
        ref={field}
        className="editor-title"
        rows={1}
        maxLength={postLimits.title}
        placeholder="Title"
        value={typed ?? title}
        lang={lang}
        dir={typed === null && title === '' ? directionOf(lang) : 'auto'}
        enterKeyHint="next"
        onChange={(event) => {
          if (typed === null && saving.current === null) last.current = title
          wanted.current = event.target.value.replace(/\s*\n\s*/gu, ' ')
          setTyped(wanted.current)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          document.querySelector<HTMLElement>('.writing-editor [role="textbox"][contenteditable="true"]')?.focus()
        }}
        onBlur={() => {
          keep()
          // From here on what is kept is shown, also when it comes from a co-author.
          setTyped(null)
        }}
      />
    </div>
  )
}
