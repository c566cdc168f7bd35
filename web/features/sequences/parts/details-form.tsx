import { TextField } from '../../../blocks/forms/text-field.tsx'
import type { EditData } from '../edit-data.ts'
import { Box, Was } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm } from './mutation-form.tsx'
import { PictureField } from '../../../blocks/pictures/picture-field.tsx'
import { TypedTextField } from './typed-text.tsx'

/** What is said of a sequence, and where it shows itself. */
export function DetailsForm({ page: { sequence, staff, pictures } }: { readonly page: EditData }) {
  return (
    <MutationForm
      name="sequences.setDetails"
      about={{ sequenceId: sequence.id }}
      className="compose series-form"
      make={async (given) => (await import('../make-mutations.ts')).detailMutations(given)}
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
      <PictureField key={`banner-${sequence.bannerUrl}`} name="bannerUrl" label="Banner" value={sequence.bannerUrl} pictures={pictures} />
      <PictureField key={`card-${sequence.cardUrl}`} name="cardUrl" label="List picture" value={sequence.cardUrl} pictures={pictures} />
      <Box key={`draft-${sequence.isDraft}`} name="isDraft" isOn={sequence.isDraft}>
        Draft: only you can see it
      </Box>
      <Box key={`profile-${sequence.isHiddenFromProfile}`} name="isHiddenFromProfile" isOn={sequence.isHiddenFromProfile}>
        Hide from your profile
      </Box>
      <OrderField name="profileOrder" label="Position on your profile" value={sequence.profileOrder} hint="Lowest number first." />
      {staff === null ? null : (
        <fieldset>
          <legend className="group-word">For moderators</legend>
          <OrderField
            name="curatedOrder"
            label="Curated position"
            value={staff.curatedOrder}
            hint="Highest number first. Leave empty for not curated."
          />
          <Box key={`hidden-${staff.isHidden}`} name="isHidden" isOn={staff.isHidden}>
            Unlisted
          </Box>
          <Box key={`noindex-${staff.noIndex}`} name="noIndex" isOn={staff.noIndex}>
            Hide from search engines
          </Box>
        </fieldset>
      )}
      <div className="compose-acts">
        <button className="btn primary">Save</button>
      </div>
    </MutationForm>
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
