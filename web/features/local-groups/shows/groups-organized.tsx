import type { PartProps } from '../../../data/places.ts'
import type { loadGroupsOrganized } from '../local-groups.load.ts'

/** On the page of a member who organizes groups. */
export default function GroupsOrganized({ page: { groups } }: PartProps<typeof loadGroupsOrganized, 'profile'>) {
  return (
    <p className="meta acts" role="group" aria-label="Groups they organize">
      <span className="soft">Organizes</span>
      {groups.map(({ id, name, href }) => (
        <a key={id} href={href} dir="auto">
          {name}
        </a>
      ))}
    </p>
  )
}
