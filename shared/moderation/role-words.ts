import type { Group } from '../kernel/viewer.ts'

/** What a group is called for the staff. */
export const roleWords: Readonly<Record<Group, string>> = {
  trusted: 'Trusted',
  canModeratePersonal: 'Moderates own posts',
  canCommentLock: 'Locks comments',
  canSuggestCuration: 'Suggests curation',
  canBypassPostRateLimit: 'No post limit',
  tagManager: 'Tag manager',
  podcasters: 'Podcaster',
  moderators: 'Moderator',
  realAdmins: 'May act as administrator',
}
