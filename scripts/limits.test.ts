/** The limits that readers and writers meet, in one place (content.md 12.12, 12.3, 12.1). */
import { expect, test } from 'vitest'
import { commentsInFeed } from '../sync-server/feeds/feed-comments.ts'
import { postsInFeed } from '../sync-server/feeds/feed-posts.ts'
import { displayNameChangeMs } from '../shared/accounts/rules.ts'
import { commentsAtOnce } from '../shared/comments/queries.ts'
import { shortening, startsFolded } from '../shared/comments/tree.ts'
import { curationFigures } from '../shared/curation/figures.ts'
import { rankingFigures } from '../shared/feed/ranking.ts'
import { dayMs } from '../shared/kernel/durations.ts'
import { mentionLimits } from '../shared/notifications/mentions.ts'
import { postLimits } from '../shared/posts/fields.ts'
import { mentionsShown } from '../shared/posts/mentions.ts'
import { aComment } from '../shared/testing/factories.ts'
import { emptyTally } from '../shared/comments/queries.ts'
import { votePatternLimits, voteLimits } from '../shared/votes/rules.ts'
import { versionsAtOnce } from '../web/features/history/history.load.ts'
import { firstComments, wordsForContents } from '../web/features/posts/post.load.ts'
import { firstComments as firstInWiki } from '../web/features/wiki/discussion.load.ts'

const lowestShown = [-5, -4].filter(
  (baseScore) =>
    !startsFolded({
      comment: aComment(),
      author: { name: '', slug: '' } as never,
      tally: { ...emptyTally('comment', aComment().id, ''), baseScore },
    }),
)

test.each([
  ['characters of a title', postLimits.title, 500],
  ['characters of an address', postLimits.linkUrl, 500],
  ['mentions of a text that notify', mentionLimits.perText, 10],
  ['comments that come with a post', firstComments, 1_000],
  ['comments that a thread may ask for at once', commentsAtOnce, 1_000],
  ['comments that come with a wiki page', firstInWiki, 500],
  ['comments from which a thread is shown shorter', shortening.from, 70],
  ['the lowest score that does not fold a comment', lowestShown[0], -4],
  ['versions listed', versionsAtOnce, 10],
  ['posts in a feed', postsInFeed, 10],
  ['comments in a feed', commentsInFeed, 50],
  ['posts pinned to the front page', rankingFigures.stickies, 4],
  ['texts shown that mention a post', mentionsShown, 5],
  ['words above which a post has contents', wordsForContents, 300],
  ['days of suggestions for curation', curationFigures.withinMs / dayMs, 60],
  ['days between changes of a display name', displayNameChangeMs / dayMs, 60],
  ['votes a day', voteLimits.perDay, 200],
  ['votes an hour', voteLimits.perHour, 100],
  ['votes a day on one author', voteLimits.perDayOnOneAuthor, 100],
  ['strong votes an hour', voteLimits.strongPerHour, 10],
  ['strong votes under a post with 100 comments', voteLimits.strongOnOnePost(100), 10],
  ['votes on one author within three minutes before a warning', votePatternLimits.manyVotes.count, 10],
  ['down-votes on one author within two minutes before moderators see it', votePatternLimits.manyDownVotes.count, 9],
] as const)('the limit of %s is in force', (_what, inForce, meant) => {
  expect(inForce).toBe(meant)
})
