import type { loadPost } from './post.load.ts'

/** What the page of a post shows; its bodies come apart. */
export type PostPageData = Omit<Awaited<ReturnType<typeof loadPost>>, 'head' | 'bodies'>
