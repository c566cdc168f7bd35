import { useCallback, useEffect, useRef } from 'react'
import { EventTime } from '../../../blocks/events/event-time.tsx'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { Banner } from '../../../blocks/pictures/banner.tsx'
import { townAid } from '../../../blocks/towns/town-field.tsx'
import { useIsQueued, useUnsentWord } from '../../../blocks/use-unsent-word.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useFromDevice } from '../../../data/device/use-device.ts'
import { useRefresh } from '../../../data/navigation.ts'
import type { PartProps } from '../../../data/places.ts'
import { RsvpBox } from '../parts/rsvp-box.tsx'
import type { loadEvent } from '../shown.load.ts'

/** When and where an event is, and who comes. */
export default function EventOfPost({ page }: PartProps<typeof loadEvent, 'text-start'>) {
  const { id, repeats, picture, copy, group, calendar, door, rsvps, form } = page
  const unsent = useUnsentWord(`event:${id}`)
  const { times, place, isOnline, isCancelled, isOver, joinUrl, registerUrl, contact, type, map } = { ...page, ...useUnsentFacts(id) }
  return (
    <section className="event" aria-label="About this event">
      {isCancelled ? (
        <p className="notice-line warm">
          <b>Canceled</b>: this event won’t take place.
        </p>
      ) : isOver ? (
        <p className="notice-line">This event is over.</p>
      ) : null}
      {picture === null ? null : <Banner {...picture} />}
      <dl className="facts">
        <dt>When</dt>
        <dd>
          <EventTime {...times} />
          {repeats === null ? null : (
            <>
              <br />
              {repeats}
            </>
          )}
          {calendar === null ? null : (
            <>
              <br />
              <a href={calendar} download="">
                Add to calendar
              </a>
            </>
          )}
        </dd>
        <dt>Where</dt>
        <dd dir="auto">
          {place}
          {map === null ? null : (
            <>
              <br />
              <a href={map}>Show on the map</a>
            </>
          )}
        </dd>
        {joinUrl === null ? null : (
          <>
            <dt>{isOnline ? 'Join' : 'Link'}</dt>
            <dd>
              <a href={joinUrl} rel="noopener nofollow ugc">
                {joinUrl}
              </a>
            </dd>
          </>
        )}
        {registerUrl === null ? null : (
          <>
            <dt>Registration</dt>
            <dd>
              <a href={registerUrl} rel="noopener nofollow ugc">
                {registerUrl}
              </a>
            </dd>
          </>
        )}
        {contact === '' ? null : (
          <>
            <dt>Contact</dt>
            <dd dir="auto">{contact}</dd>
          </>
        )}
        {type === null ? null : (
          <>
            <dt>Type</dt>
            <dd>{type}</dd>
          </>
        )}
        {group === null ? null : (
          <>
            <dt>Group</dt>
            <dd dir="auto">
              <a href={group.href}>{group.name}</a>
            </dd>
          </>
        )}
      </dl>
      {unsent === null ? null : (
        <p className="meta soft state-word" role="status">
          Your changes: {unsent}
        </p>
      )}
      {form === null ? null : <EditForm id={id} {...form} />}
      {copy === null ? null : (
        <p>
          <a href={copy}>Duplicate event</a>
        </p>
      )}
      {door === null ? null : (
        <p>
          <a href={door}>Door list to print</a>
        </p>
      )}
      {rsvps === null ? null : <RsvpBox postId={id} {...rsvps} />}
    </section>
  )
}

type EditFormProps = NonNullable<PartProps<typeof loadEvent, 'text-start'>['page']['form']> & { readonly id: string }

/** Without a network the device keeps what can be changed there, and sends it later. */
function EditForm({ id, event, ...form }: EditFormProps) {
  return (
    <DetailsForm
      isWhole
      name="events.put"
      id={id}
      summary="Edit event details"
      aid={townAid(id)}
      whenOffline={async (given) => (await import('../change-on-device.ts')).changeOnDevice(event, given, form.typed)}
      {...form}
    />
  )
}

/** What one has changed and not sent yet, in the place of what the page says; `null`: nothing. */
function useUnsentFacts(id: string) {
  const refresh = useRefresh()
  const isQueued = useIsQueued(`event:${id}`)
  const ask = useCallback(
    async (device: Device) => (isQueued ? (await import('../change-on-device.ts')).factsOnDevice(device, id) : null),
    [id, isQueued],
  )
  const [here] = useFromDevice(ask)
  const wasQueued = useRef(false)
  useEffect(() => {
    // It was sent, or refused: the server says what stands now.
    if (wasQueued.current && !isQueued) void refresh()
    wasQueued.current = isQueued
  }, [isQueued, refresh])
  return isQueued ? here : null
}
