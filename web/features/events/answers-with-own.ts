import type { RsvpStatus } from '#shared/events/schema.ts'
import type { AnsweredBy } from './who-comes.ts'

interface Answered {
  readonly answer: RsvpStatus
  readonly count: number
  readonly people: readonly AnsweredBy[]
}

interface Own {
  /** As the server had it when it drew the page. */
  readonly drawn: RsvpStatus | null
  /** As it stands on this device. */
  readonly own: RsvpStatus | null
  /** Only the organizers and the reader see the name. */
  readonly isPrivate: boolean
  readonly me: { readonly name: string | null; readonly slug: string | null }
}

/** Who comes, with the reader where they stand by now: last among those who answer so. */
export function answersWithOwn(answers: readonly Answered[], { drawn, own, isPrivate, me: { name, slug } }: Own): readonly Answered[] {
  if (drawn === own) return answers
  return answers.map(({ answer, count, people }) => {
    const others = people.filter((person) => person.slug !== slug)
    const isHere = answer === own && name !== null && slug !== null
    return {
      answer,
      count: count - Number(answer === drawn) + Number(answer === own),
      people: isHere ? [...others, { name, slug, ...(isPrivate && { note: 'private' as const }) }] : others,
    }
  })
}
