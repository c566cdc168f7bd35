import type { Loads } from '../../app/route.ts'
import { loadComparison } from './compare.load.ts'
import { loadHistory } from './history.load.ts'

export const loads: Loads = {
  '/revisions/post/:postId/:slug?': loadHistory,
  '/compare/post/:postId/:slug?': loadComparison,
}
