/** Paths of routes whose pages are there in Markdown too (content.md 10.2). */
export const pathsWithTwins = [
  '/',
  '/about',
  '/editor',
  '/search',
  '/users/:slug',
  '/posts/:postId/:slug?',
  '/posts/:postId/:slug/comment/:commentId?',
  '/posts/slug/:slug',
  '/allPosts',
  '/allComments',
  '/curated',
  '/recommendations',
  '/quicktakes',
  '/questions',
  '/dialogues',
  '/leaderboard',
  '/w/:slug',
  '/w/:slug/discussion',
  '/wikitags/all',
  '/library',
  '/s/:sequenceId',
  '/s/:sequenceId/p/:postId',
  '/collections/:collectionId',
  '/sequences',
  '/rationality',
  '/rationality/:slug',
  '/codex',
  '/codex/:slug',
  '/hpmor',
  '/hpmor/:slug',
  '/highlights',
  '/highlights/:slug',
  '/editPost',
] as const
export type TwinPath = (typeof pathsWithTwins)[number]

const known: ReadonlySet<string> = new Set(pathsWithTwins)

/** @param routePath pattern, as in the route table. */
export const hasTwin = (routePath: string): boolean => known.has(routePath)
