import { defineWebDomain } from '../../app/web-domain.ts'

export const postsOnWeb = defineWebDomain({
  routes: [
    {
      path: '/posts/:postId/:slug?',
      audience: 'everyone',
      offline: 'saved',
      layout: 'reading',
      sheets: ['essay', 'foot', 'discussion'],
      page: () => import('./pages/post-page.tsx'),
    },
    {
      path: '/posts/:postId/:slug/comment/:commentId?',
      audience: 'everyone',
      offline: 'saved',
      layout: 'reading',
      sheets: ['essay', 'foot', 'discussion'],
      page: () => import('./pages/post-page.tsx'),
    },
    {
      path: '/events/:postId/:slug?',
      audience: 'everyone',
      offline: 'saved',
      // Whether a member comes is asked without a script too.
      variesByMember: true,
      // A device has the post and when it is, and not who else comes.
      isReducedOffline: true,
      layout: 'reading',
      page: () => import('./pages/event-page.tsx'),
    },
    ...['/s/:sequenceId/p/:postId', '/g/:groupId/p/:postId', '/rationality/:slug', '/codex/:slug', '/hpmor/:slug', '/highlights/:slug'].map(
      (path) =>
        ({
          path,
          audience: 'everyone',
          offline: 'saved',
          layout: 'reading',
          sheets: ['essay', 'foot', 'discussion'],
          page: () => import('./pages/post-page.tsx'),
        }) as const,
    ),
    { path: '/posts/slug', audience: 'everyone', offline: 'none', page: () => import('./pages/moved-page.tsx') },
    { path: '/posts/slug/:slug', audience: 'everyone', offline: 'none', page: () => import('./pages/moved-page.tsx') },
    { path: '/editComment', audience: 'member', offline: 'none', page: () => import('./pages/edit-comment-page.tsx') },
    {
      path: '/discussionSettings',
      audience: 'member',
      offline: 'none',
      page: () => import('./pages/discussion-settings-page.tsx'),
    },
    { path: '/vote', audience: 'member', offline: 'none', page: () => import('./pages/vote-page.tsx') },
    { path: '/poll', audience: 'anyone-private', offline: 'none', page: () => import('./pages/poll-page.tsx') },
  ],
})
