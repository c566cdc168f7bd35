/**
 * Titles that were typed a moment before their page went away. They are set by a mutation, whose
 * transaction may not end with its page: the bridge holds them, and the next page sets them. What
 * cannot be set (changed elsewhere meanwhile, or its draft was never begun) stays under Drafts.
 */
import { AppError } from '#shared/kernel/errors.ts'
import { setPostDetail } from '#shared/posts/mutations.ts'
import { writings } from '#shared/posts/schema.ts'
import type { Device } from '../device/device-api.ts'
import { bridge, dropBridged } from './bridge.ts'
import { localTypedWords } from './local-typed-words.ts'

const prefix = 'title:'
const placeOf = (postId: string): string => `${prefix}${postId}`

interface LeftTitle {
  readonly title: string
  /** What it replaces. */
  readonly before: string
}

/** Before `pagehide` returns. */
export const leaveTitle = (postId: string, { title, before }: LeftTitle): void =>
  void bridge(placeOf(postId), { values: { title, before }, at: Date.now() })

/** It is set: nothing is left for the next page. */
export const dropLeftTitle = (postId: string): void => dropBridged(placeOf(postId))

/** Sets what earlier pages have left behind. */
export async function setLeftTitles(device: Device): Promise<void> {
  await localTypedWords()
  for (const { place, values, binnedAt } of await device.drafts.list())
    if (place.startsWith(prefix) && binnedAt === null && (await isSet(device, place.slice(prefix.length), values)))
      await device.drafts.forget(place, 'sent')
}

async function isSet(device: Device, id: string, { title = '', before = '' }: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const said = await device.read.get(writings, id)
    if (said?.title !== title) await device.commit(setPostDetail, { id, detail: { field: 'title', value: title, base: before } })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
