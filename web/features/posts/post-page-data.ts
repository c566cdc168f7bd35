import type { loadPost } from './post.load.ts'

/** The data of a post's page, without the bodies: these are sent separately. */
export type PostPageData = Omit<Awaited<ReturnType<typeof loadPost>>, 'head' | 'bodies' | 'places'>
