import { links } from '#shared/links.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import type { Doc } from '#shared/text/schema.ts'
import { voidName } from '#shared/sync/protocol.ts'
import type { UnsentDocument } from '../documents/unsent-documents.ts'
import type { SavedDraft } from './device-api.ts'
import type { LocalRead } from './local-store.ts'
import type { QueuedMutation, RefusedMutation } from './port.ts'

/**
 * Everything unsent as one readable text: for people first, then the same as JSON for whoever mends
 * it. Loaded when it is asked for.
 */
export function unsentText(unsent: Unsent, at: number): string {
  const { queue, refused, drafts, documents } = unsent
  const parts = [
    `# Unsent work, ${new Date(at).toISOString()}`,
    ...section('Posts in progress', documents, ({ room, markdown }) => `### ${room}\n\n${markdown}`),
    ...section('Drafts', drafts, draftText),
    ...section('Not sent yet', queue, mutationText),
    ...section(
      'Couldn’t be sent',
      refused,
      (mutation) => `Refused: ${mutation.error.reason ?? mutation.error.code}\n\n${mutationText(mutation)}`,
    ),
    '## The same as data',
    ['```json', JSON.stringify(unsent, null, 2), '```'].join('\n'),
  ]
  return `${parts.join('\n\n')}\n`
}

export interface Unsent {
  readonly queue: readonly QueuedMutation[]
  readonly refused: readonly RefusedMutation[]
  readonly drafts: readonly SavedDraft[]
  readonly documents: readonly UnsentDocument[]
}

export async function readUnsent(tx: LocalRead): Promise<Omit<Unsent, 'documents'>> {
  const queue = (await tx.queue.all()).filter(({ state, name }) => state !== 'applied' && name !== voidName)
  return { queue, refused: await tx.refused.all(), drafts: await tx.drafts.all() }
}

function section<Item>(title: string, items: readonly Item[], text: (item: Item) => string): readonly string[] {
  return items.length === 0 ? [] : [`## ${title}`, ...items.map(text)]
}

function draftText({ place, values, at, binnedAt }: SavedDraft): string {
  const fields = Object.entries(values).map(([name, text]) => `**${name}**\n\n${text}`)
  return [`### ${place}, ${new Date(at).toISOString()}${binnedAt === null ? '' : ' (in Trash)'}`, ...fields].join('\n\n')
}

function mutationText({ name, args, at }: QueuedMutation | RefusedMutation): string {
  // Arguments of whatever version: what looks like a text or a post's id is shown as one.
  const facts = (typeof args === 'object' && args !== null ? args : {}) as Readonly<Record<string, unknown>>
  const where = typeof facts['postId'] === 'string' ? `\n\nAt ${links.post({ id: facts['postId'], slug: null })}` : ''
  const title = typeof facts['title'] === 'string' ? `\n\n**${facts['title']}**` : ''
  const body = isDoc(facts['body']) ? `\n\n${docToMarkdown(facts['body'])}` : ''
  const rest = Object.entries(facts).filter(([field]) => field !== 'body' && field !== 'title')
  const small = body === '' ? `\n\n${rest.map(([field, value]) => `${field}: ${String(value)}`).join(', ')}` : ''
  return `### ${name}, ${new Date(at).toISOString()}${where}${title}${body}${small}`
}

function isDoc(value: unknown): value is Doc {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'doc' &&
    'content' in value &&
    Array.isArray(value.content)
  )
}
