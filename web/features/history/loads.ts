import type { Loads } from '../../app/route.ts'
import { loadComparison, loadWikiComparison } from './compare.load.ts'
import { loadHistory, loadWikiVersions } from './history.load.ts'

export const loads: Loads = {
  '/revisions/post/:postId/:slug?': loadHistory,
  '/compare/post/:postId/:slug?': loadComparison,
  '/revisions/w/:slug': loadWikiVersions,
  '/compare/w/:slug': loadWikiComparison,
}
