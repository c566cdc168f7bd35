import { kmWords } from '../../../blocks/events/place-words.ts'
import type { GroupLine } from '../local-groups.load.ts'

interface GroupLinesProps {
  /** `km`: how far away, where that matters. */
  readonly groups: readonly (GroupLine & { readonly km?: number })[]
  readonly empty: string
}

/** Groups as a list: name, place, what sort they are. */
export function GroupLines({ groups, empty }: GroupLinesProps) {
  if (groups.length === 0) return <p className="empty">{empty}</p>
  return (
    <ul className="plain-list">
      {groups.map(({ id, name, href, place, categories, km }) => (
        <li key={id}>
          <h3 className="row-title" dir="auto">
            <a href={href}>{name}</a>
          </h3>
          <p className="meta soft" dir="auto">
            {[place, ...(km === undefined ? [] : [kmWords(km)]), ...categories].join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
