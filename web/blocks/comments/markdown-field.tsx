import type { ComponentType, MouseEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../../data/viewer.ts'
import type { TextFieldProps } from '../forms/text-field.tsx'
import { TextField } from '../forms/text-field.tsx'
import type { SmallEditorProps } from './small-editor.ts'
import { setFormatted, smallEditor, useHasSmallEditor, useIsFormatted } from './small-editor.ts'

interface Shown {
  readonly field: HTMLTextAreaElement
  readonly Editor: ComponentType<SmallEditorProps>
}

/**
 * The field of a comment, a reply or a message. For members the editor stands in its place from
 * the first touch on, unless they chose Markdown; the plain field takes what is typed until it has
 * come.
 */
export function MarkdownField(props: TextFieldProps) {
  const isFormatted = useIsFormatted()
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const isOn = isFormatted && shown !== null
  useEffect(() => {
    const field = place.current?.querySelector('textarea')
    if (!isFormatted || field === null || field === undefined) return setShown(null)
    let isGone = false
    const begin = () => {
      smallEditor
        .get()?.()
        .then((Editor) => isGone || setShown({ field, Editor }))
        // It did not come: the plain field is there.
        .catch(() => undefined)
    }
    if (field === document.activeElement || field.value !== '') begin()
    else field.addEventListener('focus', begin, { once: true })
    return () => {
      isGone = true
      field.removeEventListener('focus', begin)
    }
  }, [isFormatted])
  return (
    <div ref={place} className={isOn ? 'markdown-field is-formatted' : 'markdown-field'}>
      <TextField {...props} isAside={isOn} />
      {isOn ? (
        <shown.Editor field={shown.field} label={props.label} placeholder={props.placeholder ?? ''} onTooMuch={() => setShown(null)} />
      ) : null}
    </div>
  )
}

/** How one writes here, and the way to the other one. */
export function FormatChoice() {
  const isFormatted = useIsFormatted()
  const hasChoice = useHasSmallEditor()
  const { isKnown, viewer } = useMe()
  const isMember = isKnown && viewer.kind === 'member'
  const choose = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    setFormatted(!isFormatted)
    // Where one writes on. The plain field is looked for when it is one again.
    requestAnimationFrame(() => form?.querySelector('textarea')?.focus({ preventScroll: true }))
  }
  if (!isMember) return 'Markdown supported. You’ll be asked to sign in when you post; your text is kept.'
  if (!hasChoice) return 'Markdown supported.'
  return (
    <>
      {isFormatted ? null : 'Markdown supported. '}
      <button type="button" className="linkish" onClick={choose}>
        {isFormatted ? 'Write in Markdown' : 'Write with formatting'}
      </button>
    </>
  )
}
