import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { readPastedMarkdown } from '../paste/read-markdown.ts'

export type Notice = { readonly kind: 'words'; readonly words: string } | { readonly kind: 'markdown'; readonly markdown: string }

/** Nothing to say takes away what was said last. */
export const noticeOf = (words: string): Notice | null => (words === '' ? null : { kind: 'words', words })

/** What pasting has to say: said politely, and gone with the next word about it. */
export function Notices({
  notice,
  editor,
  onDone,
}: {
  readonly notice: Notice | null
  readonly editor: Editor | null
  readonly onDone: () => void
}) {
  const [isUnread, setUnread] = useState(false)
  const format = async (markdown: string) => {
    const isDone = editor !== null && (await readPastedMarkdown(editor, markdown))
    setUnread(!isDone)
    if (isDone) onDone()
    editor?.commands.focus()
  }
  return (
    <div className="writing-notice" role="status">
      {notice === null ? null : (
        <p className="notice">
          {notice.kind === 'words'
            ? notice.words
            : isUnread
              ? 'It couldn’t be read as Markdown. The text was pasted as is.'
              : 'Your text looks like Markdown.'}{' '}
          {notice.kind === 'markdown' && !isUnread ? (
            <button type="button" className="btn" onClick={() => void format(notice.markdown)}>
              Format as Markdown
            </button>
          ) : null}{' '}
          <button
            type="button"
            className="btn quiet"
            onClick={() => {
              setUnread(false)
              onDone()
              editor?.commands.focus()
            }}
          >
            {notice.kind === 'markdown' && !isUnread ? 'Keep as is' : 'Close'}
          </button>
        </p>
      )}
    </div>
  )
}
