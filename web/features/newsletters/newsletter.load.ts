import { links } from '#shared/links.ts'
import { canImportReaders, canOfferNewsletter } from '#shared/newsletters/rules.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { needsSignIn } from '../../data/answer.ts'

/** `/newsletter`: a writer's readers by mail, as numbers, and what is on its way to them. */
export async function loadNewsletter({ read, viewer, own }: PageData, { url }: LoadRequest) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const { isOn = false, confirmed = 0, pending = 0, bounced = 0, issues = [] } = own?.newsletter ?? {}
  const found = await read.getMany(
    posts,
    issues.map(({ postId }) => postId),
  )
  const byId = new Map(found.map((post) => [post.id, post]))
  const offering = canOfferNewsletter(viewer)
  const importing = canImportReaders(viewer, { isOn })
  const imported = Number(url.searchParams.get('imported'))
  return {
    head: { title: 'Newsletter' },
    isOn,
    ...{ confirmed, pending, bounced },
    /** Why it cannot be offered or readers imported; `null`: they can. */
    notOffered: offering.allowed ? null : offering.reason,
    notImported: importing.allowed ? null : importing.reason,
    imported: Number.isInteger(imported) && imported > 0 ? imported : null,
    issues: issues.flatMap(({ postId, ...issue }) => {
      const post = byId.get(postId)
      return post === undefined ? [] : [{ ...issue, postId, title: post.title === '' ? 'Untitled' : post.title, href: links.post(post) }]
    }),
  }
}

export const loads: Loads = { '/newsletter': loadNewsletter }
