import { links } from '#shared/links.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { createPage, publishPage } from '#shared/wiki/mutations.ts'
import { addressOfTag } from '#shared/wiki/page-queries.ts'
import { voteOnTag } from '#shared/wiki/tag-vote-mutations.ts'
import { setSummary } from '#shared/wiki/summary-mutations.ts'
import { tags } from '#shared/wiki/schema.ts'

/** As `MutationWords` of describe-mutation.ts, of what nobody edits in a list. */
interface WikiMutation {
  readonly what: string
  readonly where: { readonly title: string | null; readonly href: string } | null
  readonly text: string | null
  readonly isEditable: false
  readonly draft: null
}

const words: Readonly<Record<string, string>> = {
  'wiki.create': 'New page',
  'wiki.publish': 'Publishing a page',
  'wiki.setSummary': 'Page summary',
  'wiki.removeSummary': 'Removing a summary',
  'wiki.moveSummary': 'Summary order',
  'wiki.moveLens': 'Lens order',
  'wiki.voteOnTag': 'Post tag',
}

/** What a member has done in the wiki and not sent yet. `null`: it was something else. */
export async function describeWikiMutation(read: Read, name: string, args: unknown): Promise<WikiMutation | null> {
  const what = words[name]
  if (what === undefined) return null
  const plain = { what, text: null, isEditable: false, draft: null } as const
  if (name === voteOnTag.name) {
    const vote = voteOnTag.args.safeParse(args)
    const post = vote.success ? await read.get(posts, vote.data.postId) : undefined
    return { ...plain, where: post === undefined ? null : { title: post.title, href: links.post(post) } }
  }
  const id = typeof args === 'object' && args !== null && 'id' in args && typeof args.id === 'string' ? args.id : ''
  const tag = await read.get(tags, id)
  const at = tag && (await addressOfTag(read, tag))
  const href = at ? links.wiki(at.slug, { lens: at.lens ?? undefined }) : links.editPost(id)
  const begun = createPage.args.safeParse(name === createPage.name ? args : null)
  const title = tag?.name ?? (begun.success ? begun.data.name : '')
  const published = publishPage.args.safeParse(name === publishPage.name ? args : null)
  const summary = setSummary.args.safeParse(name === setSummary.name ? args : null)
  const text = published.success ? docToMarkdown(published.data.body) : summary.success ? summary.data.text : null
  return { ...plain, text, where: { title: title === '' ? 'Untitled' : title, href } }
}
