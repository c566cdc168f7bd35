import type { PlantedFault } from '../plant-faults.ts'

/** What the server derives from mutations, and its forms: votes, reactions, accounts, posts. */
export const tests: readonly string[] = [
  '--project',
  'sync-server',
  'sync-server/derived',
  'sync-server/features/votes',
  'sync-server/features/reactions',
  'sync-server/features/accounts/sign-in.test.ts',
  'sync-server/features/accounts/accounts.test.ts',
  'sync-server/features/posts/jobs.test.ts',
  'sync-server/features/notifications/notifications.test.ts',
]

export default [
  {
    name: 'a vote that is changed counts beside the one before',
    file: 'sync-server/triggers/count-vote.ts',
    find: 'const by = vote.power - vote.tallied',
    replace: 'const by = vote.power',
    tests: ['--project', 'sync-server', 'sync-server/features/votes/parallel-votes.test.ts'],
  },
  {
    name: 'an author earns karma by voting on their own post',
    file: 'sync-server/triggers/count-vote.ts',
    find: 'for (const authorId of vote.isSelf ? [] : authorIds) {',
    replace: 'for (const authorId of authorIds) {',
    tests: ['--project', 'sync-server', 'sync-server/features/votes/parallel-votes.test.ts'],
  },
  {
    name: 'votes on one author are not limited',
    file: 'sync-server/triggers/vote-rate-limit.ts',
    find: 'most: voteLimits.perDayOnOneAuthor,',
    replace: 'most: voteLimits.perDay,',
    tests: ['--project', 'sync-server', 'sync-server/features/votes/vote-limits.test.ts'],
  },
  {
    name: 'taking a strong vote back makes no room for another',
    file: 'sync-server/features/votes/triggers.ts',
    find: '.filter((vote) => Math.abs(vote.value) === 2)',
    replace: '.filter((vote) => vote.value !== undefined)',
    tests: ['--project', 'sync-server', 'sync-server/features/votes/vote-limits.test.ts'],
  },
  {
    name: 'a reaction that is taken back still waits for the limit',
    file: 'sync-server/features/reactions/triggers.ts',
    find: 'if (row.value !== 0 && !isExempt) {',
    replace: 'if (!isExempt) {',
    tests: ['--project', 'sync-server', 'sync-server/features/reactions/reactions.test.ts'],
  },
  {
    name: 'a wrong password signs in',
    file: 'sync-server/features/accounts/sign-in-forms.ts',
    find: 'if (credential === undefined || !isRight || !isWithin) return refusedSignIn',
    replace: 'if (credential === undefined || !isWithin) return refusedSignIn',
    tests: ['--project', 'sync-server', 'sync-server/features/accounts/sign-in.test.ts'],
  },
  {
    name: 'the guesses of one who then signs in stay counted',
    file: 'sync-server/features/accounts/sign-in-forms.ts',
    find: '      await tools.forgive(attempt)\n',
    replace: '',
    tests: ['--project', 'sync-server', 'sync-server/features/accounts/sign-in.test.ts'],
  },
  {
    name: 'a publication that was called off or moved meanwhile is published all the same',
    file: 'sync-server/features/posts/jobs.ts',
    find: 'current?.publicationId === publicationId && current.dueAt === schedule.dueAt ?',
    replace: 'current !== undefined || publicationId === id ?',
    tests: ['--project', 'sync-server', 'sync-server/features/posts/jobs.test.ts'],
  },
  {
    name: 'ending mails of one kind takes back those of every kind that wait',
    file: 'sync-server/features/notifications/triggers.ts',
    find: "return types === 'all' || (type !== undefined && types.includes(type))",
    replace: "return types === 'all' || type !== undefined",
    tests: ['--project', 'sync-server', 'sync-server/notify/mails.test.ts'],
  },
] satisfies readonly PlantedFault[]
