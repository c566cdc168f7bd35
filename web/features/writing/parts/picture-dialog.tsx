import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { NodeSelection } from '@tiptap/pm/state'
import { useEffect, useId, useState } from 'react'
import type { ChangeEvent } from 'react'
import { isStorable, type DocNode } from '#shared/text/nodes.ts'
import { pictureIdOf } from '#shared/pictures/address.ts'
import { pictureLimits } from '#shared/pictures/limits.ts'
import { addPicture, ownBytes } from '../../../data/pictures-own.ts'
import { takePictures } from '../pictures/picture-files.ts'
import type { PicturePorts } from '../pictures/picture-files.ts'
import { removeNode } from '../nodes/put-node.ts'
import type { SelectedNode } from '../plugins/tracked-place.ts'
import { holdNode } from '../plugins/tracked-place.ts'
import { pictureAddressOf } from './address-of.ts'
import { insertBlock } from './insert-block.ts'
import { Field, WritingDialog } from './writing-dialog.tsx'

interface PictureDialogProps {
  readonly editor: Editor
  readonly ports: PicturePorts
  readonly onClose: () => void
}

type Errors = { readonly src: string | null; readonly alt: string | null }
type Chosen = { readonly src: string; readonly width: number | null; readonly height: number | null }

/**
 * A picture from this device, or by an address: what it shows is to be said, or that it is
 * decoration only. Several files go into the text at once and are described there.
 */
export function PictureDialog({ editor, ports, onClose }: PictureDialogProps) {
  const [errors, setErrors] = useState<Errors>({ src: null, alt: null })
  const [start] = useState(() => selectedFigure(editor))
  const image = start?.node.firstChild ?? null
  const [chosen, setChosen] = useState<Chosen | null>(() => chosenIn(image))
  const [isTaking, setTaking] = useState(false)
  const [isDecorative, setDecorative] = useState(image?.attrs['decorative'] === true)
  const isOwn = chosen !== null && pictureIdOf(chosen.src) !== null

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])]
    const [first] = files
    if (first === undefined) return
    if (files.length > 1 && start === null) {
      onClose()
      await takePictures(editor.view, files, editor.state.selection.to, ports)
      return
    }
    setErrors({ src: null, alt: null })
    setTaking(true)
    try {
      setChosen(await addPicture(first, ports.isPrivate))
    } catch (error) {
      setErrors({ src: error instanceof Error ? error.message : String(error), alt: null })
    } finally {
      setTaking(false)
    }
  }
  const save = (form: FormData) => {
    if (isTaking) return
    const typed = String(form.get('src') ?? '').trim()
    const byAddress = typed === '' ? null : pictureAddressOf(typed)
    const picture: Chosen | null = byAddress === null ? chosen : { src: byAddress, width: null, height: null }
    const alt = oneLine(form.get('alt'))
    const found: Errors = {
      src:
        typed !== '' && byAddress === null
          ? 'Enter a picture URL starting with https://, or / for a file on this site.'
          : picture === null
            ? 'Choose a picture.'
            : null,
      alt: alt === '' && !isDecorative ? 'Describe the picture, or mark it as decorative.' : null,
    }
    setErrors(found)
    if (picture === null || found.src !== null || found.alt !== null || !isStorable(alt)) return
    putFigure(editor, start, { ...picture, alt: isDecorative ? '' : alt, decorative: isDecorative }, oneLine(form.get('caption')))
    onClose()
  }
  const remove = () => {
    removeNode(editor, start)
    onClose()
  }
  return (
    <WritingDialog
      title={start === null ? 'Picture' : 'Change picture'}
      onClose={onClose}
      onSubmit={save}
      action={start === null ? 'Insert' : 'Change'}
      isBusy={isTaking}
      other={start === null ? null : { label: 'Remove picture', run: remove }}
    >
      <FileField
        chosen={isOwn ? chosen : null}
        isTaking={isTaking}
        isMany={start === null}
        error={errors.src}
        onChoose={(event) => void choose(event)}
      />
      <Field
        name="alt"
        label="Description"
        value={String(image?.attrs['alt'] ?? '')}
        error={errors.alt}
        hint="Describe the image for people who can’t see it."
        maxLength={2000}
      />
      <p className="check">
        <input id="picture-decorative" type="checkbox" checked={isDecorative} onChange={(event) => setDecorative(event.target.checked)} />
        <label htmlFor="picture-decorative">Decorative image</label>
      </p>
      {start === null ? <Field name="caption" label="Caption" value="" hint="Optional" maxLength={1000} /> : null}
      <details open={chosen !== null && !isOwn}>
        <summary>Use a URL</summary>
        <Field
          name="src"
          label="Picture URL"
          type="url"
          value={isOwn ? '' : (chosen?.src ?? '')}
          hint="To protect readers’ privacy, a picture on another site is shown as a link. To show it, save it to your device and choose the file above."
          maxLength={2048}
        />
      </details>
    </WritingDialog>
  )
}

