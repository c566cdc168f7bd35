import { links } from '#shared/links.ts'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { Place } from '../../../blocks/places/place.tsx'
import { townAid } from '../../../blocks/towns/town-field.tsx'
import { usePage } from '../../../data/page.ts'
import type { loadCommunity } from '../local-groups.load.ts'
import { GroupLines } from '../parts/group-lines.tsx'

/** Where members meet. */
export default function CommunityPage() {
  const { local, online, form } = usePage<typeof loadCommunity>()
  return (
    <>
      <h1 className="page-title">Community</h1>
      <p className="meta soft">
        <a href={links.groupsMap()}>Community map</a> · <a href={links.account('place')}>Your place on it</a>
      </p>
      <Place on="community-top" given={{}} />
      <section aria-labelledby="local-groups">
        <h2 className="section" id="local-groups">
          Local groups
        </h2>
        <GroupLines groups={local.groups} empty="No local groups yet." />
      </section>
      <section aria-labelledby="online-groups">
        <h2 className="section" id="online-groups">
          Online groups
        </h2>
        <GroupLines groups={online.groups} empty="No online groups yet." />
      </section>
      {local.count + online.count === 0 ? null : (
        <p className="after">
          <a href={links.allLocalGroups()}>All groups</a>
        </p>
      )}
      {form === null ? null : <DetailsForm isWhole name="localGroups.put" id="" summary="New group" aid={townAid('new')} {...form} />}
    </>
  )
}
