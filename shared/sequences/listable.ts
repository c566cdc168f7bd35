/**
 * Neither a draft nor removed, and not waiting for a moderator. Apart from the schema, so that a
 * page may ask a rule without bringing every field's checks.
 */
export function isListable({ isDraft, removedAt, awaitsReview }: Listable): boolean {
  return !isDraft && removedAt === null && awaitsReview !== true
}

interface Listable {
  readonly isDraft: boolean
  readonly removedAt: number | null
  readonly awaitsReview?: boolean | undefined
}
