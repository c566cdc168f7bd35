import type { PlantedFault } from '../plant-faults.ts'

/** The rules and views that both sides use. */
export const tests: readonly string[] = [
  '--project',
  'shared',
  'shared/kernel',
  'shared/votes',
  'shared/comments',
  'shared/reactions',
  'shared/sync',
]

export default [
  {
    name: 'a member with exactly the karma of a step votes with the weight below it',
    file: 'shared/votes/rules.ts',
    find: 'karma >= from)',
    replace: 'karma > from)',
  },
  {
    name: 'a member votes strongly on a comment of their own',
    file: 'shared/votes/rules.ts',
    find: "target.kind !== 'post' && Math.abs(value) === 2 ? deny('own-strong-vote')",
    replace: "target.kind !== 'post' && value === -2 ? deny('own-strong-vote')",
  },
  {
    name: 'a lock on replies that has passed still refuses them, one that stands does not',
    file: 'shared/comments/rules.ts',
    find: "(root.repliesLockedUntil ?? 0) > now ? deny('replies-locked')",
    replace: "(root.repliesLockedUntil ?? 0) < now ? deny('replies-locked')",
  },
  {
    name: 'a comment that waits for review is hidden from its author',
    file: 'shared/comments/rules.ts',
    find: "comment.awaitsReview && !isSelf(viewer, comment.authorId) && !isStaff(viewer) ? deny('not-found')",
    replace: "comment.awaitsReview && !isStaff(viewer) ? deny('not-found')",
  },
  {
    name: 'a list shows rows that the viewer may not see',
    file: 'shared/kernel/read-policy.ts',
    find: 'list: async <R extends Row>(query: Query<R>) => pass(query.table, await read.list(query)),',
    replace: 'list: async <R extends Row>(query: Query<R>) => read.list(query),',
  },
  {
    name: 'a reaction of mine that the counts hold already is counted twice',
    file: 'shared/reactions/shown.ts',
    find: 'const net = known.net + row.value - row.tallied',
    replace: 'const net = known.net + row.value',
  },
  {
    name: 'a stale row is not noticed: its version is not part of the digest',
    file: 'shared/sync/digest.ts',
    find: '`${kind}/${id}/${version}`',
    replace: '`${kind}/${id}/`',
  },
  {
    name: 'devices that lost the server together come back together',
    file: 'shared/sync/rate-limit.ts',
    find: 'return random * Math.min(maxMs, firstMs * 2 ** Math.min(tries, 10))',
    replace: 'return Math.min(maxMs, firstMs * 2 ** Math.min(tries, 10))',
  },
] satisfies readonly PlantedFault[]
