import { defineWebDomain } from '../../app/web-domain.ts'

export const booksOnWeb = defineWebDomain({
  routes: [
    {
      path: '/books',
      audience: 'everyone',
      offline: 'saved',
      variesByMember: true,
      menu: { word: 'Books' },
      page: () => import('./pages/books-page.tsx'),
    },
    { path: '/books/:year', audience: 'everyone', offline: 'saved', variesByMember: true, page: () => import('./pages/books-page.tsx') },
  ],
})
