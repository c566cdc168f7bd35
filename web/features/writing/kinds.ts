import { postKinds, publishedKinds } from '#shared/posts/kinds.ts'

/** What authors choose from; pages of the wiki are begun elsewhere. */
export const isKind = (text: string): text is (typeof postKinds)[number] => postKinds.some((kind) => kind === text)

/** What is published as a post: also what is begun elsewhere, and stays what it is. */
export const isPublishedKind = (text: string): text is (typeof publishedKinds)[number] => publishedKinds.some((kind) => kind === text)
