import type { MemberCard } from '#shared/accounts/queries.ts'

/** A name in a byline; `slug` is empty for an account that is gone. */
export interface PersonView {
  readonly name: string
  readonly slug: string
}

export const personView = (card: MemberCard): PersonView => ({ name: card.name, slug: card.slug })
