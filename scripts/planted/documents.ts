import type { PlantedFault } from '../plant-faults.ts'

/**
 * Texts written together: what the server takes, stores and acknowledges, and what the device calls
 * saved.
 */
export const tests: readonly string[] = [
  '--project',
  'sync-server',
  '--project',
  'shared',
  '--project',
  'web',
  'sync-server/documents/document-state.test.ts',
  'sync-server/documents/commits.test.ts',
  'sync-server/documents/deleted-ranges.test.ts',
  'sync-server/documents/awareness-table.test.ts',
  'sync-server/documents/rooms.test.ts',
  'shared/documents',
  'web/data/documents',
]

export default [
  {
    name: "somebody writes under another's client id",
    file: 'sync-server/documents/document-state.ts',
    find: 'const foreign = inspected.clients.filter((range) => this.#isNews(range) && this.#isForeign(range.client, userId))\n    const whole',
    replace:
      'const foreign = inspected.clients.filter((range) => this.#isNews(range) && this.#isForeign(range.client, range.client.toString()))\n    const whole',
    tests: ['--project', 'sync-server', 'sync-server/documents/document-state.test.ts'],
  },
  {
    name: 'an update that builds on words that are missing is taken',
    file: 'sync-server/documents/document-state.ts',
    find: "    if (!covers(this.#vector, inspected.needs)) return { kind: 'refused', code: 'gap' }\n",
    replace: '',
    tests: ['--project', 'sync-server', 'sync-server/documents/document-state.test.ts'],
  },
  {
    name: 'who may only read changes a text by offering a copy',
    file: 'sync-server/documents/document-state.ts',
    find: "if (!mayWrite) return isOffer && judgement.change.clients.length === 0 ? null : 'not-allowed'",
    replace: "if (!mayWrite) return isOffer ? null : 'not-allowed'",
    tests: ['--project', 'sync-server', 'sync-server/documents/document-state.test.ts'],
  },
  {
    name: 'a commit that failed is not tried again: what was written is lost with the next crash',
    file: 'sync-server/documents/commits.ts',
    find: 'if (room.hasPending || room.claims.size > 0) dirty.add(room)',
    replace: 'if (room.claims.size > 0) dirty.add(room)',
    tests: ['--project', 'sync-server', 'sync-server/documents/rooms.test.ts'],
  },
  {
    name: 'changes of two people become one row under the name of the first',
    file: 'sync-server/documents/commits.ts',
    find: 'return one.userId === other.userId && one.isOut',
    replace: 'return one.isOut',
    tests: ['--project', 'sync-server', 'sync-server/documents/commits.test.ts'],
  },
  {
    name: 'an update with clients in the wrong order is taken',
    file: 'shared/documents/inspect.ts',
    find: "    if (client >= before) throw malformed('clients not in descending order')\n",
    replace: '',
    tests: ['--project', 'shared', 'shared/documents/inspect.test.ts'],
  },
  {
    name: 'an update that was refused counts as saved on the device',
    file: 'web/data/documents/ack-ledger.ts',
    find: 'if (frame !== undefined && !this.#refused.delete(frame.number)) this.serverHas(frame.to)',
    replace: 'if (frame !== undefined) this.serverHas(frame.to)',
    tests: ['--project', 'web', 'web/data/documents/ack-ledger.test.ts'],
  },
  {
    name: 'on a new socket the acknowledgements of the last one still count',
    file: 'web/data/documents/ack-ledger.ts',
    find: '    this.#waiting = []\n    this.#refused.clear()\n',
    replace: '    this.#refused.clear()\n',
    tests: ['--project', 'web', 'web/data/documents/ack-ledger.test.ts'],
  },
  {
    name: 'one unacknowledged frame is left, and the text is called saved',
    file: 'web/data/documents/ack-ledger.ts',
    find: 'this.#waiting[0].number <= count)',
    replace: 'this.#waiting[0].number <= count + 1)',
    tests: ['--project', 'web', 'web/data/documents/ack-ledger.test.ts'],
  },
  {
    name: 'a server that holds less than it had said is believed',
    file: 'web/data/documents/rounds.ts',
    find: "const isClean = !isUnsent(row) && result.kind === 'done' && result.refused === null",
    replace: "const isClean = isUnsent(row) && !isUnsent(row) && result.kind === 'done' && result.refused === null",
    tests: ['--project', 'web', 'web/data/documents/restored-server.test.ts'],
  },
  {
    name: 'the greeting of another store leaves documents noted as stored',
    file: 'web/data/device/documents.ts',
    find: 'await tx.docs.put(held.map(unsettled))',
    replace: 'await tx.docs.put(held)',
    tests: ['--project', 'web', 'web/data/documents/restored-server.test.ts', 'web/data/sync/core-connection.test.ts'],
  },
  {
    name: 'an open text goes on saying saved while a server that was set back lacks it',
    file: 'web/data/documents/ack-ledger.ts',
    find: 'const isLess = !covers(clocks, this.#stored)',
    replace: 'const isLess = covers(clocks, this.#stored) && clocks.size < 0',
    tests: ['--project', 'web', 'web/data/documents/restored-server.test.ts'],
  },
  {
    name: 'two histories that have nothing in common are merged, and a text stands twice',
    file: 'web/data/documents/bytes.ts',
    find: 'a.size > 0 && b.size > 0 && !',
    replace: 'a.size > 0 && b.size < 0 && !',
    tests: ['--project', 'web', 'web/data/documents/restored-server.test.ts'],
  },
  {
    name: 'a text that is seeded again is another history',
    file: 'sync-server/documents/workers/jobs.ts',
    find: '    ydoc.clientID = clientOf(doc)\n',
    replace: '',
    tests: ['--project', 'sync-server', 'sync-server/documents/workers/workers.test.ts', '-t', 'seeded'],
  },
  {
    name: 'one can type on in a copy that is being given up',
    file: 'web/data/documents/open-document.ts',
    find: 'isReadOnly.set(isEnding || ended.get() !== null ||',
    replace: 'isReadOnly.set(ended.get() !== null ||',
    tests: ['--project', 'web', 'web/data/documents/lost-place.test.ts'],
  },
] satisfies readonly PlantedFault[]
