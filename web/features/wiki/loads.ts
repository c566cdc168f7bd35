import type { Loads } from '../../app/route.ts'
import { loadCreateWiki } from './create.load.ts'
import { loadWikiDashboard } from './dashboard.load.ts'
import { loadWikiDiscussion } from './discussion.load.ts'
import { loadWikiFeed } from './feed.load.ts'
import { loadWikiTags } from './portal.load.ts'
import { loadRandomWiki } from './random.load.ts'
import { loadWikiActivity } from './tag-votes/activity.load.ts'
import { loadPostTags } from './tag-votes/post-tags.load.ts'
import { loadTagMerge } from './tag-merge.load.ts'
import { loadTree } from './tree.load.ts'
import { loadWikiHistory } from './wiki-history.load.ts'
import { loadWiki } from './wiki.load.ts'

export const loads: Loads = {
  '/w/:slug': loadWiki,
  '/w/:slug/discussion': loadWikiDiscussion,
  '/w/:slug/history': loadWikiHistory,
  '/w/create': loadCreateWiki,
  '/w/random': loadRandomWiki,
  '/w/dashboard': loadWikiDashboard,
  '/wikitags/all': loadWikiTags,
  '/wFeed': loadWikiFeed,
  '/postTags': loadPostTags,
  '/wActivity': loadWikiActivity,
  '/arbital': loadTree,
  '/admin/tagMerge': loadTagMerge,
}
