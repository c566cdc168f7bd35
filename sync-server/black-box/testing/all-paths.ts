/** Every path that the product is to answer in the end. A path moves from the second list to the first when its page is built. */
export const builtPaths: readonly string[] = [
  '/emailToken/:token', '/posts/:_id', '/posts/:_id/:slug', '/posts/:_id/:slug/comment',
  '/posts/:_id/:slug/comment/:commentId', '/posts/slug/:slug', '/resetPassword/:token', '/u/:slug', '/user/:slug',
  '/users/:slug', '/', '/about', '/account', '/allPosts', '/banNotice', '/curated', '/drafts', '/editPost', '/login',
  '/newPost', '/resendVerificationEmail',
]

/** 404 with the site's own page until then. */
export const pathsToCome: readonly string[] = [
  '/bestoflesswrong/:year/:topic', '/bestoflesswrongadmin/:year', '/codex/:slug', '/collections/:_id',
  '/compare/post/:_id/:slug', '/compare/w/:slug', '/events/:_id', '/events/:_id/:slug', '/g/:groupId/p/:_id',
  '/groups/:groupId', '/highlights/:slug', '/hpmor/:slug', '/message/:slug', '/nominatePosts/:year', '/quickReview/:year',
  '/rationality/:slug', '/reviewAdmin/:year', '/reviewVoting/:year', '/reviews/:year', '/revisions/post/:_id/:slug',
  '/revisions/w/:slug', '/s/:_id', '/s/:_id/p/:postId', '/sequences/:_id', '/users/:slug/edit', '/users/:slug/replies',
  '/w/:slug', '/w/:slug/discussion', '/w/:slug/edit', '/w/:slug/history', '/abTestGroups', '/allComments',
  '/allCommentsWithReacts', '/allgroups', '/arbital', '/autocompleteSettings', '/bestoflesswrong', '/bestoflesswrongadmin',
  '/bookmarks', '/books', '/books/2018', '/books/2019', '/codex', '/collaborateOnPost', '/community', '/concepts',
  '/concepts/all', '/contact', '/crosspostLogin', '/debug/emailHistory', '/debug/notificationEmailPreview', '/dialogues',
  '/donate', '/editor', '/faq', '/feed', '/glossaryEditor', '/groups-map', '/highlights', '/hpmor', '/inbox', '/leaderboard',
  '/leastwrong', '/library', '/manageSubscriptions', '/meetups', '/meta', '/moderation', '/moderation/altAccounts',
  '/moderatorComments', '/moderatorInbox', '/newLongformReview', '/nominatePosts', '/nominations', '/nominations/2018',
  '/nominations/2019', '/nominations2018', '/nominations2019', '/pastEvents', '/payments', '/payments/account',
  '/payments/admin', '/petrov/ceremony', '/petrovDayPoll', '/petroyDayPoll', '/postAnalytics', '/posts/slug',
  '/postsWithApprovedJargon', '/questions', '/quickReview', '/quicktakes', '/rationality', '/recommendations', '/reviewAdmin',
  '/reviewQuickPage', '/reviewVoting', '/reviews', '/reviews2018', '/reviews2019', '/search', '/sequences', '/sequencesNew',
  '/shortform', '/spotlights', '/tag/create', '/tagActivity', '/tagFeed', '/tagVoting', '/tags', '/tags/all',
  '/tags/dashboard', '/tags/random', '/topics', '/topics/all', '/upcomingEvents', '/w/create', '/w/dashboard', '/w/random',
  '/wActivity', '/wFeed', '/wiki', '/wikitags', '/wikitags/all', '/admin', '/admin/commentEmbeddings', '/admin/curation',
  '/admin/llmConversations', '/admin/migrations', '/admin/moderation', '/admin/moderationTemplates', '/admin/modgpt',
  '/admin/onboarding', '/admin/random-user', '/admin/recentlyActiveUsers', '/admin/supermod', '/admin/synonyms',
  '/admin/tagMerge',
]
