import type { Editor } from '@tiptap/core'
import type { KeyboardEvent } from 'react'
import { embedFrame } from '#shared/text/embeds.ts'
import { useEditorValue } from '../parts/use-editor-value.ts'
import { askAboutSelected } from './asked.ts'
import { codeLanguages, contextOf, embedAddress, setLanguage } from './context.ts'
import { focusTitle } from './folded-view.ts'
import { doInTable, tableActions } from './table-actions.ts'
import { tickTask } from './task-actions.ts'

interface ContextToolsProps {
  readonly editor: Editor
  readonly onPicture: () => void
}

type Action = { readonly label: string; readonly run: () => void }

const labels: Readonly<Record<string, string>> = {
  table: 'Table',
  figure: 'Picture',
  node: 'Selection',
  folded: 'Box',
  task: 'Task',
  code: 'Code',
  address: 'Address',
}
const nouns: Readonly<Record<string, string>> = {
  mathInline: 'formula',
  mathBlock: 'formula',
  poll: 'poll',
  prediction: 'question',
  embed: 'embed',
}

/**
 * A second row of tools for what the caret is in: a table, a block of code, a box, something that
 * is selected. Tab leads from the first row to it.
 */
export function ContextTools({ editor, onPicture }: ContextToolsProps) {
  const context = useEditorValue(editor, contextOf)
  if (context === '') return null
  const [kind = '', ...more] = context.split(':')
  const of = more.join(':')
  const actions = mutationsOf(editor, kind, of, onPicture)
  return (
    <div
      className="context-row"
      role="toolbar"
      tabIndex={-1}
      aria-label={labels[kind] ?? 'Here'}
      onKeyDown={(event) => onKey(event, editor)}
    >
      {kind === 'code' ? <LanguageField editor={editor} language={of} /> : null}
      {actions.map(({ label, run }, index) => (
        <button
          key={label}
          type="button"
          className="tool-word"
          tabIndex={index === 0 ? 0 : -1}
          // The text keeps its selection, and a phone its keyboard.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function mutationsOf(editor: Editor, kind: string, of: string, onPicture: () => void): readonly Action[] {
  switch (kind) {
    case 'table':
      return tableActions.map((action) => ({ label: action.label, run: () => doInTable(editor, action) }))
    case 'figure':
      return [{ label: 'Change picture', run: onPicture }]
    case 'node':
      return [
        { label: `Change ${nouns[of] ?? ''}`, run: () => askAboutSelected(editor) },
        { label: `Remove ${nouns[of] ?? ''}`, run: () => editor.chain().focus().deleteSelection().run() },
      ]
    case 'folded':
      return [
        { label: of === 'machineText' ? 'Set model' : 'Title', run: () => focusTitle(editor) },
        { label: 'Unwrap', run: () => editor.chain().focus().lift(of).run() },
      ]
    case 'task':
      return [{ label: 'Tick', run: () => tickTask(editor) }]
    case 'address':
      return [{ label: `Show as ${embedFrame(of)?.name ?? 'embed'}`, run: () => embedAddress(editor) }]
    default:
      return []
  }
}

function LanguageField({ editor, language }: { readonly editor: Editor; readonly language: string }) {
  const isListed = language === '' || codeLanguages.some(([name]) => name === language)
  return (
    <label className="tool-field">
      Language of the code{' '}
      <select
        className="input"
        value={language}
        onChange={(event) => {
          setLanguage(editor, event.target.value)
          editor.view.focus()
        }}
      >
        <option value="">None</option>
        {isListed ? null : <option value={language}>{language}</option>}
        {codeLanguages.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

function onKey(event: KeyboardEvent<HTMLDivElement>, editor: Editor): void {
  if (event.key === 'Escape') {
    event.preventDefault()
    editor.view.focus()
    return
  }
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0 || at < 0) return
  event.preventDefault()
  buttons[(at + (isRtl ? -step : step) + buttons.length) % buttons.length]?.focus()
}
