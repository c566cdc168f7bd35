import { postList } from '#shared/feed/queries.ts'
import { termsOfPost, versionsOfTerm } from '#shared/glossary/queries.ts'
import { canEditGlossary, canWriteGlossaries } from '#shared/glossary/rules.ts'
import type { GlossaryTerm } from '#shared/glossary/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { authorshipsOf } from '#shared/posts/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'

/** content.md 9.17 */
const figures = { first: 5, step: 5, most: 100 } as const

/**
 * `/glossaryEditor`: one's own posts, newest first; `?postId=`: that one, with what its terms said
 * before; `?all=true`: everybody's, for administrators.
 */
export async function loadGlossaryEditor(data: PageData, { url }: LoadRequest) {
  const { viewer } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const may = canWriteGlossaries(viewer)
  if (!may.allowed) throw forbidden(may.reason)
  const postId = url.searchParams.get('postId')
  const isAll = url.searchParams.get('all') === 'true' && isAdmin(viewer)
  const limit = limitOf(url.searchParams, figures.first, figures.most)
  const found = postId === null ? await severalPosts(data, isAll, limit + 1) : [await onePost(data, postId)]
  return {
    head: { title: 'Glossary editor', robots: 'noindex' as const },
    isOne: postId !== null,
    isAll,
    mayAll: isAdmin(viewer),
    posts: await Promise.all(found.slice(0, limit).map((post) => glossaryOf(data, post, postId !== null))),
    more:
      found.length > limit && limit < figures.most
        ? links.glossaryEditor({ ...(isAll && { all: true }), limit: Math.min(limit + figures.step, figures.most) })
        : null,
    draftsTerms: data.site.draftsTerms === true,
  }
}

export type EditedGlossary = Awaited<ReturnType<typeof glossaryOf>>
export type EditedTerm = EditedGlossary['terms'][number]

async function onePost({ read, viewer }: PageData, postId: string): Promise<Post> {
  const post = isId(postId) ? await read.get(posts, postId) : undefined
  if (post === undefined) throw notFound()
  const may = canEditGlossary(viewer, post)
  if (!may.allowed) throw may.reason === 'not-found' ? notFound() : forbidden(may.reason)
  return post
}

async function severalPosts({ read, viewer }: PageData, isAll: boolean, limit: number): Promise<readonly Post[]> {
  if (viewer.kind === 'visitor') return []
  if (isAll) return (await postList(read, 'all', 'new', limit)).rows.map(({ post }) => post)
  const mine = await read.getMany(
    posts,
    (await read.list(authorshipsOf(viewer.userId))).map(({ postId }) => postId),
  )
  return mine.filter((post) => post.status !== 'removed' && canEditGlossary(viewer, post).allowed).slice(0, limit)
}

async function glossaryOf(data: PageData, post: Post, isWhole: boolean) {
  const terms = await data.read.list(termsOfPost(post.id))
  return {
    id: post.id,
    title: post.title === '' ? 'Untitled' : post.title,
    href: links.post(post),
    isDraft: post.status === 'draft',
    terms: await Promise.all(terms.map((term) => termOf(data, term, isWhole))),
  }
}

async function termOf({ read, markdown }: PageData, term: GlossaryTerm, isWhole: boolean) {
  const versions = isWhole ? await read.list(versionsOfTerm(term.id)) : []
  const typed = (body: GlossaryTerm['body']): string => (markdown?.(body) ?? '').trimEnd()
  return {
    id: term.id,
    term: term.term,
    altTerms: term.altTerms.join(', '),
    markdown: typed(term.body),
    isApproved: term.isApproved,
    isHidden: term.isHidden,
    origin: term.origin,
    versions: versions.map(({ id, term: name, body, at }) => ({ id, term: name, markdown: typed(body), at })),
  }
}
