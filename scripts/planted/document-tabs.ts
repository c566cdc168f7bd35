import type { PlantedFault } from '../plant-faults.ts'

/**
 * The client of documents as it is shipped, in simulated tabs: each is caught at a recorded seed
 * (`simulation/recorded-seeds.json`, `tabs`).
 */
export const tests: readonly string[] = ['--project', 'simulation', 'simulation/tabs/tabs.test.ts']

const opened = 'web/data/documents/open-document.ts'
const link = 'web/data/documents/room-link.ts'
const rounds = 'web/data/documents/rounds.ts'

export default [
  {
    name: 'what the server holds is noted before it is on this disk',
    file: opened,
    find: '    if (!(await disk.settle())) return\n',
    replace: '',
  },
  {
    name: 'words are called safe though the disk that is back has not taken them',
    file: opened,
    find: 'safeCount = Math.min(safeCount, typedCount - 1)',
    replace: 'safeCount = Math.min(safeCount, typedCount)',
  },
  {
    name: 'words are called safe before the disk has answered',
    file: opened,
    find: 'const [isSafe] = await Promise.all([disk.settle(), markDirty()])',
    replace: 'void disk.settle()\n    await markDirty()\n    const isSafe = true',
  },
  {
    name: 'what is on this device alone is not noted as unsent',
    file: opened,
    find: 'const [isSafe] = await Promise.all([disk.settle(), markDirty()])',
    replace: 'const isSafe = await disk.settle()',
  },
  {
    name: 'a tab that has saved takes away what other tabs have noted as unsent',
    file: opened,
    find: 'isUnsaved ? before.dirtyBy : settledBy(tabId, before.dirtyBy, isCompared)',
    replace: 'isUnsaved ? before.dirtyBy : settledBy(tabId, [], isCompared)',
  },
  {
    name: 'what was typed while a request was on its way counts as saved with it',
    file: opened,
    find: 'isWhole: result.isWhole && typedCount === upTo',
    replace: 'isWhole: result.isWhole && typedCount >= upTo',
  },
  {
    name: 'the epoch of a document is ignored by who has it open',
    file: opened,
    find: 'if (wasHeld && access.epoch !== row.epoch) {',
    replace: 'if (wasHeld && access.epoch < row.epoch) {',
  },
  {
    name: 'a copy is deleted though the draft of its unsent words could not be made',
    file: opened,
    find: 'if (isUnsent && fork === null) {',
    replace: 'if (isUnsent && fork === null && copy.kind !== "mine") {',
  },
  {
    name: 'a tab that gives a copy up asks nobody what they had not sent',
    file: opened,
    find: "copy.kind === 'mine' ? isUnsaved || copy.isUnsent :",
    replace: "copy.kind === 'mine' ? isUnsaved :",
  },
  {
    name: 'tabs that hold two histories of one document tell each other their texts',
    file: link,
    find: '`${documentFile(ports.account, room)}:${epoch()}`',
    replace: '`${documentFile(ports.account, room)}:${Math.min(0, epoch())}`',
  },
  {
    name: 'the background takes away what a tab has noted meanwhile',
    file: rounds,
    find: 'const isAll = result.isWhole && (held === undefined ||',
    replace: 'const isAll = result.isWhole && (held !== null ||',
  },
  {
    name: 'the background notes as held what the browser has not written out',
    file: 'web/data/documents/unsent-rows.ts',
    find: '  await flushFile(name)\n',
    replace: '',
  },
  {
    name: 'documents are written without waiting for the disk',
    file: 'web/data/documents/document-files.ts',
    find: "'readwrite', { durability: 'strict' }",
    replace: "'readwrite', { durability: 'relaxed' }",
  },
] satisfies readonly PlantedFault[]
