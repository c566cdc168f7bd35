import type { PartProps } from '../../../data/places.ts'
import { useViewer } from '../../../data/viewer.ts'
import type { loadMessageLink } from '../messages.load.ts'

/** Writes to the member whose profile it is. */
export default function MessageMember({ page: { href }, given: { member } }: PartProps<typeof loadMessageLink, 'profile-acts'>) {
  const viewer = useViewer()
  if (viewer.kind === 'member' && viewer.userId === member.id) return null
  return (
    <a className="btn" href={href}>
      Message<span className="sr"> {member.name}</span>
    </a>
  )
}
