/**
 * Neither a draft nor removed. Apart from the schema, so that a page may ask a rule without
 * bringing every field's checks.
 */
export function isListable({ isDraft, removedAt }: { readonly isDraft: boolean; readonly removedAt: number | null }): boolean {
  return !isDraft && removedAt === null
}
