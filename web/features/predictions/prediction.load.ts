import type { LoadRequest, Loads } from '../../app/route.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { isId } from '#shared/kernel/ids.ts'
import { posts } from '#shared/posts/schema.ts'
import { publishedQuestion } from '#shared/predictions/queries.ts'
import { canResolvePrediction } from '#shared/predictions/rules.ts'
import { outcomeId, predictionOutcomes } from '#shared/predictions/schema.ts'
import { readerSettings } from '#shared/reading/schema.ts'
import { givenTo } from '../../blocks/text/prediction-view.ts'
import { notFound } from '../../data/answer.ts'

/**
 * `/prediction?post=&question=`: a question of a published text with one's own prediction and all
 * others; where its form leads without a script.
 */
export async function loadPrediction({ read, viewer, now }: PageData, { url }: LoadRequest) {
  const postId = url.searchParams.get('post') ?? ''
  const post = isId(postId) ? await read.get(posts, postId) : undefined
  const question = post === undefined ? undefined : await publishedQuestion(read, post, url.searchParams.get('question') ?? '')
  if (post === undefined || question === undefined) throw notFound()
  const given = await givenTo(read, postId, question.uid)
  const outcome = await read.get(predictionOutcomes, outcomeId(postId, question.uid))
  const userId = viewer.kind === 'visitor' ? null : viewer.userId
  const mine = given.find((one) => one.userId === userId)?.percent ?? null
  const settings = userId === null ? undefined : await read.get(readerSettings, userId)
  const isHidden = settings?.values['predictions'] === 'answered' && mine === null && outcome === undefined
  return {
    head: { title: question.title, robots: 'noindex' as const },
    post: { id: post.id, slug: post.slug, title: post.title },
    question,
    mine,
    /** As its reader wishes: nothing of what others said, as long as they have said nothing. */
    given: isHidden ? null : given,
    outcome: outcome?.outcome ?? null,
    canResolve: canResolvePrediction(viewer, post).allowed,
    now,
  }
}

export const loads: Loads = { '/prediction': loadPrediction }
