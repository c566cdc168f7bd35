import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { editablePost, writingOf } from '#shared/posts/queries.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import type { LoadRequest } from '../../../app/route.ts'
import { placeOf } from '../../../blocks/wiki/place.ts'
import { notFound } from '../../../data/answer.ts'
import { editView } from '../write.load.ts'

/** `/w/:slug/edit`, also of a lens (`?lens=`): content.md 9.6. */
export async function loadEditWiki(data: PageData, { params, url }: LoadRequest) {
  const place = await placeOf(data, params['slug'] ?? '', url, (slug) => links.editWiki(slug))
  const id = place === null ? '' : (place.lens ?? place.page).id
  const found = place === null ? undefined : ((await editablePost(data.read, id)) ?? (await publicText(data, id)))
  if (found === undefined) throw notFound()
  return editView(data, found, null)
}

/**
 * What readers have, where a device has nothing newer: the text in the editor is the document's.
 */
async function publicText({ read }: PageData, id: string) {
  const post = await read.get(posts, id)
  const revision = post === undefined || post.revisionId === null ? undefined : await read.get(revisions, post.revisionId)
  return post && revision && { post, revision, writing: await writingOf(read, post) }
}
