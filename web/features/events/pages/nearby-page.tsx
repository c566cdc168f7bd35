import { links } from '#shared/links.ts'
import { Place } from '../../../blocks/places/place.tsx'
import { usePage } from '../../../data/page.ts'
import type { loadNearbyEvents } from '../near.load.ts'
import { DeviceLocation } from '../parts/device-location.tsx'
import { EventLines } from '../parts/event-lines.tsx'

/** Events, and groups below them, near a place. */
export default function NearbyPage() {
  const { place, isMember } = usePage<typeof loadNearbyEvents>()
  return (
    <>
      <h1 className="page-title">Events near you</h1>
      <p className="meta soft">
        <a href={links.community()}>Community</a> · <a href={links.upcomingEvents()}>Upcoming events</a> ·{' '}
        <a href={links.groupsMap()}>Community map</a>
      </p>
      {place === null ? (
        <>
          <p>
            {isMember ? (
              <a href={links.account('place')}>Set your place</a>
            ) : (
              <a href={links.login({ returnTo: links.nearbyEvents() })}>Sign in</a>
            )}
            {isMember ? ' to see events near you. Only you can see it.' : ' to set your place. Only you will see it.'}
          </p>
          <DeviceLocation />
        </>
      ) : (
        <>
          <p dir="auto">
            Within{' '}
            {place.radii.map(({ km, href, isCurrent }, at) => (
              <span key={km}>
                {at === 0 ? null : ' · '}
                {isCurrent ? (
                  <b aria-current="true">{km} km</b>
                ) : (
                  <a href={href} rel="nofollow">
                    {km} km
                  </a>
                )}
              </span>
            ))}{' '}
            of {place.words}. {isMember ? <a href={links.account('place')}>Change your place</a> : null}
          </p>
          <DeviceLocation />
          <h2 className="section">Upcoming events</h2>
          <EventLines lines={place.lines} more={place.more} empty={`No upcoming events within ${place.radius} km.`} />
          <p className="meta">
            <a href={place.map}>Show on the map</a> ·{' '}
            <a href={place.calendar} rel="nofollow">
              Subscribe to these events
            </a>
          </p>
          <Place on="nearby-end" given={{}} />
        </>
      )}
    </>
  )
}
