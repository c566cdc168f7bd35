import type { Loads } from '../../app/route.ts'
import { loadAllComments } from './all-comments.load.ts'
import { loadAllPosts } from './archive.load.ts'
import { loadCurated, loadFront } from './front.load.ts'

export const loads: Loads = {
  '/': loadFront,
  '/curated': loadCurated,
  '/allPosts': loadAllPosts,
  '/allComments': loadAllComments,
}
