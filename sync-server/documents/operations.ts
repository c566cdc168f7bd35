import type { AnyOperation } from '#server/sync/operations.ts'
import { documentKey, swapSnapshot } from './compaction-operations.ts'
import { beginDocument, keepUpdates } from './keep-updates.ts'

/** What the writer does for documents. */
export const documentOperations: readonly AnyOperation[] = [keepUpdates, beginDocument, swapSnapshot, documentKey]
