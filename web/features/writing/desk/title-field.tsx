import { useEffect, useRef, useState } from 'react'
import { postLimits } from '#shared/posts/fields.ts'
import type { LeftTitle } from '../../../data/typed-words/left-titles.ts'
import { dropLeftTitle, leaveTitle } from '../../../data/typed-words/left-titles.ts'
import { directionOf } from '../languages.ts'

interface TitleFieldProps {
  readonly postId: string
  readonly title: string
  readonly lang: string
  /** `base`: what it replaces, as it stood here. */
  readonly onTitle: (title: string, base: string) => Promise<void>
}

const pauseMs = 250

/** Kept a moment after a key, when it is left, and when the page goes away. What comes from elsewhere never changes it under the cursor. */
export function TitleField({ postId, title, lang, onTitle }: TitleFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  /** What the next save replaces: the title when typing began, then what was saved last. */
  const last = useRef(title)
  const saving = useRef(0)
  /** What is not known to be kept. */
  const unkept = useRef<LeftTitle | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<{ readonly value: string | null; readonly onTitle: TitleFieldProps['onTitle'] }>({ value: null, onTitle })
  useEffect(() => {
    latest.current = { value: typed, onTitle }
  })
  const keep = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    const { value } = latest.current
    if (value === null || value === last.current) return
    const before = last.current
    last.current = value
    unkept.current = { title: value, before }
    saving.current += 1
    latest.current
      .onTitle(value, before)
      .then(() => {
        if (unkept.current?.title !== value) return
        unkept.current = null
        dropLeftTitle(postId)
      })
      .catch((error: unknown) => {
        // It stands in the field until it is kept.
        if (last.current === value) {
          last.current = before
          setTyped((now) => now ?? value)
        }
        reportError(error)
      })
      .finally(() => (saving.current -= 1))
  }
  useEffect(() => {
    // Not begun anew with each key: of a title that is typed without a pause nothing would be kept.
    if (typed !== null) timer.current ??= setTimeout(keep, pauseMs)
  }, [typed])
  useEffect(() => {
    const leave = () => {
      keep()
      // The page may be gone before its database has answered.
      if (unkept.current !== null) leaveTitle(postId, unkept.current)
    }
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      keep()
    }
  }, [postId])
  return (
    <div className="field title-field">
      <label className="sr" htmlFor="title">
        Title
      </label>
      <textarea
        id="title"
        className="desk-title"
        rows={1}
        maxLength={postLimits.title}
        placeholder="Title"
        value={typed ?? title}
        lang={lang}
        dir={typed === null && title === '' ? directionOf(lang) : 'auto'}
        enterKeyHint="next"
        onChange={(event) => {
          if (typed === null && saving.current === 0) last.current = title
          setTyped(event.target.value.replace(/\s*\n\s*/gu, ' '))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          document.querySelector<HTMLElement>('.writing-desk [role="textbox"][contenteditable="true"]')?.focus()
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
