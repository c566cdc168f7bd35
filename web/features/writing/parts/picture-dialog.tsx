import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import { useState } from 'react'
import { isStorable, type DocNode } from '#shared/text/nodes.ts'
import { pictureAddressOf } from './address-of.ts'
import { insertBlock } from './insert-block.ts'
import { Field, WritingDialog } from './writing-dialog.tsx'

type Errors = { readonly src: string | null; readonly alt: string | null }

/** A picture by its address. It needs a description for those who do not see it, or the word that it is decoration only. */
export function PictureDialog({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const [errors, setErrors] = useState<Errors>({ src: null, alt: null })
  const [start] = useState(() => selectedFigure(editor))
  const image = start?.node.firstChild ?? null
  const [isDecorative, setDecorative] = useState(image?.attrs['decorative'] === true)
  const save = (form: FormData) => {
    const src = pictureAddressOf(String(form.get('src') ?? ''))
    const alt = String(form.get('alt') ?? '')
      .replace(/\s+/g, ' ')
      .trim()
    const caption = String(form.get('caption') ?? '')
      .replace(/\s+/g, ' ')
      .trim()
    const found: Errors = {
      src: src === null ? 'This is no address of a picture. It begins with https://, or with / for a file on this site.' : null,
      alt: alt === '' && !isDecorative ? 'Describe the picture, or say that it is decoration only.' : null,
    }
    setErrors(found)
    if (src === null || found.alt !== null || !isStorable(alt)) return
    putFigure(editor, start, { src, alt: isDecorative ? '' : alt, decorative: isDecorative }, caption)
    onClose()
  }
  const remove = () => {
    if (start !== null)
      editor
        .chain()
        .deleteRange({ from: start.at, to: start.at + start.node.nodeSize })
        .run()
    onClose()
  }
  return (
    <WritingDialog title={start === null ? 'Picture' : 'Change picture'} onClose={onClose} onSubmit={save}>
      <Field
        name="src"
        label="Address of the picture"
        type="url"
        value={String(image?.attrs['src'] ?? '')}
        error={errors.src}
        hint="A picture on another site is shown to readers as a link to it."
        maxLength={2048}
      />
      <Field
        name="alt"
        label="Description"
        value={String(image?.attrs['alt'] ?? '')}
        error={errors.alt}
        hint="What it shows, for those who do not see it."
        maxLength={2000}
      />
      <p className="check">
        <input id="picture-decorative" type="checkbox" checked={isDecorative} onChange={(event) => setDecorative(event.target.checked)} />
        <label htmlFor="picture-decorative">Decoration only: it says nothing that the text does not</label>
      </p>
      {start === null ? (
        <Field name="caption" label="Caption" value="" hint="Stands below the picture. May stay empty." maxLength={1000} />
      ) : null}
      <p className="acts">
        <button className="btn primary">{start === null ? 'Insert' : 'Change'}</button>
        {start === null ? null : (
          <button type="button" className="btn" onClick={remove}>
            Remove picture
          </button>
        )}
        <button type="button" className="btn quiet" onClick={onClose}>
          Cancel
        </button>
      </p>
    </WritingDialog>
  )
}

type Figure = { readonly at: number; readonly node: Node }

/** The picture that is selected, or whose caption the caret is in. */
function selectedFigure({ state }: Editor): Figure | null {
  const { selection } = state
  if (selection instanceof NodeSelection && selection.node.type.name === 'figure') return { at: selection.from, node: selection.node }
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'figure') return { at: $from.before(depth), node: $from.node(depth) }
  return null
}

function putFigure(editor: Editor, old: Figure | null, attrs: Readonly<Record<string, string | boolean>>, caption: string): void {
  if (old !== null) {
    editor.commands.command(({ tr }) => {
      const before = old.node.firstChild?.attrs ?? {}
      // Width and height belong to the old picture.
      const isSame = before['src'] === attrs['src']
      tr.setNodeMarkup(old.at + 1, null, { ...before, ...attrs, ...(isSame ? {} : { width: null, height: null }) })
      return true
    })
    return
  }
  const text: readonly DocNode[] = caption === '' ? [] : [{ type: 'text', text: caption }]
  insertBlock(editor, {
    type: 'figure',
    content: [
      { type: 'image', attrs },
      { type: 'figcaption', content: text },
    ],
  })
}
