import type { Post } from '#shared/posts/schema.ts'
import { votePower } from '#shared/votes/rules.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import type { Device } from '../../data/device/device-api.ts'
import type { ThreadPerson } from './thread-view.ts'

/** As whom the device's owner writes. */
export const authorOf = ({ account, me }: Device): ThreadPerson => ({ id: account ?? '', name: me.name ?? '', slug: me.slug ?? '' })

/** Of the vote that one's own comment begins with. */
export const ownPower = ({ viewer }: Device): number => (viewer.kind === 'member' ? votePower(viewer.karma, 1) : 0)

export function roleOf(device: Device, post: Post | undefined): 'author' | undefined {
  const account = device.account ?? ''
  return post !== undefined && ownersOf(post).some((id) => id === account) ? 'author' : undefined
}
