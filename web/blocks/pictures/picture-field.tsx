import { useEffect, useState, type ChangeEvent } from 'react'
import { Was } from '../forms/mutation-form.tsx'

interface PictureFieldProps {
  readonly name: string
  readonly label: string
  /** Its address; empty: none. */
  readonly value: string
  readonly pictures: readonly { readonly src: string; readonly of: string }[]
  /** The form sets all of its fields: how this one was is not said. */
  readonly isUntold?: boolean
  /** What is chosen is shown elsewhere on the form. */
  readonly hidesPreview?: boolean
  /** By a script: what is chosen now, and under which address it can be shown here. */
  readonly onChoose?: (chosen: Added | null) => void
}

/** A picture from this device, which the rest of the page need not have heard of yet. */
interface Added {
  readonly src: string
  readonly shown: string
}

const atRest = { does: null, error: null } as const
const sendingWords = 'Uploading… If you save now, it’s saved once the picture is there.'

/**
 * One of the pictures that its posts show, or, with a script, one from this device. Drawn anew when
 * what is saved is another.
 */
export function PictureField({ name, label, value, pictures, isUntold = false, hidesPreview = false, onChoose }: PictureFieldProps) {
  const [chosen, setChosen] = useState(value)
  const [added, setAdded] = useState<Added | null>(null)
  const [state, setState] = useState<{ readonly does: 'taking' | 'sending' | null; readonly error: string | null }>(atRest)
  useEffect(() => () => (added === null ? undefined : URL.revokeObjectURL(added.shown)), [added])
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    if (file === undefined) return
    setState({ does: 'taking', error: null })
    try {
      const { addPicture, untilUploaded } = await import('../../data/pictures-own.ts')
      const { src } = await addPicture(file)
      const here = { src, shown: URL.createObjectURL(file) }
      setAdded(here)
      setChosen(src)
      onChoose?.(here)
      setState({ does: 'sending', error: null })
      await untilUploaded(src)
      setState(atRest)
    } catch (error) {
      setState({ does: null, error: error instanceof Error ? error.message : String(error) })
    }
  }
  const choose = (src: string) => {
    setChosen(src)
    onChoose?.(src === '' ? null : added?.src === src ? added : { src, shown: src })
  }
  const isListed = value === '' || pictures.some(({ src }) => src === value)
  const hasChoice = pictures.length > 0 || value !== '' || added !== null
  return (
    <fieldset className={hasChoice ? 'picture-field' : 'picture-field needs-js'}>
      <legend className="group-word">{label}</legend>
      {chosen === '' || hidesPreview ? null : <img src={added?.src === chosen ? added.shown : chosen} alt="" width={240} height={76} />}
      <div className="field">
        <label htmlFor={name}>Picture source</label>
        <select id={name} name={name} className="input" value={chosen} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">None</option>
          {added === null ? null : <option value={added.src}>From this device</option>}
          {isListed ? null : <option value={value}>Current picture</option>}
          {pictures.map(({ src, of }) => (
            <option key={src} value={src}>
              From “{of}”
            </option>
          ))}
        </select>
      </div>
      {isUntold ? null : <Was name={name} value={value} />}
      <div className="field needs-js">
        <label htmlFor={`${name}-file`}>Or choose from this device</label>
        <input
          id={`${name}-file`}
          type="file"
          className="input file-input"
          accept="image/*"
          onChange={(event) => void take(event)}
          aria-describedby={state.error === null ? undefined : `${name}-error`}
          aria-invalid={state.error === null ? undefined : true}
        />
        <p className="hint-line" role="status">
          {state.does === 'taking' ? 'Processing…' : added?.src !== chosen ? '' : state.does === null ? 'Save to apply it.' : sendingWords}
        </p>
        {state.error === null ? null : (
          <p className="field-error" id={`${name}-error`} role="alert">
            {state.error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
