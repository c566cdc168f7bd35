import { Fragment } from 'react'
import { links } from '#shared/links.ts'
import { MemberFollowButton } from '../../../blocks/follow/member-follow-button.tsx'
import { Banner } from '../../../blocks/pictures/banner.tsx'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { Place } from '../../../blocks/places/place.tsx'
import { Intro } from '../../../blocks/sequences/intro.tsx'
import { townAid } from '../../../blocks/towns/town-field.tsx'
import { usePage } from '../../../data/page.ts'
import '../local-groups.css'
import type { loadGroup } from '../local-groups.load.ts'

export default function GroupPage() {
  const { group, form, mayRemove } = usePage<typeof loadGroup>()
  const { id, name, otherName, color, banner, isActive, categories, intro } = group
  return (
    <article aria-labelledby="group-name">
      <p className="meta soft">
        <a href={links.allLocalGroups()}>Groups</a>
        {categories.map((category) => (
          <Fragment key={category}> · {category}</Fragment>
        ))}
      </p>
      {banner !== null ? (
        <div className="group-picture">
          <Banner {...banner} />
        </div>
      ) : color === null ? null : (
        <div className={`group-banner group-${color}`} />
      )}
      <h1 className="page-title" id="group-name" dir="auto">
        {name}
        {isActive ? null : <span className="soft"> (inactive)</span>}
      </h1>
      {otherName === '' ? null : (
        <p className="soft" dir="auto">
          {otherName}
        </p>
      )}
      <GroupFacts {...group} />
      <p>
        <MemberFollowButton kind="group" id={id} name={name} className="btn" />
      </p>
      {intro === null ? null : <Intro of={intro} className="essay" />}
      <Place on="group-end" given={{}} />
      {form === null ? null : (
        <DetailsForm isWhole name="localGroups.put" id={id} summary="Edit group" aid={townAid(id)} {...form}>
          {mayRemove ? (
            <Confirm summary="Delete" mutation="localGroups.remove" fields={{ id }} action={`Delete “${name}”`}>
              The group is deleted for good. To take it off the lists only, untick “Active”.
            </Confirm>
          ) : null}
        </DetailsForm>
      )}
    </article>
  )
}

type Facts = ReturnType<typeof usePage<typeof loadGroup>>['group']

function GroupFacts({ isActive, place, coordinates, organizers, contact, links: urls }: Facts) {
  return (
    <dl className="facts group-facts">
      <dt>Place</dt>
      <dd dir="auto">
        {place}
        {coordinates === null ? null : (
          <>
            <span className="soft nums">{` (${coordinates.latitude}, ${coordinates.longitude})`}</span>
            {isActive ? (
              <>
                <br />
                <a href={links.groupsMap({ lat: coordinates.latitude, lng: coordinates.longitude, zoom: 4 })}>Show on the map</a>
              </>
            ) : null}
          </>
        )}
      </dd>
      <dt>Organizers</dt>
      <dd>
        {organizers.length === 0 ? 'Nobody at the moment' : null}
        {organizers.map((person, at) => (
          <Fragment key={person.slug}>
            {at === 0 ? null : ', '}
            <PersonLink person={person} />
          </Fragment>
        ))}
      </dd>
      {contact === '' ? null : (
        <>
          <dt>Contact</dt>
          <dd dir="auto">{contact}</dd>
        </>
      )}
      {urls.length === 0 ? null : (
        <>
          <dt>Links</dt>
          <dd>
            {urls.map((url) => (
              <Fragment key={url}>
                <a href={url} rel="noopener nofollow ugc">
                  {url}
                </a>
                <br />
              </Fragment>
            ))}
          </dd>
        </>
      )}
    </dl>
  )
}
