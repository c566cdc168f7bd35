import { links } from '#shared/links.ts'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { usePage } from '../../../data/page.ts'
import type { loadAllGroups } from '../local-groups.load.ts'
import { GroupLines } from '../parts/group-lines.tsx'

export default function GroupsPage() {
  const { groups, form } = usePage<typeof loadAllGroups>()
  return (
    <>
      <h1 className="page-title">Groups</h1>
      <p className="meta soft">
        <a href={links.community()}>Community</a>
      </p>
      <h2 className="sr">All groups by name</h2>
      <GroupLines groups={groups} empty="No groups yet." />
      {form === null ? null : <DetailsForm isWhole name="localGroups.put" id="" summary="New group" {...form} />}
    </>
  )
}
