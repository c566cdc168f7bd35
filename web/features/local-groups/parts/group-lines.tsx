import type { GroupLine } from '../local-groups.load.ts'

/** Groups as a list: name, place, what sort they are. */
export function GroupLines({ groups, empty }: { readonly groups: readonly GroupLine[]; readonly empty: string }) {
  if (groups.length === 0) return <p className="empty">{empty}</p>
  return (
    <ul className="plain-list">
      {groups.map(({ id, name, href, place, categories }) => (
        <li key={id}>
          <h3 className="row-title" dir="auto">
            <a href={href}>{name}</a>
          </h3>
          <p className="meta soft" dir="auto">
            {[place, ...categories].join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  )
}
