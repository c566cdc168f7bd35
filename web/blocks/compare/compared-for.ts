import type { PageData } from '#shared/pages/page-data.ts'
import type { ComparisonAsked, ShownComparison } from '#shared/text/compare/shown.ts'

/**
 * Compares where the data comes from: the server in a thread of its own, a device by itself.
 * `null`: it would take too long.
 */
export async function comparedFor({ compare }: PageData, asked: ComparisonAsked): Promise<ShownComparison | null> {
  if (compare !== undefined) return compare(asked)
  // Devices load the pages' loads with all others, and few ever compare anything.
  const { shownComparison } = await import('#shared/text/compare/shown.ts')
  return shownComparison(asked)
}
