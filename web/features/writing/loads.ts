import type { Loads } from '../../app/route.ts'
import { loadDrafts, loadEditPost, loadNewPost } from './write.load.ts'

export const loads: Loads = {
  '/newPost': loadNewPost,
  '/editPost': loadEditPost,
  '/drafts': loadDrafts,
}
