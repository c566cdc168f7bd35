import { isId } from '#shared/kernel/ids.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { publishedPoll, talliesOfPost } from '#shared/polls/queries.ts'
import { isPollClosed, showsResults } from '#shared/polls/rules.ts'
import { pollVoteId, pollVotes } from '#shared/polls/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { pollView } from '../../blocks/text/poll-view.ts'
import { notFound } from '../../data/answer.ts'

/**
 * `/poll?post=&poll=`: a poll of a published text with one's own vote and the results; where its
 * form leads without a script.
 */
export async function loadPoll({ read, viewer, now }: PageData, { url }: LoadRequest) {
  const postId = url.searchParams.get('post') ?? ''
  const post = isId(postId) ? await read.get(posts, postId) : undefined
  const poll = post === undefined ? undefined : await publishedPoll(read, post, url.searchParams.get('poll') ?? '')
  if (post === undefined || poll === undefined) throw notFound()
  const tallies = await read.list(talliesOfPost(postId))
  const mine = viewer.kind === 'visitor' ? undefined : await read.get(pollVotes, pollVoteId(postId, poll.uid, viewer.userId))
  const chosen = mine?.optionUids ?? []
  const view = pollView(poll, tallies.find(({ pollUid }) => pollUid === poll.uid)) // oxfmt-ignore
  return {
    head: { title: poll.question, robots: 'noindex' as const },
    post: { id: post.id, slug: post.slug, title: post.title },
    view,
    mine: chosen,
    isClosed: isPollClosed(poll, now),
    isShown: showsResults(poll, chosen.length > 0, now) && !view.isHeld,
    now,
  }
}
