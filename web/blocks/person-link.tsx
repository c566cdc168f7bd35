import { links } from '#shared/links.ts'
import type { PersonView } from './people.ts'

interface PersonLinkProps {
  readonly person: PersonView
  readonly className?: string
}

/** A name that leads to its page; an account that is gone has none. */
export function PersonLink({ person, className }: PersonLinkProps) {
  if (person.slug === '') return <span className={className}>{person.name}</span>
  return (
    <a href={links.user(person.slug)} className={className}>
      {person.name}
    </a>
  )
}
