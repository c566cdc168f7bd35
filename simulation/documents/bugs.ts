/**
 * Bugs planted on purpose, to test the tests of documents. They live here alone, as wrappings of
 * what a node is given (planting.ts).
 */
export const documentBugs = {
  'ack-before-commit': 'a writer is told “saved” before the commit',
  'load-not-awaited': 'a tab is answered out of an empty document while the true one is still being read',
  'compaction-takes-unread-rows': 'rows that came while a snapshot was made go with those it was made from',
  'seed-twice': 'two nodes that open a post for the first time both write its text',
  'right-asked-again': 'what others have seen is refused at its commit, since its writer’s right has ended meanwhile',
  'right-never-ends': 'a node never hears that a right has ended',
  'its-writer-alone-brings-it': 'words that a crash took are refused from all others who were shown them',
  'restore-not-compared': 'a device does not notice that the server holds less than it had said',
  'restore-greeting-ignored': 'a device takes nothing for unsent when it is greeted by another store',
} as const
export type DocumentBug = keyof typeof documentBugs
