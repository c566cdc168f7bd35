import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { SquarePicture } from '../../../blocks/pictures/square-picture.tsx'
import { SquarePictureFields } from '../../../blocks/pictures/square-picture-fields.tsx'
import type { PictureView } from '../onboarding.load.ts'

interface PictureFormProps {
  readonly memberId: string
  readonly picture: PictureView | null
  /** Who may not add pictures can still remove theirs. */
  readonly canSet: boolean
}

const messages = { 'src:invalid': 'Choose a picture from this device first. To have none, use Remove picture.' }

/** One's picture, as others see it beside one's name. */
export function PictureForm({ memberId, picture, canSet }: PictureFormProps) {
  return (
    <section className="after-form" aria-labelledby="picture-title">
      <h2 className="section" id="picture-title">
        Picture
      </h2>
      {picture === null ? <p className="soft">Shown on your page.</p> : <SquarePicture picture={picture} />}
      {canSet ? (
        <>
          <p className="no-js">Adding a picture needs JavaScript.</p>
          <MutationForm name="profilePictures.set" about={{}} messages={messages} className="fields">
            {/* Drawn anew when what is saved is another. */}
            <SquarePictureFields key={picture?.src ?? ''} label={picture === null ? 'New picture' : 'Picture and crop'} picture={picture} />
            <p className={picture === null ? 'needs-js' : undefined}>
              <button className="btn">Save picture</button>
            </p>
          </MutationForm>
        </>
      ) : null}
      {picture === null ? null : (
        <Confirm summary="Remove picture" mutation="profilePictures.remove" fields={{ id: memberId }} action="Remove the picture">
          Your page then shows none.
        </Confirm>
      )}
    </section>
  )
}
