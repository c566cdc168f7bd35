import type { Tag } from '#shared/wiki/schema.ts'

/** How far a page has come. */
export const gradeWords: Readonly<Record<Tag['grade'], string>> = {
  0: 'Not graded',
  1: 'Needs work',
  2: 'Stub',
  3: 'Useful',
  4: 'Good',
  5: 'Finished',
}
