import { commonOver } from '#shared/kernel/common.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import { tagChoices } from '#shared/wiki/tag-names.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { LoadRequest } from '../../../app/route.ts'
import { postTagsView } from '../../../blocks/tag-votes/post-tags-view.ts'
import { notFound } from '../../../data/answer.ts'

/**
 * `/postTags?postId=&words=`: a post's tags, to vote on them and to add some; also what the sheet
 * over the post asks for.
 */
export async function loadPostTags(data: PageData, { url }: LoadRequest) {
  const postId = url.searchParams.get('postId') ?? ''
  const words = (url.searchParams.get('words') ?? '').slice(0, 100)
  const post = isId(postId) ? await data.read.get(posts, postId) : undefined
  if (post === undefined || post.status !== 'published' || !kindFacts(post).isTagged) throw notFound()
  const common = data.common ?? commonOver(data.read, data.now)
  return {
    head: { title: `Tags of ${post.title}`, robots: 'noindex' as const, canonical: links.postTags(postId) },
    post: { id: post.id, slug: post.slug, title: post.title, lang: post.lang, direction: post.direction },
    words,
    ...(await postTagsView(data.read, data.viewer, post, await common(tagChoices, null), words)),
  }
}
