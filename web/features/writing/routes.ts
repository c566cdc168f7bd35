import type { FeatureRoutes } from '../../app/route.ts'

export const writingRoutes: FeatureRoutes = [
  { path: '/newPost', title: 'New post', audience: 'member', offline: 'full', page: () => import('./pages/new-post-page.tsx') },
  { path: '/editPost', title: 'Edit post', audience: 'anyone-private', offline: 'full', page: () => import('./pages/edit-post-page.tsx') },
  { path: '/drafts', title: 'Drafts', audience: 'member', offline: 'full', isOwn: true, page: () => import('./pages/drafts-page.tsx') },
  { path: '/editor', title: 'Writing here', audience: 'everyone', offline: 'full', page: () => import('./pages/editor-guide-page.tsx') },
]
