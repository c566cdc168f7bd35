import { karmaStats } from '#shared/accounts/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'

/** Links to other sites of authors below this carry `nofollow` (content.md 2.7). */
const trustedKarma = 10

/** Which of these members' links search engines may follow. */
export async function trustedAuthors(read: Read, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await read.getMany(karmaStats, [...new Set(ids)])
  return new Set(found.filter((stats) => stats.karma >= trustedKarma).map((stats) => stats.id))
}
