import type { Editor } from '@tiptap/core'
import type { RefObject } from 'react'
import { useSyncExternalStore } from 'react'
import { Menu } from '../../../ui/menu.tsx'
import './ways-styles.ts'
import type { Panel } from './ways.tsx'
import { setWritingMode, writingMode } from './writing-mode.ts'

interface ViewMenuProps {
  readonly editor: Editor
  readonly isReadOnly: boolean
  readonly panel: Panel
  readonly mayLeaveMarkdown: RefObject<() => boolean>
  readonly onPanel: (panel: Panel) => void
}

/** The ways to look at a text (ways.tsx), behind one button. */
export function ViewMenu({ editor, isReadOnly, panel, mayLeaveMarkdown, onPanel }: ViewMenuProps) {
  const { isMarkdown } = useSyncExternalStore(writingMode.subscribe, writingMode.get)
  const asMarkdown = isMarkdown && !isReadOnly
  const isFinding = panel === 'find' || panel === 'replace'
  const focusText = () => editor.commands.focus(undefined, { scrollIntoView: false })
  return (
    <Menu label="View" summary="View" className="ways">
      {asMarkdown ? null : (
        <>
          <button
            type="button"
            data-closes=""
            aria-expanded={panel === 'outline'}
            onClick={() => onPanel(panel === 'outline' ? null : 'outline')}
          >
            Outline
          </button>
          <button
            type="button"
            data-closes=""
            title="Find and replace (Ctrl+F, Ctrl+H)"
            aria-expanded={isFinding}
            onClick={() => onPanel(isFinding ? null : 'replace')}
          >
            Find
          </button>
        </>
      )}
      <button
        type="button"
        data-closes=""
        title="Focus mode (Esc to exit)"
        onClick={() => {
          setWritingMode({ isFocused: true })
          if (!asMarkdown) focusText()
        }}
      >
        Focus
      </button>
      {isReadOnly ? null : (
        <button
          type="button"
          data-closes=""
          aria-pressed={isMarkdown}
          onClick={() => {
            if (isMarkdown && !mayLeaveMarkdown.current()) return
            setWritingMode({ isMarkdown: !isMarkdown })
            if (isMarkdown) requestAnimationFrame(focusText)
          }}
        >
          Markdown
        </button>
      )}
    </Menu>
  )
}
