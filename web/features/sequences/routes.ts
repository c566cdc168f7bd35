import type { FeatureRoutes } from '../../app/route.ts'

const collection = () => import('./pages/collection-page.tsx')
/** Each shows the collection that stands for its name (`FEATURED_COLLECTIONS`). */
const featured = [
  ['/sequences', 'Sequences'],
  ['/rationality', 'Rationality'],
  ['/codex', 'Codex'],
  ['/hpmor', 'HPMOR'],
  ['/highlights', 'Highlights'],
] as const

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
    page: collection,
  },
  {
    path: '/editCollection',
    title: 'Edit collection',
    audience: 'member',
    offline: 'none',
    page: () => import('./pages/edit-collection-page.tsx'),
  },
  ...featured.map(([path, title]) => ({ path, title, audience: 'everyone', offline: 'saved', page: collection }) as const),
]
