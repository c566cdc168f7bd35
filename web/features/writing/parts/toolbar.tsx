import type { Editor } from '@tiptap/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { ContextTools } from '../nodes/context-tools.tsx'
import { InsertMenu } from '../nodes/insert-menu.tsx'
import type { InsertItem } from './insert-list.ts'
import { insertList } from './insert-list.ts'
import { ToolSign } from './tool-sign.tsx'
import { firstTools, moreTools, toolStates, type Tool, type ToolPorts } from './tools.ts'
import { useAboveKeyboard } from './use-above-keyboard.ts'
import { useEditorValue } from './use-editor-value.ts'

interface ToolbarProps extends ToolPorts {
  /** In its first row; those of an essay unless they are said. */
  readonly tools?: readonly Tool[]
  readonly inserts?: readonly InsertItem[]
  readonly editor: Editor
  readonly ref: Ref<HTMLDivElement>
}

/**
 * One stop for the Tab key; arrows lead from tool to tool, Escape back into the text. On a phone it
 * stands above the keyboard while one writes.
 */
export function Toolbar({ editor, ref, tools: first = firstTools, inserts = insertList, onLink, onPicture }: ToolbarProps) {
  const [isMore, setMore] = useState(false)
  const [isInserting, setInserting] = useState(false)
  const [current, setCurrent] = useState(0)
  const inserter = useRef<HTMLButtonElement>(null)
  const menuId = useId()
  const bar = useRef<HTMLDivElement>(null)
  useAboveKeyboard(bar)
  const [on = '', off = ''] = useEditorValue(editor, toolStates).split('|')
  const isOn = new Set(on.split(' '))
  const isOff = new Set(off.split(' '))
  const tools: readonly Tool[] = isMore ? [...first, ...moreTools] : first
  const insertAt = first.length
  const moreAt = insertAt + 1

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      editor.view.focus()
      return
    }
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: Readonly<Record<string, number>> = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }
    const step = steps[event.key]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const next =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? buttons.length - 1
          : step === undefined
            ? -1
            : (at + step + buttons.length) % buttons.length
    if (next < 0) return
    event.preventDefault()
    setCurrent(next)
    buttons[next]?.focus()
  }
  const button = (tool: Tool, index: number) => (
    <button
      key={tool.name}
      type="button"
      className="tool"
      tabIndex={index === current ? 0 : -1}
      aria-label={tool.label}
      aria-pressed={tool.isToggle ? isOn.has(tool.name) : undefined}
      aria-disabled={isOff.has(tool.name) || undefined}
      title={tool.keys === undefined ? tool.label : `${tool.label} (${tool.keys})`}
      // The text keeps its selection, and a phone its keyboard.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onFocus={() => setCurrent(index)}
      onClick={() => {
        if (!isOff.has(tool.name)) tool.run(editor, { onLink, onPicture })
      }}
    >
      <ToolSign name={tool.name} />
    </button>
  )
  useEffect(() => {
    if (current > tools.length + 1) setCurrent(moreAt)
  }, [current, tools.length, moreAt])
  const closeMenu = (isDone: boolean) => {
    setInserting(false)
    if (!isDone) inserter.current?.focus()
  }

  return (
    <div className="writing-tools" ref={bar}>
      <div className="tool-row" role="toolbar" tabIndex={-1} aria-label="Toolbar" ref={ref} onKeyDown={onKeyDown}>
        {first.map(button)}
        <button
          type="button"
          className="tool"
          ref={inserter}
          tabIndex={current === insertAt ? 0 : -1}
          aria-label="Insert"
          aria-haspopup="menu"
          aria-expanded={isInserting}
          aria-controls={isInserting ? menuId : undefined}
          title="Insert"
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(insertAt)}
          onClick={() => setInserting(!isInserting)}
        >
          <ToolSign name="insert" />
        </button>
        <button
          type="button"
          className="tool"
          tabIndex={current === moreAt ? 0 : -1}
          aria-label="More tools"
          aria-expanded={isMore}
          title="More tools"
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(moreAt)}
          onClick={() => setMore(!isMore)}
        >
          <ToolSign name="more" />
        </button>
        {isMore ? <span className="tool-more">{moreTools.map((tool, index) => button(tool, moreAt + 1 + index))}</span> : null}
      </div>
      {isInserting ? <InsertMenu items={inserts} editor={editor} id={menuId} ports={{ onLink, onPicture }} onClose={closeMenu} /> : null}
      <ContextTools editor={editor} onPicture={onPicture} />
    </div>
  )
}
