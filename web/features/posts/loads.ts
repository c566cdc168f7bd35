import { links } from '#shared/links.ts'
import type { Loads } from '../../app/route.ts'
import { moved } from '../../data/answer.ts'
import { loadDiscussionSettings } from './discussion-settings.load.ts'
import { loadEditComment } from './edit-comment.load.ts'
import { loadPoll } from './poll.load.ts'
import { loadPost, loadPostBySlug } from './post.load.ts'
import { loadPostInCollection, loadPostInSequence, loadPostOfGroup } from './post-elsewhere.load.ts'
import { loadVote } from './vote.load.ts'

export const loads: Loads = {
  '/posts/:postId/:slug?': loadPost,
  '/events/:postId/:slug?': (data, request) => loadPost(data, request),
  '/posts/:postId/:slug/comment/:commentId?': loadPost,
  '/posts/slug': () => {
    throw moved(links.allPosts())
  },
  '/posts/slug/:slug': loadPostBySlug,
  '/s/:sequenceId/p/:postId': loadPostInSequence,
  '/g/:groupId/p/:postId': loadPostOfGroup,
  '/rationality/:slug': loadPostInCollection('rationality'),
  '/codex/:slug': loadPostInCollection('codex'),
  '/hpmor/:slug': loadPostInCollection('hpmor'),
  '/highlights/:slug': loadPostInCollection('highlights'),
  '/editComment': loadEditComment,
  '/discussionSettings': loadDiscussionSettings,
  '/vote': loadVote,
  '/poll': loadPoll,
}
