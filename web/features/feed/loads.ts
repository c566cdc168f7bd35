import type { Loads } from '../../app/route.ts'
import { loadAllComments } from './all-comments.load.ts'
import { loadAllPosts } from './archive.load.ts'
import { loadFeed } from './feed.load.ts'
import { loadCustomize, loadFront } from './front.load.ts'
import { loadLeaderboard } from './leaderboard.load.ts'
import { loadCurated, loadRecommendations } from './recommendations.load.ts'
import { loadUnread } from './unread.load.ts'

export const loads: Loads = {
  '/': loadFront,
  '/customize': loadCustomize,
  '/curated': loadCurated,
  '/recommendations': loadRecommendations,
  '/unread': loadUnread,
  '/leaderboard': loadLeaderboard,
  '/feed': loadFeed,
  '/allPosts': loadAllPosts,
  '/allComments': loadAllComments,
}
