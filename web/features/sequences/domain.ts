import { defineWebDomain } from '../../app/web-domain.ts'

const collection = () => import('./pages/collection-page.tsx')
/** Each shows the collection that stands for its name (`FEATURED_COLLECTIONS`). */
const featured = ['/sequences', '/rationality', '/codex', '/hpmor', '/highlights']

export const sequencesOnWeb = defineWebDomain({
  routes: [
    {
      path: '/library',
      audience: 'everyone',
      offline: 'saved',
      menu: { word: 'Library', sections: 30 },
      page: () => import('./pages/library-page.tsx'),
    },
    { path: '/s/:sequenceId', audience: 'everyone', offline: 'saved', page: () => import('./pages/sequence-page.tsx') },
    {
      path: '/sequences/:sequenceId',
      audience: 'everyone',
      offline: 'none',
      page: () => import('./pages/moved-page.tsx'),
    },
    {
      path: '/sequencesNew',
      audience: 'member',
      offline: 'full',
      isOwn: true,
      menu: { word: 'New sequence' },
      page: () => import('./pages/sequences-new-page.tsx'),
    },
    {
      path: '/editSequence',
      audience: 'member',
      offline: 'full',
      isOwn: true,
      page: () => import('./pages/edit-sequence-page.tsx'),
    },
    {
      path: '/collections/:collectionId',
      audience: 'everyone',
      offline: 'saved',
      page: collection,
    },
    {
      path: '/editCollection',
      audience: 'member',
      offline: 'none',
      page: () => import('./pages/edit-collection-page.tsx'),
    },
    ...featured.map((path) => ({ path, audience: 'everyone', offline: 'saved', page: collection }) as const),
  ],
})
