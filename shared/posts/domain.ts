import { defineDomain, readPolicy } from '../kernel/domain.ts'
import { canReadComment, canReadRemovedText } from '../comments/rules.ts'
import { comments } from '../comments/schema.ts'
import { acceptCoauthor, endCoauthor, inviteCoauthor, setCoauthor } from './coauthor-mutations.ts'
import { invitations } from './invitation-schema.ts'
import {
  archivePost,
  createPost,
  publishPost,
  restorePost,
  saveDraft,
  setCommentsLocked,
  setIgnoresRateLimits,
  setCurated,
  setFrontpage,
  setOffLists,
  setPingbacks,
  setPostDetail,
  setSticky,
  unpublishPost,
} from './mutations.ts'
import { setCardDetail } from './card-mutations.ts'
import { accessOf, canReadPost, canReadRevision, withSharesFor } from './rules.ts'
import { authorships, pingbacks, posts, relatedQuestions, revisions, writings } from './schema.ts'
import { joinByLink, setLinkSharing, sharePost, unsharePost } from './share-mutations.ts'
import { setStaffDetail } from './staff-mutations.ts'
import { keepText, saveVersion, thinVersions } from './version-mutations.ts'

export const postsDomain = defineDomain({
  tables: [posts, revisions, writings, authorships, invitations, pingbacks, relatedQuestions],
  mutations: [
    createPost,
    setPostDetail,
    publishPost,
    saveVersion,
    unpublishPost,
    archivePost,
    restorePost,
    inviteCoauthor,
    acceptCoauthor,
    endCoauthor,
    setCoauthor,
    sharePost,
    unsharePost,
    setLinkSharing,
    saveDraft,
    keepText,
    thinVersions,
    setFrontpage,
    setCurated,
    setCommentsLocked,
    setIgnoresRateLimits,
    setSticky,
    setOffLists,
    setPingbacks,
    setStaffDetail,
    setCardDetail,
    joinByLink,
  ],
  policies: [
    readPolicy(posts, (post, viewer) => (canReadPost(viewer, post).allowed ? withSharesFor(viewer, post) : undefined)),
    readPolicy(revisions, async (revision, viewer, read) => {
      const post = await read.get(posts, revision.postId)
      if (post === undefined || !canReadRevision(viewer, revision, post).allowed) return undefined
      if (revision.subjectKind === 'post') return revision
      const comment = await read.get(comments, revision.subjectId)
      return comment && canReadComment(viewer, comment, post).allowed && canReadRemovedText(viewer, comment) ? revision : undefined
    }),
    readPolicy(writings, async (writing, viewer, read) => {
      const post = await read.get(posts, writing.id)
      return post !== undefined && accessOf(viewer, post) !== 'none' ? writing : undefined
    }),
  ],
})
