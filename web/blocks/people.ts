import type { MemberCard } from '#shared/accounts/queries.ts'

/** A name in a byline; `slug` is empty for an account that is gone. */
export interface PersonView {
  readonly name: string
  readonly slug: string
}

export const personView = (card: MemberCard): PersonView => ({ name: card.name, slug: card.slug })

/** "Ruth Okonjo", "Ruth Okonjo and Pál Szabó", "Ruth Okonjo, Pál Szabó and 2 more". */
export function namesInWords(people: readonly PersonView[]): string {
  const [first, second] = people
  if (first === undefined) return '[anonymous]'
  if (second === undefined) return first.name
  return people.length === 2 ? `${first.name} and ${second.name}` : `${first.name}, ${second.name} and ${people.length - 2} more`
}
