/** The editor in the editor: while its text is awaited, and where the text cannot be shown. */
import type { Editor as TextEditor } from '@tiptap/core'
import { useSyncExternalStore } from 'react'
import type { Post } from '#shared/posts/schema.ts'
import type { DocumentLink, OpenDocument } from '../../../data/documents/documents-api.ts'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { Editor } from '../editor.tsx'
import type { Counts } from '../words.ts'
import { UnreadableText } from './unreadable-text.tsx'

interface PanelEditorProps {
  readonly open: OpenDocument
  readonly me: { readonly name: string; readonly slug: string; readonly userId: string }
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly onWords: (counts: Counts) => void
  readonly place: string
  readonly onEditor: (editor: TextEditor | null) => void
  /** `null`: nothing is known of it yet. */
  readonly post: Post | null
  /** Whether this member may put an earlier version in the text's place. */
  readonly mayLoad: boolean
}

export function PanelEditor({ open, me, lang, dir, onWords, place, onEditor, post, mayLoad }: PanelEditorProps) {
  const isReadOnly = useSyncExternalStore(open.isReadOnly.subscribe, open.isReadOnly.get)
  const isHere = useSyncExternalStore(open.isHere.subscribe, open.isHere.get)
  const link = useSyncExternalStore(open.link.subscribe, open.link.get)
  // The level that the editor shows: who is told that they may comment can select at once what it
  // is about.
  const canSelect = useSyncExternalStore(open.level.subscribe, open.level.get) === 'comment'
  // An empty sheet would say that nothing has been written.
  if (!isHere) return <AwaitedText link={link} />
  return (
    <div id="writing-text" tabIndex={-1}>
      <ErrorBoundary
        of={open}
        instead={(_error, again) => <UnreadableText open={open} post={post} mayLoad={mayLoad && !isReadOnly} again={again} />}
      >
        <Editor
          doc={open.doc}
          awareness={open.awareness}
          me={me}
          isReadOnly={isReadOnly}
          lang={lang}
          dir={dir}
          onWords={onWords}
          place={place}
          canSelect={canSelect}
          onEditor={onEditor}
          onSave={() => void open.settle()}
        />
      </ErrorBoundary>
    </div>
  )
}

/** While a text is awaited. */
function AwaitedText({ link }: { readonly link: DocumentLink }) {
  const isComing = link === 'connecting' || link === 'on' || link === 'post'
  return (
    <p className="soft" role="status">
      {isComing ? 'Loading the text…' : 'The text isn’t on this device yet.'}
      {link === 'off' ? ' It will load when you’re online.' : null}
    </p>
  )
}
