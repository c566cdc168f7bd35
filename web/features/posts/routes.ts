import type { FeatureRoutes } from '../../app/route.ts'

export const postRoutes: FeatureRoutes = [
  {
    path: '/posts/:postId/:slug?',
    title: 'Post',
    audience: 'everyone',
    offline: 'saved',
    layout: 'reading',
    page: () => import('./pages/post-page.tsx'),
  },
  {
    path: '/posts/:postId/:slug/comment/:commentId?',
    title: 'Comment on a post',
    audience: 'everyone',
    offline: 'saved',
    layout: 'reading',
    page: () => import('./pages/post-page.tsx'),
  },
  ...['/s/:sequenceId/p/:postId', '/rationality/:slug', '/codex/:slug', '/hpmor/:slug', '/highlights/:slug'].map(
    (path) =>
      ({
        path,
        title: 'Post',
        audience: 'everyone',
        offline: 'saved',
        layout: 'reading',
        page: () => import('./pages/post-page.tsx'),
      }) as const,
  ),
  { path: '/posts/slug/:slug', title: 'Post', audience: 'everyone', offline: 'none', page: () => import('./pages/moved-page.tsx') },
  { path: '/editComment', title: 'Edit comment', audience: 'member', offline: 'none', page: () => import('./pages/edit-comment-page.tsx') },
  {
    path: '/discussionSettings',
    title: 'The discussion',
    audience: 'member',
    offline: 'none',
    page: () => import('./pages/discussion-settings-page.tsx'),
  },
  { path: '/vote', title: 'Your vote', audience: 'member', offline: 'none', page: () => import('./pages/vote-page.tsx') },
  { path: '/poll', title: 'Poll', audience: 'anyone-private', offline: 'none', page: () => import('./pages/poll-page.tsx') },
  {
    path: '/prediction',
    title: 'Predictions',
    audience: 'anyone-private',
    offline: 'none',
    page: () => import('./pages/prediction-page.tsx'),
  },
]
