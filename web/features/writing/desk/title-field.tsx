import { useEffect, useRef, useState } from 'react'
import { postLimits } from '#shared/posts/fields.ts'
import { directionOf } from '../languages.ts'

interface TitleFieldProps {
  readonly title: string
  readonly lang: string
  /** `base`: what it replaces, as it stood here. */
  readonly onTitle: (title: string, base: string) => Promise<void>
}

const pauseMs = 250

/** Kept a moment after the last key, when it is left, and when the page goes away. What comes from elsewhere never changes it under the cursor. */
export function TitleField({ title, lang, onTitle }: TitleFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  /** What the next save replaces: the title when typing began, then what was saved last. */
  const last = useRef(title)
  const saving = useRef(0)
  const latest = useRef<{ readonly value: string | null; readonly onTitle: TitleFieldProps['onTitle'] }>({ value: null, onTitle })
  useEffect(() => {
    latest.current = { value: typed, onTitle }
  })
  const keep = () => {
    const { value } = latest.current
    if (value === null || value === last.current) return
    const before = last.current
    last.current = value
    saving.current += 1
    latest.current
      .onTitle(value, before)
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
    if (typed === null) return
    const timer = setTimeout(keep, pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [])
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
