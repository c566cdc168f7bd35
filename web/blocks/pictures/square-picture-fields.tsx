import { useState } from 'react'
import type { Crop, Size } from '#shared/pictures/crop.ts'
import { middleCrop, squareRatio, wholePicture } from '#shared/pictures/crop.ts'
import { CropFrame } from './crop-frame.tsx'
import { PictureField } from './picture-field.tsx'

interface SquarePictureFieldsProps {
  readonly label: string
  readonly picture: (Size & { readonly src: string; readonly crop: Crop }) | null
}

const fields = [
  ['x', 'Left edge (%)', 0],
  ['y', 'Top edge (%)', 0],
  ['width', 'Width (%)', 10],
] as const

/**
 * The fields `src`, `x`, `y` and `width` of a form: a picture, and which square of it is shown, by
 * pointer, by keys, or by numbers. A new one begins with its middle.
 */
export function SquarePictureFields({ label, picture }: SquarePictureFieldsProps) {
  const [shown, setShown] = useState(picture?.src ?? null)
  const [size, setSize] = useState<Size | null>(picture)
  const [crop, setCrop] = useState<Crop>(picture?.crop ?? wholePicture)
  return (
    <>
      <PictureField
        hidesPreview
        isUntold
        name="src"
        label={label}
        value={picture?.src ?? ''}
        pictures={[]}
        onChoose={(chosen) => {
          setShown(chosen?.shown ?? null)
          setSize(null)
        }}
      />
      {shown === null ? null : (
        <>
          <CropFrame
            {...{ src: shown, size, crop, ratio: squareRatio }}
            onSize={(found) => {
              setSize(found)
              setCrop(middleCrop(found, squareRatio))
            }}
            onChange={setCrop}
          />
          <div className="acts crop-numbers">
            {fields.map(([name, word, min]) => (
              <span key={name} className="field">
                <label htmlFor={`square-${name}`}>{word}</label>
                <input
                  id={`square-${name}`}
                  className="input"
                  type="number"
                  {...{ name, min, max: 100, step: 1, required: true, value: crop[name] }}
                  onChange={({ currentTarget: { valueAsNumber } }) =>
                    Number.isNaN(valueAsNumber) ? undefined : setCrop({ ...crop, [name]: Math.round(valueAsNumber) })
                  }
                />
              </span>
            ))}
          </div>
        </>
      )}
    </>
  )
}