interface FileFieldProps {
  readonly chosen: Chosen | null
  readonly isTaking: boolean
  readonly isMany: boolean
  readonly error: string | null
  readonly onChoose: (event: ChangeEvent<HTMLInputElement>) => void
}

function FileField({ chosen, isTaking, isMany, error, onChoose }: FileFieldProps) {
  const id = useId()
  const shown = useShown(chosen?.src ?? null)
  return (
    <div className="field picture-choice">
      <label htmlFor={id}>{chosen === null ? 'Choose a picture' : 'Choose another'}</label>
      {shown === null ? null : <img src={shown} alt="Preview" width={chosen?.width ?? undefined} height={chosen?.height ?? undefined} />}
      {/* Of any kind that is a picture: only then phones offer their camera. What is not taken is said. */}
      <input
        id={id}
        type="file"
        accept="image/*"
        multiple={isMany}
        onChange={onChoose}
        aria-describedby={`${id}-hint${error === null ? '' : ` ${id}-error`}`}
        aria-invalid={error === null ? undefined : true}
      />
      <p className="hint-line" id={`${id}-hint`} role="status">
        {isTaking
          ? 'Processing…'
          : `PNG, JPEG, WebP, GIF or AVIF, at most ${pictureLimits.bytes / 1_000_000} MB. Location data is removed. You can also paste or drop pictures into the text.`}
      </p>
      {error === null ? null : (
        <p className="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** From this device if it is here, else from its address. */
function useShown(src: string | null): string | null {
  const [shown, setShown] = useState<string | null>(null)
  useEffect(() => {
    if (src === null) return setShown(null)
    let made: string | null = null
    let isGone = false
    void ownBytes(src).then((bytes) => {
      if (isGone) return
      made = bytes === null ? null : URL.createObjectURL(bytes)
      setShown(made ?? src)
    })
    return () => {
      isGone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [src])
  return shown
}

/** The picture that is selected, or whose caption the caret is in. */
export function selectedFigure({ state }: Editor): SelectedNode | null {
  const { selection } = state
  if (selection instanceof NodeSelection && selection.node.type.name === 'figure') return holdNode(state, selection.from)
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth--)
    if ($from.node(depth).type.name === 'figure') return holdNode(state, $from.before(depth))
  return null
}

function chosenIn(image: Node | null): Chosen | null {
  if (image === null) return null
  const { src, width, height } = image.attrs
  return { src: String(src), width: typeof width === 'number' ? width : null, height: typeof height === 'number' ? height : null }
}

function putFigure(
  editor: Editor,
  old: SelectedNode | null,
  attrs: Chosen & { readonly alt: string; readonly decorative: boolean },
  caption: string,
): void {
  const { src, width, height, alt, decorative } = attrs
  const shown = { src, width, height, alt, decorative }
  const place = old?.place(editor.state) ?? null
  if (place !== null) {
    editor.commands.command(({ tr }) => {
      tr.setNodeMarkup(place + 1, null, { ...tr.doc.nodeAt(place + 1)?.attrs, ...shown })
      return true
    })
    return
  }
  // Another has taken it out meanwhile: what was chosen here is not lost.
  const text: readonly DocNode[] = caption === '' ? [] : [{ type: 'text', text: caption }]
  insertBlock(editor, {
    type: 'figure',
    content: [
      { type: 'image', attrs: shown },
      { type: 'figcaption', content: text },
    ],
  })
}

function oneLine(value: FormDataEntryValue | null): string {
  return String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
