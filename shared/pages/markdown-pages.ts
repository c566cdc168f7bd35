/** Paths of routes whose pages are there in Markdown too (content.md 10.2). */
export const pathsWithMarkdown = [
  '/',
  '/about',
  '/contact',
  '/faq',
  '/privacy',
  '/terms',
  '/donate',
  '/editor',
  '/search',
  '/users/:slug',
  '/posts/:postId/:slug?',
  '/events/:postId/:slug?',
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
export type MarkdownPath = (typeof pathsWithMarkdown)[number]

const known: ReadonlySet<string> = new Set(pathsWithMarkdown)

/** @param routePath pattern, as in the route table. */
export const hasMarkdown = (routePath: string): boolean => known.has(routePath)
