import { links } from '#shared/links.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { townAid } from '../../../blocks/towns/town-field.tsx'
import type { PartProps } from '../../../data/places.ts'
import '../local-groups.css'
import type { loadOwnPlace } from '../own-place.load.ts'

/** Two forms, since the one is nobody else's and the other is everybody's. */
export default function OwnPlace({ page: { id, place, point } }: PartProps<typeof loadOwnPlace, 'account-place'>) {
  return (
    <>
      <section className="own-place" aria-labelledby="own-place">
        <h2 className="section" id="own-place">
          Your place
        </h2>
        <p className="soft">
          Only you can see it. It’s used to show you <a href={links.nearbyEvents()}>events and groups near you</a>.
        </p>
        <DetailsForm isWhole isUnfolded name="memberPlaces.put" id={id} aid={townAid('own-place')} {...place} />
        {place.isSet ? (
          <Confirm summary="Delete your place" mutation="memberPlaces.remove" fields={{ id }} action="Delete your place">
            You won’t be notified about events near it anymore.
          </Confirm>
        ) : null}
      </section>
      <section className="after-form own-place" aria-labelledby="map-point">
        <h2 className="section" id="map-point">
          You on the map
        </h2>
        <p className="soft">
          {point.isSet ? 'Everyone sees you' : 'If you like, everyone can see you'} on the{' '}
          <a href={links.groupsMap({ show: 'members' })}>map of members</a>, with your name. It’s separate from your place above.
        </p>
        {point.fields === null ? (
          <p className="empty">You can’t be added to the map at the moment.</p>
        ) : (
          <DetailsForm
            isWhole
            isUnfolded
            name="mapPoints.put"
            id={id}
            aid={townAid('map-point')}
            fields={point.fields}
            typed={point.typed}
          />
        )}
        {point.isSet ? (
          <Confirm summary="Remove me from the map" mutation="mapPoints.remove" fields={{ id }} action="Remove me from the map">
            Nobody sees you on the map anymore.
          </Confirm>
        ) : null}
      </section>
    </>
  )
}
