import { TextField } from '../../../blocks/forms/text-field.tsx'
import type { EditData } from '../edit-data.ts'
import { Box, DeedForm, Was } from './deed-form.tsx'
import { TypedTextField } from './typed-text.tsx'

/** What is said of a sequence, and where it shows itself. */
export function DetailsForm({ page: { sequence, staff, pictures } }: { readonly page: EditData }) {
  return (
    <DeedForm
      name="sequences.setDetails"
      about={{ sequenceId: sequence.id }}
      className="compose series-form"
      make={async (given) => (await import('../make-deeds.ts')).detailDeeds(given)}
    >
      <TextField
        key={sequence.title}
        id="title"
        name="title"
        label="Title"
        defaultValue={sequence.title}
        required
        maxLength={500}
        dir="auto"
      />
      <Was name="title" value={sequence.title} />
      <TypedTextField id="markdown" label="Description" text={sequence.text} />
      <PictureField name="bannerUrl" label="Banner" value={sequence.bannerUrl} pictures={pictures} />
      <PictureField name="cardUrl" label="Picture in lists" value={sequence.cardUrl} pictures={pictures} />
      <Box key={`draft-${sequence.isDraft}`} name="isDraft" isOn={sequence.isDraft}>
        Draft: only you see it
      </Box>
      <Box key={`profile-${sequence.isHiddenFromProfile}`} name="isHiddenFromProfile" isOn={sequence.isHiddenFromProfile}>
        Not on your profile
      </Box>
      <OrderField name="profileOrder" label="Place on your profile" value={sequence.profileOrder} hint="The lowest number comes first." />
      {staff === null ? null : (
        <fieldset>
          <legend className="group-word">For moderators</legend>
          <OrderField
            name="curatedOrder"
            label="Place among the curated ones"
            value={staff.curatedOrder}
            hint="The highest number comes first; empty: not curated."
          />
          <Box key={`hidden-${staff.isHidden}`} name="isHidden" isOn={staff.isHidden}>
            In no list
          </Box>
          <Box key={`noindex-${staff.noIndex}`} name="noIndex" isOn={staff.noIndex}>
            Not for search engines
          </Box>
        </fieldset>
      )}
      <div className="compose-acts">
        <button className="btn primary">Save</button>
      </div>
    </DeedForm>
  )
}

interface PictureFieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly pictures: EditData['pictures']
}

/** Of the pictures that its posts show. */
function PictureField({ name, label, value, pictures }: PictureFieldProps) {
  if (pictures.length === 0 && value === '') return null
  const isListed = value === '' || pictures.some(({ src }) => src === value)
  return (
    <div className="field" key={value}>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} className="input" defaultValue={value}>
        <option value="">None</option>
        {isListed ? null : <option value={value}>As it is now</option>}
        {pictures.map(({ src, of }) => (
          <option key={src} value={src}>
            From “{of}”
          </option>
        ))}
      </select>
      <Was name={name} value={value} />
    </div>
  )
}

interface OrderFieldProps {
  readonly name: string
  readonly label: string
  readonly value: number | null
  readonly hint: string
}

function OrderField({ name, label, value, hint }: OrderFieldProps) {
  const text = value === null ? '' : String(value)
  return (
    <>
      <TextField key={text} id={name} name={name} label={label} hint={hint} defaultValue={text} pattern="-?[0-9]{1,6}" />
      <Was name={name} value={text} />
    </>
  )
}
