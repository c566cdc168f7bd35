import type { AnyOperation } from '#server/sync/operations.ts'
import { documentKey, swapSnapshot } from './compaction-works.ts'
import { beginDocument, keepUpdates } from './keep-updates.ts'

/** What the writer does for documents. */
export const documentWorks: readonly AnyOperation[] = [keepUpdates, beginDocument, swapSnapshot, documentKey]
