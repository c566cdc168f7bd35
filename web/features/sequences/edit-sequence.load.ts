import { isId } from '#shared/kernel/ids.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { authorshipsOf } from '#shared/posts/queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { parseSearchParams } from '#shared/search/params.ts'
import { SearchUnavailable } from '#shared/search/port.ts'
import { searchResults } from '#shared/search/search.ts'
import { contentsOf, requireAllPosts, isInReading } from '#shared/sequences/queries.ts'
import { canEditSequence, canModerateSequence, canPutPost, canRestoreSequence } from '#shared/sequences/rules.ts'
import { sequences } from '#shared/sequences/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import { hasText } from '#shared/text/measure.ts'
import type { LoadRequest } from '../../app/route.ts'
import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'

/** How many of one's own posts are offered to be put in. */
const offered = 30

/**
 * `/editSequence?sequenceId=&words=`: all that its author can change. `words` finds other posts,
 * where there is no script.
 */
export async function loadEditSequence(data: PageData, { url }: LoadRequest) {
  const { read, viewer } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const id = url.searchParams.get('sequenceId') ?? ''
  const sequence = isId(id) ? await read.get(sequences, id) : undefined
  if (sequence === undefined) throw notFound()
  const editable = canEditSequence(viewer, sequence)
  if (!editable.allowed) throw editable.reason === 'not-found' ? notFound() : forbidden(editable.reason)
  const contents = await contentsOf(read, id)
  await requireAllPosts(read, contents)
  const known = new Map(contents.flatMap((part) => part.posts).map((post) => [post.id, post]))
  const words = url.searchParams.get('words')?.trim() ?? ''
  const candidates = [...(words === '' ? [] : await found(data, words)), ...(await ownPosts(data, viewer.userId))]
  const mayBePut = candidates.filter((post) => !known.has(post.id) && canPutPost(viewer, sequence, post).allowed)
  const pictures = [...known.values()].flatMap(({ imageUrl, title }) => (imageUrl === null ? [] : [{ src: imageUrl, of: titleOf(title) }]))
  return {
    head: { title: `Edit ${sequence.title}` },
    sequence: {
      id,
      title: sequence.title,
      text: textOf(data, sequence.body),
      bannerUrl: sequence.bannerUrl ?? '',
      cardUrl: sequence.cardUrl ?? '',
      isDraft: sequence.isDraft,
      isHiddenFromProfile: sequence.isHiddenFromProfile,
      profileOrder: sequence.profileOrder,
      isRemoved: sequence.removedAt !== null,
      mayRestore: sequence.removedAt !== null && canRestoreSequence(viewer, sequence).allowed,
    },
    /** What the staff set; `null` for others. */
    staff: canModerateSequence(viewer, sequence).allowed
      ? { curatedOrder: sequence.curatedOrder, isHidden: sequence.isHidden, noIndex: sequence.noIndex }
      : null,
    chapters: contents.map(({ chapter }) => ({
      id: chapter.id,
      title: chapter.title,
      subtitle: chapter.subtitle,
      text: textOf(data, chapter.body),
      posts: chapter.postIds.map((postId) => {
        const post = known.get(postId)
        return { id: postId, title: post === undefined ? null : titleOf(post.title), isWaiting: post !== undefined && !isInReading(post) }
      }),
    })),
    /** Pictures of this site that can stand above it: those of its posts. */
    pictures: pictures.filter(({ src }, at) => src.startsWith('/pictures/') && pictures.findIndex((one) => one.src === src) === at),
    words,
    candidates: mayBePut
      .filter((post, at) => mayBePut.findIndex(({ id: other }) => other === post.id) === at)
      .slice(0, offered)
      .map((post) => ({ id: post.id, title: titleOf(post.title), isWaiting: !isInReading(post) })),
  }
}

/**
 * A text as it is typed. A device makes that of the body when it is drawn: what it takes comes
 * then.
 */
export type TypedText = { readonly markdown: string } | { readonly body: Doc }

function textOf({ markdown }: PageData, body: Doc): TypedText {
  if (!hasText(body)) return { markdown: '' }
  return markdown === null ? { body } : { markdown: markdown(body).trimEnd() }
}

const titleOf = (title: string): string => (title === '' ? 'Untitled' : title)

/**
 * A device may hold its author's drafts, and none of the posts that were published elsewhere: each
 * of those is asked for, so that the server is, unless nobody else can answer.
 */
async function ownPosts({ read, mayLack }: PageData, userId: string): Promise<readonly Post[]> {
  const ids = (await read.list(authorshipsOf(userId))).map(({ postId }) => postId)
  const found = await read.getMany(posts, ids)
  const here = new Set(found.map(({ id }) => id))
  if (mayLack !== true) for (const id of ids) if (!here.has(id)) await read.get(posts, id)
  return found.filter(({ status }) => status !== 'removed')
}

/** By words, or by an address that was pasted. A search that is not to be had finds nothing. */
async function found({ read, search, now }: PageData, words: string): Promise<readonly Post[]> {
  const named = words.split(/[/?#\s]/u).find(isId)
  if (named !== undefined) return read.getMany(posts, [named])
  if (search === null || search === undefined) return []
  try {
    const asked = parseSearchParams(new URLSearchParams({ query: words }))
    const { hits } = await searchResults(read, search, asked, now)
    return read.getMany(
      posts,
      hits.map(({ id }) => id),
    )
  } catch (error) {
    if (error instanceof SearchUnavailable) return []
    throw error
  }
}
