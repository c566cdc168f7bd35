import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import type { Change } from '#shared/inline-comments/change.ts'
import type { McpTools } from './tools.ts'
import * as z from 'zod/mini'
import { policies } from '#shared/policies.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { isId } from '#shared/kernel/ids.ts'
import { editablePost } from '#shared/posts/queries.ts'
import { notesCalledIn } from '#shared/inline-comments/change.ts'
import { canInlineComment } from '#shared/inline-comments/rules.ts'
import { inlineCommentLimits } from '#shared/inline-comments/schema.ts'
import { printOf } from '#shared/text/compare/align-blocks.ts'
import { textOf } from '#shared/text/nodes.ts'
import { settleDocument } from '#server/documents/beside-editors.ts'
import { requireCaller } from '#server/features/api/callers.ts'
import { bodyOf } from '#server/features/api/mutation-parts.ts'
import { keyedMutation } from '#server/features/api/keyed-mutation.ts'
import { onceFor, said } from './tools.ts'

/** The same again makes nothing more. */
export const RequestId = z.optional(z.string().check(z.minLength(8), z.maxLength(100), z.regex(/^[\x21-\x7e]+$/u)))

export const Suggest = z.strictObject({
  draft: z.string().check(z.maxLength(30)),
  find: z.string().check(z.minLength(1), z.maxLength(5_000)),
  replace: z.string().check(z.maxLength(10_000)),
  why: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
  requestId: RequestId,
})

/**
 * A suggestion as a member makes it in the editor: one block, changed, which the authors take over
 * or not. @throws AppError
 */
export async function suggest(mcp: McpTools, asked: z.infer<typeof Suggest>): Promise<CallToolResult> {
  const { tools, caller } = mcp
  const { draft, find, replace, why } = asked
  const { store, apply } = tools
  const now = tools.now()
  requireCaller(caller, 'draft', true, now)
  const wanted = ['suggest', draft, find, replace, why ?? '']
  const mutation = keyedMutation(apply, { caller, scope: 'draft', now, wanted, idempotencyKey: onceFor(mcp, 'suggest', asked) })
  const found = () => store.read((read) => editablePost(permittedRead(read, caller.viewer, policies), draft))
  const before = isId(draft) ? await found() : undefined
  if (before === undefined) throw new AppError('not-found')
  authorize(canInlineComment(caller.viewer, before.post))
  // What is being typed there just now belongs to it.
  await settleDocument(tools, draft, before.post.authorId)
  const text = (await found())?.revision.body
  if (text === undefined) throw new AppError('not-found')
  const change = await changeOf(text, find, replace)
  if (change.after !== null && printOf(change.before) === printOf(change.after))
    return said('The text says so already: nothing was suggested.')
  const id = mutation.id('suggestion')
  await mutation.apply('remarks.suggest', { id, postId: draft, change, quote: textOf(change.before).slice(0, inlineCommentLimits.quote) })
  if (why !== undefined) {
    const place = { postId: draft, parentId: id, anchor: null, quote: '' }
    await mutation.apply('remarks.post', { id: mutation.id('why'), ...place, body: why }, 'why')
  }
  return said(`Suggested. The authors see it beside the text, and decide.`)
}

/**
 * @throws AppError 'invalid' with `find` unless exactly one block has it exactly once; with
 *   `replace` when no block of that kind comes out.
 */
async function changeOf(text: Doc, find: string, replace: string): Promise<Change & { readonly before: DocNode }> {
  const { docToMarkdown } = await import('#shared/text/markdown-out.ts')
  const hits = text.content.flatMap((block) => {
    if (block.type === 'footnotes' || block.type === 'poll' || block.type === 'prediction') return []
    const markdown = docToMarkdown({ type: 'doc', content: [block] })
    const times = markdown.split(find).length - 1
    return times === 0 ? [] : [{ block, markdown, times }]
  })
  const [hit] = hits
  if (hit === undefined || hits.length > 1 || hit.times > 1) throw new AppError('invalid', { field: 'find' })
  // By itself the block would lose them.
  if (notesCalledIn(hit.block).size > 0) throw new AppError('invalid', { field: 'find' })
  const { content } = await bodyOf(
    hit.markdown.replace(find, () => replace),
    'essay',
  )
  const isGone = replace === '' && content.every((block) => textOf(block).trim() === '')
  if (isGone) return { before: hit.block, after: null, place: null }
  const [block] = content
  if (block === undefined || content.length !== 1 || block.type !== hit.block.type) throw new AppError('invalid', { field: 'replace' })
  return { before: hit.block, after: named(block, hit.block), place: null }
}

/** With the name by which the text knows its block. */
function named(block: DocNode, before: DocNode): DocNode {
  const id = before.attrs?.['id']
  return id === undefined ? block : { ...block, attrs: { ...block.attrs, id } }
}
