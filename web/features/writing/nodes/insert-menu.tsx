import type { Editor } from '@tiptap/core'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import type { InsertItem } from '../parts/insert-list.ts'
import { ToolSign } from '../parts/tool-sign.tsx'
import type { ToolPorts } from '../parts/tools.ts'

interface InsertMenuProps {
  readonly items: readonly InsertItem[]
  readonly editor: Editor
  readonly id: string
  readonly ports: ToolPorts
  /** @param isDone something was chosen: the text has the focus, or a dialog. */
  readonly onClose: (isDone: boolean) => void
}

/**
 * Everything that can be put into the text. Arrows lead through it, a letter to the next line that
 * begins with it, Escape back to the button.
 */
export function InsertMenu({ items, editor, id, ports, onClose }: InsertMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    menu.current?.querySelector('button')?.focus({ preventScroll: true })
    const onPress = ({ target }: Event) => {
      const isInside = target instanceof Element && target.closest('.insert-menu, [aria-haspopup="menu"]') !== null
      if (!isInside) close.current(true)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const to = placeOf(event.key, at, buttons)
    if (event.key === 'Escape' || event.key === 'Tab') onClose(false)
    else if (to === null) return
    else buttons[to]?.focus()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="insert-menu" role="menu" tabIndex={-1} aria-label="Insert" id={id} ref={menu} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            onClose(true)
            editor.view.focus()
            item.run(editor, ports)
          }}
        >
          <ToolSign name={item.name} />
          {item.label}
        </button>
      ))}
    </div>
  )
}

function placeOf(key: string, at: number, buttons: readonly HTMLElement[]): number | null {
  const { length } = buttons
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return (at - 1 + length) % length
  if (key === 'Home') return 0
  if (key === 'End') return length - 1
  if (key.length !== 1 || key === ' ') return null
  const starts = (button: HTMLElement | undefined): boolean => button?.textContent?.toLowerCase().startsWith(key.toLowerCase()) === true
  for (let step = 1; step <= length; step++) if (starts(buttons[(at + step) % length])) return (at + step) % length
  return null
}
