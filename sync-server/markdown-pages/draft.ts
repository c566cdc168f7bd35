/**
 * A text that is being written, for those who have a part in it (content.md 4.2, 10.2): by sign-in,
 * or by the link that its author gave.
 */
import type { MarkdownPage, MarkdownData } from './markdown-page.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import { editablePost } from '#shared/posts/queries.ts'
import { accessOf, canEditPost } from '#shared/posts/rules.ts'
import { parts, standalone, words } from './markdown.ts'
import { people } from './rows.ts'
import { notFound, page, refusal } from './markdown-page.ts'

export async function draftMarkdown(data: MarkdownData, url: URL): Promise<MarkdownPage> {
  const { viewer } = data
  const key = url.searchParams.get('key')
  if (viewer.kind === 'visitor' && key === null)
    return refusal(401, 'Sign in first', 'Or use the link its author shared, which contains a `key`.')
  const found = await editablePost(data.read, url.searchParams.get('postId') ?? '')
  const access = found === undefined ? 'none' : accessOf(viewer, found.post)
  if (found === undefined || (access === 'none' && (key !== null || !canEditPost(viewer, found.post).allowed))) return notFound()
  const { post, revision, writing } = found
  const ids = [post.authorId, ...post.coauthorIds]
  const cards = await memberCards(data.read, ids)
  const body = parts(
    `# ${words(writing.title === '' ? 'Untitled' : writing.title)}`,
    [
      `- By: ${people(
        data,
        ids.map((id) => cards.get(id) ?? unknownMember),
      )}`,
      `- State: ${post.status}`,
      `- You may: ${access === 'none' ? 'edit' : access === 'own' ? 'edit, as its author' : access}`,
      `- Saved: ${new Date(Math.max(revision.at, writing.changedAt)).toISOString()}`,
    ].join('\n'),
    '## Text',
    data.markdown(standalone(revision.body, data.site.origin)),
  )
  return page(links.editPost(post.id), body, { isIndexed: false })
}
