/** Every address in the product, as functions. Nothing else writes a path. */
import type { MailedLinkUse } from './links/mailed-link.ts'
import { picturePath } from './links/picture-path.ts'
import { sightPath } from './links/sight-path.ts'
import type { LoginPage, WelcomePage } from './links/sign-in-pages.ts'

export interface PostAddress {
  readonly id: string
  readonly slug: string | null
  /** `wiki`: its discussion is a page of its own. `event`: its page is among events. */
  readonly kind?: string
}

/**
 * Places in the address for collections; which one stands in each is the operator's to say
 * (FEATURED_COLLECTIONS).
 */
export const featuredNames = ['rationality', 'codex', 'hpmor', 'highlights'] as const
export type FeaturedName = (typeof featuredNames)[number]

type Options<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

interface MapAddress {
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  readonly zoom?: number | undefined
  readonly show?: 'groups' | 'events' | 'members' | undefined
  /** Names with commas between them. */
  readonly filters?: string | undefined
  readonly limit?: number | undefined
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
  front: (
    options: {
      readonly sort?: 'latest' | undefined
      readonly limit?: number | undefined
      /** How many recent discussions. */
      readonly talk?: number | undefined
      /** Of its own (`shared/feed/filters.ts`), to show it to others. */
      readonly filters?: string | undefined
    } = {},
  ) => `/${query(options)}`,
  /** The front page's panel as a page. `filters`: as they are. */
  customize: (filters = '') => `/customize${query({ filters })}`,
  recommendations: (options: { readonly limit?: number | undefined; readonly spotlights?: number | undefined } = {}) =>
    `/recommendations${query(options)}`,
  /** What a member left unread. */
  unread: (options: { readonly limit?: number | undefined } = {}) => `/unread${query(options)}`,
  leaderboard: (options: { readonly period?: 'month' | undefined; readonly limit?: number | undefined } = {}) =>
    `/leaderboard${query(options)}`,
  /** Posts, comments and quick takes mixed for one reader. */
  mixedFeed: (
    options: {
      readonly tab?: 'following' | undefined
      readonly limit?: number | undefined
      /** When it was begun. */
      readonly at?: number | undefined
    } = {},
  ) => `/feed${query(options)}`,
  postAnalytics: (postId?: string, options: { readonly from?: string; readonly until?: string } = {}) =>
    `/postAnalytics${query({ postId, ...options })}`,
  curated: (options: { readonly limit?: number | undefined } = {}) => `/curated${query(options)}`,
  allPosts: (options: Readonly<Record<string, string | number | boolean | null | undefined>> = {}) => `/allPosts${query(options)}`,
  allComments: (options: Readonly<Record<string, string | number | null | undefined>> = {}) => `/allComments${query(options)}`,
  post: (post: PostAddress) =>
    `/${post.kind === 'event' ? 'events' : 'posts'}/${post.id}${post.slug === null ? '' : `/${segment(post.slug)}`}`,
  postRevision: (post: PostAddress, version: string) => `${links.post(post)}${query({ revision: version })}`,
  postHistory: (post: PostAddress, options: { readonly limit?: number | undefined } = {}) =>
    `/revisions${links.post({ ...post, kind: '' }).replace('/posts/', '/post/')}${query(options)}`,
  /** Two versions of a post side by side. */
  comparePost: (post: PostAddress, options: Readonly<Record<string, string | undefined>> = {}) =>
    `/compare${links.post({ ...post, kind: '' }).replace('/posts/', '/post/')}${query(options)}`,
  /** The comment in its place in the thread. */
  commentInThread: (post: PostAddress, commentId: string) =>
    post.kind === 'wiki' ? links.comment(post, commentId) : `${links.post(post)}#${commentId}`,
  /** The comment above the post, with its replies and a reply form. */
  comment: (post: PostAddress, commentId: string) => `${links.post(post)}${query({ commentId })}`,
  reply: (post: PostAddress, commentId: string) => `${links.comment(post, commentId)}#reply`,
  editComment: (commentId: string) => `/editComment${query({ commentId })}`,
  /**
   * What the authors of a post ask of those who comment, and whom they shut out; `userId`: somebody
   * to be shut out.
   */
  discussionSettings: (postId: string, userId?: string) => `/discussionSettings${query({ postId, userId })}`,
  /** Which of one's own texts a language model may complete from. */
  autocompleteSettings: (counts: { readonly posts?: number; readonly comments?: number } = {}) => `/autocompleteSettings${query(counts)}`,
  user: (slug: string) => `/users/${segment(slug)}`,
  /** What the staff can do about a member. */
  editUser: (slug: string, options: { readonly limit?: number | undefined } = {}) => `${links.user(slug)}/edit${query(options)}`,
  /** A member's comments with what answers them. */
  replies: (slug: string, options: { readonly limit?: number | undefined } = {}) => `${links.user(slug)}/replies${query(options)}`,
  quickTakes: (options: { readonly limit?: number | undefined } = {}) => `/quicktakes${query(options)}`,
  questions: (options: { readonly includeRelatedQuestions?: boolean } = {}) => `/questions${query(options)}`,
  dialogues: (options: { readonly limit?: number | undefined } = {}) => `/dialogues${query(options)}`,
  /** Bookmarks & history: `tab` is a part of the page. */
  bookmarks: (
    options: { readonly saved?: number | undefined; readonly read?: number | undefined; readonly votes?: number | undefined } = {},
    tab: 'bookmarks' | 'readhistory' | 'votehistory' = 'bookmarks',
  ) => `/bookmarks${query(options)}${tab === 'bookmarks' ? '' : `#${tab}`}`,
  /** An uploaded picture; `width`: one of its narrower forms. */
  picture: (id: string, width?: number) => `${picturePath}${id}${query({ w: width })}`,
  /**
   * The drawn picture for links to a post, and for links to the site: `shared/pages/link-card.ts`
   * says their versions.
   */
  postCard: (postId: string, version: string, width?: number) => `/card/posts/${postId}/${version}.png${query({ w: width })}`,
  siteCard: (version: string, width?: number) => `/card/site/${version}.png${query({ w: width })}`,
  /** What oEmbed's consumers ask; `url` is whole. */
  oembed: (options: { readonly url?: string | undefined; readonly format?: 'json' | 'xml' | undefined } = {}) => `/oembed${query(options)}`,
  /** A post as other sites may frame it. */
  embedPost: (postId: string) => `/embed/posts/${postId}`,
  /** Asks the moderators to look at something; `/reports`: what became of that. */
  report: (kind: 'post' | 'comment' | 'member' | 'message', id: string) => `/report${query({ kind, id })}`,
  reports: () => '/reports',
  inbox: (
    options: {
      readonly conversation?: string | undefined
      /** Numbers of messages: what is older than this one. */
      readonly before?: number | undefined
      readonly showArchive?: true | undefined
      readonly limit?: number | undefined
    } = {},
  ) => `/inbox${query(options)}`,
  newConversation: () => '/inbox?compose=new',
  /** Conversations of the moderators'; `user`: those with a member. For moderators. */
  moderatorInbox: (
    options: {
      readonly conversation?: string | undefined
      readonly before?: number | undefined
      readonly user?: string | undefined
      readonly limit?: number | undefined
      readonly compose?: 'new' | undefined
      readonly to?: string | undefined
      /** Its text stands in the composer. */
      readonly templateId?: string | undefined
    } = {},
  ) => `/moderatorInbox${query(options)}`,
  /** Writes to a member. */
  message: (slug: string) => `/message/${segment(slug)}`,
  /** The queue: `tab` a group of it, `user` one member. For moderators, as is the next. */
  supermod: (
    options: { readonly tab?: string | undefined; readonly user?: string | undefined; readonly limit?: number | undefined } = {},
  ) => `/admin/supermod${query(options)}`,
  moderationTemplates: (options: { readonly deleted?: true | undefined } = {}) => `/admin/moderationTemplates${query(options)}`,
  /** What is on its way to the server. */
  outbox: () => '/outbox',
  /** What is kept in this browser. */
  device: () => '/device',
  /** `also`: what else the new post begins with, such as `tagId`. */
  newPost: (category?: 'question' | 'linkpost' | 'quickTake', also: Readonly<Record<string, string>> = {}) =>
    `/newPost${query({ category, ...also })}`,
  editPost: (postId: string) => `/editPost${query({ postId })}`,
  /** A draft, by the link with which it is shared. */
  sharedDraft: (postId: string, key: string) => `/editPost${query({ postId, key })}`,
  drafts: () => '/drafts',
  /** A wiki page; `lens`: another treatment of its subject. */
  wiki: (slug: string, options: Readonly<Record<string, string | number | undefined>> = {}) => `/w/${segment(slug)}${query(options)}`,
  /** A comment in the discussion of a wiki page, or the discussion. */
  wikiDiscussion: (slug: string, options: { readonly commentId?: string | undefined; readonly lens?: string | undefined } = {}) =>
    `/w/${segment(slug)}/discussion${query(options)}`,
  editWiki: (slug: string, options: { readonly lens?: string | undefined; readonly form?: 1 } = {}) =>
    `/w/${segment(slug)}/edit${query(options)}`,
  /** All that happened to a wiki page. */
  wikiHistory: (slug: string, options: Readonly<Record<string, string | number | undefined>> = {}) =>
    `/w/${segment(slug)}/history${query(options)}`,
  /** The versions of its text, as a table. */
  wikiVersions: (slug: string, options: { readonly lens?: string | undefined; readonly limit?: number | undefined } = {}) =>
    `/revisions/w/${segment(slug)}${query(options)}`,
  compareWiki: (slug: string, options: Readonly<Record<string, string | undefined>> = {}) => `/compare/w/${segment(slug)}${query(options)}`,
  createWiki: (
    options: { readonly name?: string | undefined; readonly type?: 'tag' | 'wiki' | undefined; readonly lensOf?: string | undefined } = {},
  ) => `/w/create${query(options)}`,
  /** All wiki pages and tags, in groups. `q`: those that match. */
  wikiTags: (options: { readonly q?: string | undefined; readonly all?: string | undefined } = {}) => `/wikitags/all${query(options)}`,
  wikiDashboard: (options: { readonly focus?: string | undefined; readonly limit?: number | undefined } = {}) =>
    `/w/dashboard${query(options)}`,
  randomWiki: () => '/w/random',
  /** Votes on relevance, and the newest wiki pages. */
  wikiActivity: (options: { readonly limit?: number | undefined } = {}) => `/wActivity${query(options)}`,
  wikiFeed: (options: { readonly limit?: number | undefined } = {}) => `/wFeed${query(options)}`,
  /** A post’s tags, to vote on them and to add some; `words`: tags are looked for by them. */
  postTags: (postId: string, words?: string) => `/postTags${query({ postId, words })}`,
  /** Wiki pages as a tree. */
  arbital: () => '/arbital',
  library: (options: { readonly limit?: number | undefined; readonly curated?: number | undefined } = {}) => `/library${query(options)}`,
  sequence: (sequenceId: string) => `/s/${sequenceId}`,
  /** The whole of it as one file, EPUB. */
  sequenceBook: (sequenceId: string) => `/api/sequence/${sequenceId}/book.epub`,
  /** A post with what comes before and after it there. */
  postInSequence: (sequenceId: string, postId: string) => `/s/${sequenceId}/p/${postId}`,
  /** Begins one, and has the member's own. */
  sequencesNew: () => '/sequencesNew',
  /** `words`: posts to be put in are looked for by them. */
  editSequence: (sequenceId: string, words?: string) => `/editSequence${query({ sequenceId, words })}`,
  collection: (collectionId: string) => `/collections/${collectionId}`,
  editCollection: (collectionId?: string) => `/editCollection${query({ collectionId })}`,
  /**
   * A collection by the name that the deployment gives one of its places, and a post as read there.
   */
  featured: (name: FeaturedName, slug?: string) => `/${name}${slug === undefined ? '' : `/${segment(slug)}`}`,
  /** Where authors explain the words of their posts. `all`: of everybody’s, for administrators. */
  glossaryEditor: (options: { readonly postId?: string; readonly limit?: number | undefined; readonly all?: true | undefined } = {}) =>
    `/glossaryEditor${query(options)}`,
  postsWithTerms: (options: { readonly limit?: number | undefined } = {}) => `/postsWithApprovedJargon${query(options)}`,
  /** What stands at the top of the front page, when: for moderators. */
  spotlights: (options: { readonly drafts?: boolean | undefined; readonly view?: 'past' | undefined } = {}) =>
    `/spotlights${query(options)}`,
  bestOf: (options: { readonly year?: number | 'all' | undefined; readonly category?: string | undefined } = {}) =>
    `/bestoflesswrong${query(options)}`,
  /** Where administrators choose what stands there; without a year the latest with results. */
  /** `picture`: of which post the picture is chosen. */
  bestOfAdmin: (
    year?: number,
    options: { readonly state?: string | undefined; readonly picture?: string | undefined; readonly limit?: number | undefined } = {},
  ) => `/bestoflesswrongadmin${year === undefined ? '' : `/${year}`}${query(options)}`,
  /** The ballot of the annual review; without a year that of the latest. */
  reviewVoting: (
    year?: number,
    /** `post`: opened beside the list. */
    options: Options<{ sort: string; reverse: true; tag: string; read: true; limit: number; post: string }> = {},
  ) => `/reviewVoting${year === undefined ? '' : `/${year}`}${query(options)}`,
  /** Posts of the year to vote for, while posts are nominated. */
  nominatePosts: (year?: number, options: Options<{ tab: string; read: boolean; voted: boolean; tag: string; limit: number }> = {}) =>
    `/nominatePosts${year === undefined ? '' : `/${year}`}${query(options)}`,
  /** What was nominated in a review that is over. */
  nominations: (year: number, options: { readonly sort?: string | undefined; readonly limit?: number | undefined } = {}) =>
    `/nominations/${year}${query(options)}`,
  /** The reviews of a year, or what came of its votes. */
  reviews: (
    year?: number | 'all',
    options: {
      readonly tab?: 'results' | undefined
      readonly sort?: 'score' | 'new' | 'top' | undefined
      readonly limit?: number | undefined
    } = {},
  ) => `/reviews${year === undefined ? '' : `/${year}`}${query(options)}`,
  /** The results of a year as a file (`shared/annual-review/export.ts`). */
  reviewExport: (year: number | ':year', file: string) => `/api/reviews/${year}/${file}`,
  /** What a member has written for the review of a year. */
  memberReviews: (slug: string, year: number, options: { readonly limit?: number | undefined } = {}) =>
    `${links.user(slug)}/reviews/${year}${query(options)}`,
  /** Posts of a year that need a review. */
  quickReview: (year?: number, options: { readonly limit?: number | undefined } = {}) =>
    `/quickReview${year === undefined ? '' : `/${year}`}${query(options)}`,
  /** What a review as a post of its own can be. */
  newLongformReview: () => '/newLongformReview',
  /** Where a post is reviewed, with what others have written. */
  reviewPost: (postId: string) => `/reviewPost/${segment(postId)}`,
  /** For administrators; without a year that of the latest. */
  reviewAdmin: (year?: number, options: { readonly state?: string | undefined; readonly limit?: number | undefined } = {}) =>
    `/reviewAdmin${year === undefined ? '' : `/${year}`}${query(options)}`,
  /** The site about itself. */
  meta: (options: { readonly limit?: number | undefined } = {}) => `/meta${query(options)}`,
  postInGroup: (groupId: string, postId: string) => `/g/${segment(groupId)}/p/${segment(postId)}`,
  localGroup: (id: string, options: { readonly limit?: number | undefined } = {}) => `/groups/${segment(id)}${query(options)}`,
  allLocalGroups: () => '/allgroups',
  community: () => '/community',
  /** `show`, `filters`: only those kinds and types. Without a place: the whole world. */
  groupsMap: (options: MapAddress = {}) => `/groups-map${query({ ...options })}`,
  /** `groupId`: of that group. */
  doorList: (postId: string) => `/doorList${query({ postId })}`,
  newEvent: (groupId?: string) => `/newEvent${query({ groupId })}`,
  copyOfEvent: (postId: string) => `/newEvent${query({ copyOf: postId })}`,
  upcomingEvents: (options: { readonly limit?: number | undefined } = {}) => `/upcomingEvents${query(options)}`,
  pastEvents: (options: { readonly limit?: number | undefined } = {}) => `/pastEvents${query(options)}`,
  /** For calendars. */
  /** Near a place, or near one's own. */
  nearbyEvents: (options: { readonly lat?: number; readonly lng?: number; readonly radius?: number; readonly limit?: number } = {}) =>
    `/nearbyEvents${query(options)}`,
  eventCalendar: (id: string) => `/events/${segment(id)}.ics`,
  groupCalendar: (id: string) => `/groups/${segment(id)}.ics`,
  /** `radius`: in km. */
  nearbyCalendar: (place: { readonly lat: number; readonly lng: number; readonly radius: number }) => `/nearby.ics${query({ ...place })}`,
  /** Of a member; `key` is a secret. In its query, where no log has it. */
  ownCalendar: (key: string) => `/calendar.ics${query({ key })}`,
  /** Printed books. */
  books: () => '/books',
  booksOf: (year: number) => `/books/${year}`,
  /** Texts from elsewhere, as drafts. */
  importTexts: () => '/import',
  /** One's own texts, as files. `postId`: that one is chosen already. */
  exportTexts: (options: { readonly postId?: string | undefined } = {}) => `/export${query(options)}`,
  vote: (targetId: string) => `/vote${query({ target: targetId })}`,
  /** Who reacted to a post or comment, and how; the buttons for those without a script. */
  react: (targetId: string) => `/react${query({ target: targetId })}`,
  /** Corrections suggested in what one wrote; `target`: in that post or comment. */
  typos: (targetId?: string) => `/typos${query({ target: targetId })}`,
  reactedComments: (options: { readonly limit?: number | undefined } = {}) => `/allCommentsWithReacts${query(options)}`,
  poll: (postId: string, pollUid: string) => `/poll${query({ post: postId, poll: pollUid })}`,
  prediction: (postId: string, uid: string) => `/prediction${query({ post: postId, question: uid })}`,
  editorGuide: () => '/editor',
  login: (options: LoginPage = {}) => `/login${query({ ...options })}`,
  /** The first steps of a member. */
  welcome: (options: WelcomePage = {}) => `/welcome${query({ ...options })}`,
  account: (tab?: string) => `/account${query({ tab })}`,
  /** The very setting, by its name (`shared/accounts/setting-places.ts`). */
  setting: (name: string) => `/account${query({ highlightField: name })}`,
  logout: () => '/logout',
  resetPassword: (token: string) => `/resetPassword/${segment(token)}`,
  emailToken: (token: string, use: MailedLinkUse = {}) => `/emailToken/${segment(token)}${query({ ...use })}`,
  resendVerification: () => '/resendVerificationEmail',
  /** `user` is the slug of the suspended member. */
  banNotice: (options: { readonly user?: string | undefined } = {}) => `/banNotice${query(options)}`,
  devInbox: () => '/dev/inbox',
  devMail: (mailId: string) => `/dev/inbox/${segment(mailId)}`,
  /** What one was told. `tab`: a kind of news, or `settings`. */
  notices: (options: { readonly tab?: string | undefined; readonly limit?: number | undefined } = {}) => `/notifications${query(options)}`,
  manageSubscriptions: () => '/manageSubscriptions',
  muted: () => '/muted',
  /** Of one's own: readers by mail. */
  newsletter: () => '/newsletter',
  newsletterExport: () => '/newsletter/export',
  newsletterSent: () => '/newsletter/sent',
  confirmNewsletter: (token: string) => `/newsletter/confirm/${segment(token)}`,
  leaveNewsletter: (token: string) => `/newsletter/leave/${segment(token)}`,
  /** Said to a guest who has answered an event, and the page behind the link in their mails. */
  guestSent: () => '/rsvp/sent',
  guestAnswer: (token: string) => `/rsvp/${segment(token)}`,
  /** Ends mails, with a right that the mail carries and no sign-in. */
  unsubscribe: (token: string) => `/unsubscribe/${segment(token)}`,
  /** The key for a browser's push service, and where a browser is told of and taken back. */
  push: () => '/api/push',
  /** How a mail of these would look, for administrators. */
  noticePreview: () => '/debug/notificationEmailPreview',
  /** Which mails went to the administrator who looks; `q`: to the member of that name. */
  emailHistory: (options: { readonly q?: string } = {}) => `/debug/emailHistory${query(options)}`,
  /** The API for programs, described for people. */
  api: () => '/api/',
  openApi: () => '/api/openapi.json',
  mcp: () => '/mcp',
  about: () => '/about',
  contact: () => '/contact',
  faq: () => '/faq',
  privacy: () => '/privacy',
  terms: () => '/terms',
  donate: () => '/donate',
  /** In which group of each running test one is. */
  abTestGroups: () => '/abTestGroups',
  ceremony: () => '/petrov/ceremony',
  seasonalPoll: () => '/petrovDayPoll',
  /** Where administrators make ceremonies, polls of a season and banners. */
  seasonalEvents: () => '/admin/seasons',
  /** Which posts are shown at those: for administrators. */
  payments: () => '/payments',
  ownPayments: (options: { readonly notice?: 'saved' | undefined } = {}) => `/payments/account${query(options)}`,
  paymentsAdmin: (options: { readonly state?: string | undefined } = {}) => `/payments/admin${query(options)}`,
  onboardingPreview: () => '/admin/onboarding',
  sitePages: () => '/admin/pages',
  synonyms: () => '/admin/synonyms',
  tagMerge: () => '/admin/tagMerge',
  /** Everything public, for mirrors. */
  archive: () => '/archive',
  settings: () => '/settings',
  feed: (options: Readonly<Record<string, string>> = {}) => `/feed.xml${query(options)}`,
  /** What is here for programs. */
  llms: () => '/llms.txt',
  /** A page in Markdown. @param address path and query of the page. */
  markdown: (address: string) => {
    const [path = '/', search] = address.split('?', 2)
    return `${path === '/' ? '/index' : path}.md${search === undefined ? '' : `?${search}`}`
  },
  sitemap: () => '/sitemap.xml',
  manifest: () => '/manifest.webmanifest',
  /** Where a plain form is sent. */
  form: (mutation: string) => `/api/form/${mutation}`,
  /** Where a script sends a mutation. */
  mutation: (name: string) => `/api/mutations/${name}`,
  /** Where a document of Google Docs is fetched, for the import. */
  importGoogle: () => '/api/import/google',
  /** One's own texts, a page at a time, for the export. */
  exportTables: () => '/api/export/tables',
  exportRows: (options: { readonly table?: string; readonly offset?: number } = {}) => `/api/export/rows${query(options)}`,
  exportPage: (options: { readonly after?: string | undefined } = {}) => `/api/export${query(options)}`,
  /** `options` as `searchQuery` of shared/search/params.ts gives them. */
  search: (options: Readonly<Record<string, string | number | null>> = {}) => `/search${query(options)}`,
  /** What is asked while one types; `users`: members alone. */
  searchQuick: (typed?: string, kind?: 'users') => `/api/search${query({ query: typed, kind })}`,
  /** Towns, while one types their name. */
  towns: (typed?: string) => `/api/towns${query({ query: typed })}`,
  /** A browser says how long a post was in sight. */
  sight: sightPath,
  me: (options: { readonly thread?: string | undefined; readonly votesSince?: number | undefined; readonly email?: true } = {}) =>
    `/api/me${query(options)}`,
  pageData: (url: string) => `/api/page${query({ url })}`,
  preview: (url: string) => `/api/preview${query({ url })}`,
} as const
