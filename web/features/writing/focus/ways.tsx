import type { Editor } from '@tiptap/core'
import type { RefObject } from 'react'
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react'
import type { Doc } from 'yjs'
import { FindBar } from '../find/find-bar.tsx'
import { OutlinePanel } from '../outline/outline-panel.tsx'
import { setFocusMode } from './focus-mode.ts'
import './ways-styles.ts'
import { setWritingMode, writingMode } from './writing-mode.ts'

// With the reading of Markdown: only for those who write in it.
const MarkdownSheet = lazy(async () => ({ default: (await import('../markdown-mode/markdown-sheet.tsx')).MarkdownSheet }))

export type Panel = 'find' | 'replace' | 'outline' | null

interface WaysProps {
  readonly editor: Editor
  readonly doc: Doc
  /** Where the text is kept, for what is typed as Markdown and not yet part of it. */
  readonly place: string
  readonly isReadOnly: boolean
  readonly lang: string
  readonly panel: Panel
  /** Whether what is typed as Markdown is part of the text, so that it may be left. */
  readonly mayLeaveMarkdown: RefObject<() => boolean>
  readonly onPanel: (panel: Panel) => void
}

/** Ways to look at a text and to write it: its outline, words in it, nothing but it, its signs. */
export function Ways({ editor, doc, place, isReadOnly, lang, panel, mayLeaveMarkdown, onPanel }: WaysProps) {
  const { isFocused, isMarkdown } = useSyncExternalStore(writingMode.subscribe, writingMode.get)
  const asMarkdown = isMarkdown && !isReadOnly
  useEffect(() => {
    document.documentElement.toggleAttribute('data-writing-focus', isFocused)
    setFocusMode(editor, isFocused)
    // From wherever one is, unless Escape meant something nearer.
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null)
        setWritingMode({ isFocused: false })
    }
    if (isFocused) document.addEventListener('keydown', leaveByKey)
    return () => {
      document.documentElement.removeAttribute('data-writing-focus')
      document.removeEventListener('keydown', leaveByKey)
    }
  }, [editor, isFocused])
  const closePanel = () => {
    onPanel(null)
    editor.commands.focus(undefined, { scrollIntoView: false })
  }
  const focusText = () => {
    if (!asMarkdown) editor.commands.focus(undefined, { scrollIntoView: false })
  }
  return (
    <>
      {isFocused ? (
        <button
          type="button"
          className="btn quiet small leave-focus"
          onClick={() => {
            setWritingMode({ isFocused: false })
            focusText()
          }}
        >
          Leave focus
        </button>
      ) : null}
      {panel === 'outline' && !asMarkdown ? <OutlinePanel editor={editor} onClose={() => onPanel(null)} /> : null}
      {(panel === 'find' || panel === 'replace') && !asMarkdown ? (
        <FindBar editor={editor} withReplace={panel === 'replace'} isReadOnly={isReadOnly} onClose={closePanel} />
      ) : null}
      {asMarkdown ? (
        <Suspense fallback={<p className="soft">Opening the Markdown…</p>}>
          <MarkdownSheet editor={editor} doc={doc} place={place} lang={lang} mayLeaveRef={mayLeaveMarkdown} />
        </Suspense>
      ) : null}
    </>
  )
}

export function useIsMarkdown(isReadOnly: boolean): boolean {
  return useSyncExternalStore(writingMode.subscribe, writingMode.get).isMarkdown && !isReadOnly
}
