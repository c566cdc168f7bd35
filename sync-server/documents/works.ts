import type { AnyWork } from '#server/sync/works.ts'
import { documentKey, swapSnapshot } from './compaction-works.ts'
import { beginDocument, keepUpdates } from './keep-updates.ts'

/** What the writer does for documents. */
export const documentWorks: readonly AnyWork[] = [keepUpdates, beginDocument, swapSnapshot, documentKey]
