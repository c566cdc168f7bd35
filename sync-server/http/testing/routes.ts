/**
 * The routes that the site must have, with the status that each role gets for an address of the
 * example community; a part of a path that begins with a colon is filled in by `examplePaths`. A
 * route moves from `openRoutes` to `answeredRoutes` when its page is built.
 */

export const roles = ['visitor', 'member', 'moderator', 'administrator'] as const

/** One status for each of `roles`, in their order; redirects are not followed. */
export type Statuses = readonly [number, number, number, number]

const everybody: Statuses = [200, 200, 200, 200]
const members: Statuses = [401, 200, 200, 200]
const staff: Statuses = [401, 403, 200, 200]
const administrators: Statuses = [401, 403, 403, 200]
/** To the address it has now. */
const moved: Statuses = [308, 308, 308, 308]
/** To an address that may be another one next time. */
const elsewhere: Statuses = [302, 302, 302, 302]
/** As `moved`, for those who are signed in. */
const movedForMembers: Statuses = [401, 308, 308, 308]
/** A report to an address that was not given out; what is taken is held by the tests of reports. */
const refused: Statuses = [403, 403, 403, 403]

export const answeredRoutes: Readonly<Record<string, Statuses>> = {
  '/bestoflesswrong/:year/:topic': everybody,
  '/codex/:slug': everybody,
  '/highlights/:slug': everybody,
  '/hpmor/:slug': everybody,
  '/collections/:_id': everybody,
  '/compare/post/:_id/:slug': moved,
  '/compare/w/:slug': everybody,
  '/emailToken/:token': everybody,
  '/events/:_id': moved,
  '/events/:_id/:slug': everybody,
  '/g/:groupId/p/:_id': everybody,
  '/groups/:groupId': everybody,
  '/posts/:_id': moved,
  '/posts/:_id/:slug': everybody,
  '/posts/:_id/:slug/comment': everybody,
  '/posts/:_id/:slug/comment/:commentId': everybody,
  '/posts/slug/:slug': moved,
  '/rationality/:slug': everybody,
  '/resetPassword/:token': everybody,
  '/revisions/post/:_id/:slug': moved,
  '/revisions/w/:slug': everybody,
  '/s/:_id': everybody,
  '/s/:_id/p/:postId': everybody,
  '/sequences/:_id': moved,
  '/u/:slug': moved,
  '/user/:slug': moved,
  '/users/:slug': everybody,
  '/users/:slug/edit': staff,
  '/users/:slug/replies': everybody,
  '/w/:slug': everybody,
  '/w/:slug/discussion': everybody,
  '/w/:slug/edit': members,
  '/w/:slug/history': everybody,
  '/reviewVoting': [401, 302, 302, 302],
  '/reviewVoting/:year': members,
  '/reviews': elsewhere,
  '/reviews/:year': everybody,
  '/newLongformReview': members,
  '/quickReview': movedForMembers,
  '/reviewQuickPage': movedForMembers,
  '/quickReview/:year': members,
  '/reviewAdmin': [401, 403, 403, 302],
  '/reviewAdmin/:year': administrators,
  '/bestoflesswrongadmin': [401, 403, 403, 302],
  '/bestoflesswrongadmin/:year': administrators,
  '/reviews2018': moved,
  '/reviews2019': moved,
  '/nominatePosts': [401, 302, 302, 302],
  '/nominatePosts/:year': members,
  '/nominations': elsewhere,
  '/nominations/2018': everybody,
  '/nominations/2019': everybody,
  '/nominations2018': moved,
  '/nominations2019': moved,
  '/': everybody,
  '/abTestGroups': everybody,
  '/about': everybody,
  '/account': members,
  '/autocompleteSettings': members,
  '/allComments': everybody,
  '/allCommentsWithReacts': everybody,
  '/allPosts': everybody,
  '/allgroups': everybody,
  '/arbital': everybody,
  '/banNotice': everybody,
  '/bestoflesswrong': everybody,
  '/bookmarks': members,
  '/books': everybody,
  '/books/2018': everybody,
  '/books/2019': everybody,
  '/codex': everybody,
  '/collaborateOnPost': everybody,
  '/community': everybody,
  '/concepts': moved,
  '/concepts/all': moved,
  '/contact': everybody,
  '/curated': moved,
  '/debug/emailHistory': administrators,
  '/debug/notificationEmailPreview': administrators,
  '/dialogues': everybody,
  '/donate': everybody,
  '/drafts': members,
  '/editPost': staff,
  '/editor': everybody,
  '/faq': everybody,
  '/feed': everybody,
  '/glossaryEditor': members,
  '/highlights': everybody,
  '/hpmor': everybody,
  '/inbox': members,
  '/moderatorInbox': staff,
  '/leaderboard': everybody,
  // The administrator is the one who is written to.
  '/message/:slug': [401, 200, 200, 302],
  '/leastwrong': moved,
  '/library': everybody,
  '/login': [200, 302, 302, 302],
  '/manageSubscriptions': members,
  '/meetups': moved,
  '/meta': everybody,
  '/newPost': members,
  '/postAnalytics': members,
  '/posts/slug': moved,
  '/pastEvents': everybody,
  '/petrov/ceremony': everybody,
  '/petrovDayPoll': members,
  '/petroyDayPoll': moved,
  '/postsWithApprovedJargon': everybody,
  '/questions': everybody,
  '/quicktakes': everybody,
  '/rationality': everybody,
  '/recommendations': everybody,
  '/resendVerificationEmail': members,
  '/search': everybody,
  '/sequences': everybody,
  '/sequencesNew': members,
  '/shortform': moved,
  '/spotlights': staff,
  '/tag/create': moved,
  '/tagActivity': moved,
  '/tagFeed': moved,
  '/tagVoting': moved,
  '/tags': moved,
  '/tags/all': moved,
  '/tags/dashboard': moved,
  '/tags/random': moved,
  '/topics': moved,
  '/topics/all': moved,
  '/upcomingEvents': everybody,
  '/w/create': members,
  '/w/dashboard': everybody,
  '/w/random': elsewhere,
  '/wActivity': everybody,
  '/wFeed': everybody,
  '/wiki': moved,
  '/wikitags': moved,
  '/wikitags/all': everybody,
  '/admin': administrators,
  '/admin/commentEmbeddings': administrators,
  '/admin/curation': staff,
  '/admin/migrations': administrators,
  '/admin/modgpt': staff,
  '/admin/llmConversations': administrators,
  '/admin/moderation': [401, 403, 308, 308],
  '/admin/moderationTemplates': staff,
  '/admin/random-user': staff,
  '/admin/recentlyActiveUsers': staff,
  '/admin/supermod': staff,
  '/admin/onboarding': administrators,
  '/admin/synonyms': administrators,
  '/payments': elsewhere,
  '/payments/account': members,
  '/payments/admin': administrators,
  '/admin/tagMerge': administrators,
  '/moderation': everybody,
  '/moderation/altAccounts': administrators,
  '/moderatorComments': staff,
  'POST /api/sentry': refused,
}

/**
 * Of modules that are off here: 404 by design, for everybody, and the page says so in these words.
 * It is built, and nothing of it stands open.
 */
export const offRoutes: Readonly<Record<string, string>> = {
  '/crosspostLogin': 'Cross-posting is not available on this site.',
}

/** Pages of ours beyond those. */
export const ownRoutes: Readonly<Record<string, Statuses>> = {
  '/inbox/:conversationId': [401, 308, 308, 308],
  '/device': everybody,
  '/export': members,
  '/import': members,
  '/outbox': everybody,
  '/customize': everybody,
  '/discussionSettings': staff,
  '/admin/audit': administrators,
  '/admin/contentChecks': administrators,
  '/users/:slug/purge': staff,
  '/welcome': members,
  '/newEvent': members,
  '/admin/pages': administrators,
  '/admin/seasons': administrators,
  '/notifications': members,
  '/reviewPost/:postId': members,
  '/users/:slug/reviews': moved,
  '/users/:slug/reviews/:year': everybody,
}

/** How many stand open. Lower it with each that is built; it never rises. */
export const openRouteCount = 1

/** Not built yet: 404 with the look of the site, for everybody. */
export const openRoutes: readonly string[] = ['/groups-map']
