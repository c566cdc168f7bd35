import type { PlantedFault } from '../plant-faults.ts'

/** What devices send is applied once, and the store forgets nothing. */
export const tests: readonly string[] = [
  '--project',
  'sync-server',
  'sync-server/sync/apply.test.ts',
  'sync-server/sync/numbered.test.ts',
  'sync-server/sync/follow-journal.test.ts',
  'sync-server/sync/writer.test.ts',
  'sync-server/store/journal.test.ts',
  'sync-server/store/shapes.test.ts',
  'sync-server/store/store.test.ts',
]

export default [
  {
    name: 'a mutation of the server alone is taken from a member',
    file: 'sync-server/sync/apply.ts',
    find: "if (mutation.from === 'server' && request.source === 'member')",
    replace: "if (mutation.from === 'server' && request.source === 'member' && request.userId === null)",
  },
  {
    name: 'a number sent again with other content is answered as if it were the first',
    file: 'sync-server/sync/numbered.ts',
    find: "if (earlier.payloadHash !== hash) return () => ({ kind: 'corrupt' })",
    replace: "if (earlier.payloadHash === '') return () => ({ kind: 'corrupt' })",
  },
  {
    name: 'a mutation that was lost on the way is skipped',
    file: 'sync-server/sync/numbered.ts',
    find: 'if (n > device.lastMutation + 1) return',
    replace: 'if (n > device.lastMutation + 2) return',
  },
  {
    name: "a device of somebody else's account is believed",
    file: 'sync-server/sync/numbered.ts',
    find: "if (device.userId !== request.userId) return () => ({ kind: 'foreign' })",
    replace: "if (device.userId === '') return () => ({ kind: 'foreign' })",
  },
  {
    name: 'a mutation whose time had not come is never run again',
    file: 'sync-server/sync/numbered.ts',
    find: "if (earlier.outcome !== 'later') return answerAgain(batch.tx, earlier)",
    replace: 'return answerAgain(batch.tx, earlier)',
  },
  {
    name: 'a consumer goes on past entries that its handler failed on',
    file: 'sync-server/sync/follow-journal.ts',
    find: `      await handler(rows, stopping.signal)
      cursor = last.seq
`,
    replace: `      cursor = last.seq
      await handler(rows, stopping.signal)
`,
  },
  {
    name: 'the journal is pruned under a consumer that has not read it',
    file: 'sync-server/store/journal.ts',
    find: 'Math.min(position - keep, seen, before + atMost)',
    replace: 'Math.min(position - keep, before + atMost)',
  },
  {
    name: 'a late cursor moves a consumer back',
    file: 'sync-server/store/journal.ts',
    find: "            .where('consumer_cursor.seq', '<', sql.ref<number>('excluded.seq')),\n",
    replace: "            .where(sql.lit(1), '=', sql.lit(1)),\n",
  },
] satisfies readonly PlantedFault[]
