import { useState } from 'react'
import type { Crop, Size } from '#shared/pictures/crop.ts'
import { wholePicture } from '#shared/pictures/crop.ts'
import { links } from '#shared/links.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { PictureField } from '../../../blocks/pictures/picture-field.tsx'
import type { usePage } from '../../../data/page.ts'
import type { loadWinnersAdmin } from '../winners-admin.load.ts'
import { CropFrame } from '../../../blocks/pictures/crop-frame.tsx'
import '../annual-review.css'

type Focus = NonNullable<ReturnType<typeof usePage<typeof loadWinnersAdmin>>['focus']>

const fields = [
  ['x', 'Left edge (%)', 0],
  ['y', 'Top edge (%)', 0],
  ['width', 'Width (%)', 10],
] as const

/** Which picture stands for a winner, and which part of it: by pointer, by keys, or by numbers. */
export function WinnerPicture({ focus }: { readonly focus: Focus }) {
  const { id, year, title, place, picture, pictures, before, after } = focus
  const [crop, setCrop] = useState<Crop>(picture?.crop ?? wholePicture)
  const [shown, setShown] = useState(picture?.src ?? null)
  const [size, setSize] = useState<Size | null>(picture)
  return (
    <section className="block" aria-labelledby="winner-picture">
      <h2 className="section" id="winner-picture">
        Picture of winner {place + 1}: {title}
      </h2>
      <MutationForm name="reviewWinners.setPicture" about={{ year: String(year), postId: id }} className="winner-picture">
        <PictureField
          name="src"
          label="Picture in the gallery"
          value={picture?.src ?? ''}
          pictures={pictures}
          onChoose={(chosen) => {
            setShown(chosen?.shown ?? null)
            setSize(null)
            setCrop(wholePicture)
          }}
        />
        {shown === null ? null : <CropFrame src={shown} size={size} crop={crop} onSize={setSize} onChange={setCrop} />}
        <div className="acts">
          {fields.map(([name, label, min]) => (
            <span key={name} className="field">
              <label htmlFor={`crop-${name}`}>{label}</label>
              <input
                id={`crop-${name}`}
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
        <button className="btn primary">Save picture</button>
      </MutationForm>
      <p className="acts">
        {before === null ? null : (
          <a className="btn quiet" href={before}>
            Previous winner
          </a>
        )}
        {after === null ? null : (
          <a className="btn quiet" href={after}>
            Next winner
          </a>
        )}
        <a className="btn quiet" href={links.bestOfAdmin(year, { state: 'winners' })}>
          Close
        </a>
      </p>
    </section>
  )
}
