import type { loadEditSequence } from './edit-sequence.load.ts'

/** What `/editSequence` shows. */
export type EditData = Omit<Awaited<ReturnType<typeof loadEditSequence>>, 'head'>
