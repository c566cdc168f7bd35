import type { FeatureRoutes } from '../../app/route.ts'

export const sequenceRoutes: FeatureRoutes = [
  { path: '/library', title: 'Library', audience: 'everyone', offline: 'saved', page: () => import('./pages/library-page.tsx') },
  { path: '/s/:sequenceId', title: 'Sequence', audience: 'everyone', offline: 'saved', page: () => import('./pages/sequence-page.tsx') },
  {
    path: '/sequences/:sequenceId',
    title: 'Sequence',
    audience: 'everyone',
    offline: 'none',
    page: () => import('./pages/moved-page.tsx'),
  },
  {
    path: '/sequencesNew',
    title: 'New sequence',
    audience: 'member',
    offline: 'full',
    isOwn: true,
    page: () => import('./pages/sequences-new-page.tsx'),
  },
  {
    path: '/editSequence',
    title: 'Edit sequence',
    audience: 'member',
    offline: 'full',
    isOwn: true,
    page: () => import('./pages/edit-sequence-page.tsx'),
  },
  {
    path: '/collections/:collectionId',
    title: 'Collection',
    audience: 'everyone',
    offline: 'saved',
    page: () => import('./pages/collection-page.tsx'),
  },
  {
    path: '/editCollection',
    title: 'Edit collection',
    audience: 'member',
    offline: 'none',
    page: () => import('./pages/edit-collection-page.tsx'),
  },
  { path: '/sequences', title: 'Sequences', audience: 'everyone', offline: 'saved', page: () => import('./pages/collection-page.tsx') },
  { path: '/rationality', title: 'Rationality', audience: 'everyone', offline: 'saved', page: () => import('./pages/collection-page.tsx') },
  { path: '/codex', title: 'Codex', audience: 'everyone', offline: 'saved', page: () => import('./pages/collection-page.tsx') },
  { path: '/hpmor', title: 'HPMOR', audience: 'everyone', offline: 'saved', page: () => import('./pages/collection-page.tsx') },
  { path: '/highlights', title: 'Highlights', audience: 'everyone', offline: 'saved', page: () => import('./pages/collection-page.tsx') },
]
