import type { Device } from '../../data/device/device-api.ts'
import type { OutboxItem } from '../../data/outbox.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isRefusal, refusalOf } from '../../blocks/refusal-of.ts'

interface Tray {
  readonly outbox: Pick<Device['outbox'], 'retry'>
}

/**
 * Sends a refused mutation again, with another text if one is given. An edit that was overtaken is
 * sent as an edit of what stands now.
 * @returns words when the rules on this device refuse it already: then it stays in the tray.
 */
export async function mendAndRetry(device: Tray, item: OutboxItem, text: string | null): Promise<string | null> {
  try {
    await device.outbox.retry(item.n, await mended(item, text))
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    const { wordsFor } = await import('../../blocks/wording.ts')
    return wordsFor(refusalOf(error))
  }
}

async function mended({ args, current }: OutboxItem, text: string | null): Promise<unknown> {
  if (typeof args !== 'object' || args === null) return args
  const version = 'bodyVersion' in args ? (numberIn(current, 'bodyVersion') ?? numberIn(args, 'bodyVersion')) : undefined
  const versioned = version === undefined ? args : { ...args, bodyVersion: version }
  if (text === null || !('body' in args)) return versioned
  return { ...versioned, body: await commentBody(text) }
}

/** @throws AppError 'invalid' for a text that no comment may have. */
async function commentBody(text: string): Promise<unknown> {
  const { markdownToDoc } = await import('#shared/text/markdown-in.ts')
  try {
    return markdownToDoc(text, 'comment').doc
  } catch (error) {
    if (error instanceof RangeError) throw new AppError('invalid', { field: 'markdown' })
    throw error
  }
}

/**
 * Puts the text where it was written, below whatever has been begun there since, and takes the
 * mutation out of the tray, in one step. Nothing where it has left the tray.
 */
export const keepAsDraft = (
  device: { readonly outbox: Pick<Device['outbox'], 'keepAsDraft'> },
  n: number,
  { place, field }: { readonly place: string; readonly field: string },
  text: string,
): Promise<void> => device.outbox.keepAsDraft(n, place, { [field]: text })

/** What stands in the way of an edit, as words; `null` when that is not known. */
export function theirText(current: unknown): string | null {
  if (typeof current !== 'object' || current === null || !('body' in current)) return null
  const words = wordsIn(current.body).trim()
  return words === '' ? null : words
}

function wordsIn(node: unknown): string {
  if (typeof node !== 'object' || node === null) return ''
  if ('text' in node && typeof node.text === 'string') return node.text
  if (!('content' in node) || !Array.isArray(node.content)) return ''
  const parts: readonly unknown[] = node.content
  const isBlock = 'type' in node && (node.type === 'paragraph' || node.type === 'heading' || node.type === 'codeBlock')
  return parts.map(wordsIn).join('') + (isBlock ? '\n\n' : '')
}

function numberIn(row: unknown, field: string): number | undefined {
  if (typeof row !== 'object' || row === null || !(field in row)) return undefined
  const value = (row as Readonly<Record<string, unknown>>)[field] // just seen to be there
  return typeof value === 'number' ? value : undefined
}
