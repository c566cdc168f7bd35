import type { Loads } from '../../app/route.ts'
import { loadEditComment } from './edit-comment.load.ts'
import { loadPost, loadPostBySlug } from './post.load.ts'
import { loadVote } from './vote.load.ts'
import { loadDrafts, loadEditPost, loadNewPost } from './write.load.ts'

export const loads: Loads = {
  '/posts/:postId/:slug?': loadPost,
  '/posts/:postId/:slug/comment/:commentId?': loadPost,
  '/posts/slug/:slug': loadPostBySlug,
  '/newPost': loadNewPost,
  '/editPost': loadEditPost,
  '/drafts': loadDrafts,
  '/editComment': loadEditComment,
  '/vote': loadVote,
}
