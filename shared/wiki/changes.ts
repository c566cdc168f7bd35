import type { MutationContext } from '../kernel/mutation.ts'
import type { Tag } from './schema.ts'
import { signedIn } from '../kernel/mutation.ts'
import { tagChanges, tags, wikiLimits } from './schema.ts'
import { isSameJson } from '../kernel/same.ts'

/** Of what is no text; texts stand there as they were, so that nothing is lost by a change. */
const maxShown = 200
const maxOfText = wikiLimits.summary + wikiLimits.tabTitle + 10

interface Said {
  readonly from: unknown
  readonly to: unknown
  /** Of several of a kind, which. */
  readonly of?: string
}

/**
 * For the history: who changed what about a page. Once for a change, however often the mutation is
 * run.
 */
export async function noteChange({ tx, viewer, now }: MutationContext, tagId: string, field: string, said: Said): Promise<void> {
  const { userId } = signedIn(viewer)
  const id = `${tagId}:${now}:${field}${said.of === undefined ? '' : `:${said.of}`}`
  await tx.put(tagChanges, { id, tagId, userId, at: now, field, from: inWords(said.from), to: inWords(said.to) })
}

/**
 * Writes what is now said of a page, and that it was changed. Nothing where it says the same.
 * `said`: where that is less than the field as a whole.
 */
export async function putChanged(context: MutationContext, before: Tag, next: Tag, field: keyof Tag, said?: Said): Promise<void> {
  if (isSameJson(next, before)) return
  await context.tx.put(tags, { ...next, changedAt: context.now })
  // What is said of a draft is no matter of its page's history.
  if (before.state !== 'draft' && !isSameJson(next[field], before[field])) {
    await noteChange(context, before.id, field, said ?? { from: before[field], to: next[field] })
  }
}

function inWords(value: unknown): string {
  if (value === null || value === undefined) return ''
  const [text, most] = typeof value === 'string' ? [value, maxOfText] : [JSON.stringify(value), maxShown]
  return Array.from(text).slice(0, most).join('')
}
