import type { Wiring } from '#server/sync/wiring.ts'
import { syncTables } from '#server/sync/device-tables.ts'
import { documentTables } from '#server/documents/tables.ts'
import { documentWorks } from '#server/documents/works.ts'
import { commentDerivations } from '#server/features/comments/derive.ts'
import { feedDerivations } from '#server/features/feed/derive.ts'
import { authorshipsOfPosts } from '#server/features/posts/migrations.ts'
import { postDerivations } from '#server/features/posts/derive.ts'
import { reportWorks } from '#server/features/reports/works.ts'
import { tallyVote } from '#server/features/votes/derive.ts'
import { viewerOf } from '#shared/accounts/rules.ts'
import { members, standings } from '#shared/accounts/schema.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { mutations, tables } from '#shared/registry.ts'

/** What the writer knows of the product: every table and mutation, what follows from each, and who a user is. Loaded by the writer's thread. */
export const wiring: Wiring = {
  tables: [...tables, ...syncTables, ...documentTables],
  works: [...documentWorks, ...reportWorks],
  mutations,
  migrations: [authorshipsOfPosts],
  derivations: [...postDerivations, ...commentDerivations, tallyVote, ...feedDerivations],
  async viewerOf(read, userId, now) {
    if (userId === null) return visitor
    const member = await read.get(members, userId)
    return member === undefined ? visitor : viewerOf(member, await read.get(standings, userId), now)
  },
}
