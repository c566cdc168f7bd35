import { links } from '#shared/links.ts'
import type { PartProps } from '../../../data/places.ts'
import type { loadGroupsNear } from '../local-groups.load.ts'
import { GroupLines } from '../parts/group-lines.tsx'

/** The nearest first. */
export default function GroupsNear({ page: { groups } }: PartProps<typeof loadGroupsNear, 'nearby-end'>) {
  return (
    <section aria-labelledby="groups-near">
      <h2 className="section" id="groups-near">
        Nearest groups
      </h2>
      <GroupLines groups={groups} empty="No local groups are on the map yet." />
      <p className="after">
        <a href={links.allLocalGroups()}>All groups</a>
      </p>
    </section>
  )
}
