import { links } from '#shared/links.ts'
import type { Post } from '#shared/posts/schema.ts'

/**
 * Where a text and its versions are read: a post's, or those of a wiki page or one of its lenses.
 */
export interface Addresses {
  readonly page: string
  readonly edit: string
  readonly version: (version: string) => string
  readonly history: (options?: { readonly limit?: number }) => string
  readonly compare: (options?: Readonly<Record<string, string | undefined>>) => string
  /** Goes along with the form that compares, whose own query would be lost. */
  readonly lens: string | null
}

export const addressesOfPost = (post: Pick<Post, 'id' | 'slug'>): Addresses => ({
  page: links.post(post),
  edit: links.editPost(post.id),
  version: (version) => links.postRevision(post, version),
  history: (options) => links.postHistory(post, options),
  compare: (options) => links.comparePost(post, options),
  lens: null,
})

export function addressesOfWiki(slug: string, lens: string | null): Addresses {
  const which = lens === null ? {} : { lens }
  return {
    page: links.wiki(slug, which),
    edit: links.editWiki(slug, which),
    version: (revision) => links.wiki(slug, { ...which, revision }),
    history: (options) => links.wikiVersions(slug, { ...which, ...options }),
    compare: (options) => links.compareWiki(slug, { ...which, ...options }),
    lens,
  }
}
