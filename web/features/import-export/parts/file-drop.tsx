import { useState } from 'react'
import type { DragEvent } from 'react'
import type { ChosenFile } from '../use-import.ts'

const kinds = '.md,.markdown,.mdown,.txt,.html,.htm,.xhtml,.docx,.zip,.xml,.json'

/** Where files are dropped or chosen, several at once. */
export function FileDrop({ onFiles }: { readonly onFiles: (files: readonly ChosenFile[]) => void }) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files].map(chosen))
  }
  return (
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor="import-files">Choose files, or drop them here</label>
      <input
        className="input file-input"
        id="import-files"
        type="file"
        multiple
        accept={kinds}
        aria-describedby="import-kinds"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])].map(chosen))
          // The same file may be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <p className="meta soft" id="import-kinds">
        Markdown, HTML, Word (.docx), Google Docs exports, and exports from Substack, Medium, Ghost, WordPress and ForumMagnum. A ZIP can
        contain many, with pictures. Up to 20 MB per file.
      </p>
    </div>
  )
}

export function chosen(file: File): ChosenFile {
  return { name: file.name, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) }
}
