import type { PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { canEditPost } from '#shared/posts/rules.ts'
import { posts } from '#shared/posts/schema.ts'
import { slugify } from '#shared/kernel/slug.ts'
import { canWriteWiki } from '#shared/wiki/access.ts'
import { wikiLimits } from '#shared/wiki/schema.ts'
import { holderOf, plainName } from '#shared/wiki/slugs.ts'
import type { LoadRequest } from '../../app/route.ts'
import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'

/**
 * `/w/create?name=&type=tag|wiki`, and `?lensOf=` for another treatment of a page’s subject
 * (content.md 9.4, 9.7).
 */
export async function loadCreateWiki(data: PageData, { url }: LoadRequest) {
  const { viewer, read, form } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const writer = canWriteWiki(viewer)
  if (!writer.allowed) throw forbidden(writer.reason)
  const given = url.searchParams
  const name = plainName(given.get('name') ?? '').slice(0, wikiLimits.name)
  const lensOf = await pageFor(data, given.get('lensOf') ?? '')
  const typed = form?.mutation === 'wiki.publish' ? form.values : {}
  const isWikiOnly = (typed['type'] ?? given.get('type')) === 'wiki'
  const holder = name === '' || data.isOfDevice === true ? undefined : await holderOf(read, slugify(name))
  return {
    head: { title: lensOf === null ? 'Create a page' : `New version of ${lensOf.name}` },
    name: typed['name'] ?? name,
    markdown: typed['markdown'] ?? '',
    tabTitle: typed['tabTitle'] ?? '',
    isWikiOnly,
    lensOf,
    /** A page of that name stands already. */
    existing:
      lensOf === null && holder?.state === 'page' && holder.slug !== null ? { name: holder.name, href: links.wiki(holder.slug) } : null,
    /** A device begins a draft and opens the editor; the form is for where there is none. */
    hasForm: data.markdown !== null,
  }
}

/**
 * The page that a lens is to be of. @throws PageProblem where there is none, or it is not for this
 * member to edit.
 */
async function pageFor({ read, viewer }: PageData, slug: string) {
  if (slug === '') return null
  const page = await holderOf(read, slug)
  const post = page && (await read.get(posts, page.id))
  if (page === undefined || post === undefined || page.state !== 'page') throw notFound()
  const editable = canEditPost(viewer, post)
  if (!editable.allowed) throw forbidden(editable.reason)
  return { id: page.id, name: page.name, slug: page.slug ?? slug }
}
