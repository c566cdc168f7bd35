import type { Read } from '../kernel/transaction.ts'
import { members } from '../accounts/schema.ts'
import { AppError } from '../kernel/errors.ts'

/**
 * A member's quick takes stand under a hidden post of their own. Its id follows from the member's,
 * so that two devices that make it without a network make the same one: ids of members begin with
 * `0` until the year 3084, these with `7`.
 */
export function quickTakesIdOf(userId: string): string {
  return `7${userId.slice(1)}`
}

/**
 * Nothing else is begun under an id that is set aside for a member's quick takes. @throws AppError
 * `invalid`.
 */
export async function requireFreeId(read: Read, id: string): Promise<void> {
  if (!id.startsWith('7')) return
  if ((await read.get(members, `0${id.slice(1)}`)) !== undefined) throw new AppError('invalid', { field: 'id' })
}
