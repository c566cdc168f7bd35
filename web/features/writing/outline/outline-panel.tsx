import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { goToHeading, outlineOf, type Outline } from './outline-of.ts'
import { isSameJson } from '#shared/kernel/same.ts'

const pauseMs = 150

/**
 * The headings of the text, to go to; beside the text on a wide screen, a sheet at the foot of a
 * phone's. Escape leads back into the text.
 */
export function OutlinePanel({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const { lines, current } = useOutline(editor)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[aria-current], button')?.focus()
  }, [])
  const close = () => {
    onClose()
    editor.commands.focus(undefined, { scrollIntoView: false })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.key === 'Escape') close()
    else if (step !== undefined) {
      const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('li button')]
      const at = buttons.findIndex((button) => button === document.activeElement)
      buttons[(at + step + buttons.length) % buttons.length]?.focus()
    } else return
    event.preventDefault()
  }
  const go = (at: number) => {
    goToHeading(editor, at)
    // On a phone the sheet lies over the text.
    if (matchMedia('(max-width: 49.9375em)').matches) onClose()
  }
  return (
    <nav className="outline-panel" aria-label="Outline" ref={panel} onKeyDown={onKeyDown}>
      <p className="outline-head">
        <b>Outline</b>
        <button type="button" className="btn quiet small" onClick={close}>
          Close<span className="sr"> outline</span>
        </button>
      </p>
      {lines.length === 0 ? (
        <p className="soft">No headings yet. Type “## ” at the start of a line to add one.</p>
      ) : (
        <ol className="outline-lines">
          {lines.map(({ at, level, title }, index) => (
            <li key={`${index} ${title}`}>
              <button
                type="button"
                className={`outline-line level-${level}`}
                aria-current={index === current ? 'true' : undefined}
                dir="auto"
                onClick={() => go(at)}
              >
                {title === '' ? 'Empty heading' : title}
              </button>
            </li>
          ))}
        </ol>
      )}
    </nav>
  )
}

/** Read again a moment after the last change: typing does not wait for it. */
function useOutline(editor: Editor): Outline {
  const [outline, setOutline] = useState(() => outlineOf(editor.state.doc, editor.state.selection.head))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      if (editor.isDestroyed) return
      const next = outlineOf(editor.state.doc, editor.state.selection.head)
      setOutline((before) => (isSameJson(before, next) ? before : next))
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(read, pauseMs)
    }
    read()
    editor.on('transaction', later)
    return () => {
      clearTimeout(timer)
      editor.off('transaction', later)
    }
  }, [editor])
  return outline
}
