/** Every address in the product, as functions. Nothing else writes a path. */

interface PostAddress {
  readonly id: string
  readonly slug: string | null
}

/** A query of what is there, with its question mark. */
export const query = (pairs: Readonly<Record<string, string | number | boolean | null | undefined>>): string => {
  const parts = Object.entries(pairs).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [`${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

const segment = encodeURIComponent

export const links = {
  front: (options: { readonly sort?: 'latest' | undefined; readonly limit?: number | undefined } = {}) => `/${query(options)}`,
  curated: (options: { readonly limit?: number | undefined } = {}) => `/curated${query(options)}`,
  allPosts: (options: Readonly<Record<string, string | number | boolean | null | undefined>> = {}) => `/allPosts${query(options)}`,
  allComments: (options: Readonly<Record<string, string | number | null | undefined>> = {}) => `/allComments${query(options)}`,
  post: (post: PostAddress) => (post.slug === null ? `/posts/${post.id}` : `/posts/${post.id}/${segment(post.slug)}`),
  postRevision: (post: PostAddress, version: string) => `${links.post(post)}${query({ revision: version })}`,
  /** The comment in its place in the thread. */
  commentInThread: (post: PostAddress, commentId: string) => `${links.post(post)}#${commentId}`,
  /** The comment above the post, with its replies and a reply form. */
  comment: (post: PostAddress, commentId: string) => `${links.post(post)}${query({ commentId })}`,
  reply: (post: PostAddress, commentId: string) => `${links.comment(post, commentId)}#reply`,
  editComment: (commentId: string) => `/editComment${query({ commentId })}`,
  user: (slug: string) => `/users/${segment(slug)}`,
  /** A member's comments with what answers them. */
  replies: (slug: string, options: { readonly limit?: number | undefined } = {}) => `${links.user(slug)}/replies${query(options)}`,
  /** Saved and read: `tab` is a part of the page. */
  bookmarks: (
    options: { readonly saved?: number | undefined; readonly read?: number | undefined; readonly votes?: number | undefined } = {},
    tab: 'bookmarks' | 'readhistory' | 'votehistory' = 'bookmarks',
  ) => `/bookmarks${query(options)}${tab === 'bookmarks' ? '' : `#${tab}`}`,
  /** What is on its way to the server. */
  outbox: () => '/outbox',
  /** What is kept in this browser. */
  device: () => '/device',
  newPost: (category?: 'question' | 'linkpost') => `/newPost${query({ category })}`,
  editPost: (postId: string) => `/editPost${query({ postId })}`,
  drafts: () => '/drafts',
  vote: (targetId: string) => `/vote${query({ target: targetId })}`,
  login: (options: { readonly returnTo?: string | undefined; readonly mode?: 'signUp' | 'reset' | undefined } = {}) =>
    `/login${query(options)}`,
  account: (tab?: string) => `/account${query({ tab })}`,
  logout: () => '/logout',
  resetPassword: (token: string) => `/resetPassword/${segment(token)}`,
  emailToken: (token: string) => `/emailToken/${segment(token)}`,
  resendVerification: () => '/resendVerificationEmail',
  banNotice: () => '/banNotice',
  devInbox: () => '/dev/inbox',
  devMail: (mailId: string) => `/dev/inbox/${segment(mailId)}`,
  about: () => '/about',
  settings: () => '/settings',
  feed: (options: Readonly<Record<string, string>> = {}) => `/feed.xml${query(options)}`,
  sitemap: () => '/sitemap.xml',
  manifest: () => '/manifest.webmanifest',
  /** Where a plain form is sent. */
  form: (deed: string) => `/api/form/${deed}`,
  /** Where a script sends a mutation. */
  deed: (name: string) => `/api/deeds/${name}`,
  me: (options: { readonly thread?: string | undefined; readonly votesSince?: number | undefined; readonly email?: true } = {}) =>
    `/api/me${query(options)}`,
  pageData: (url: string) => `/api/page${query({ url })}`,
  preview: (url: string) => `/api/preview${query({ url })}`,
} as const
