import { setHidden } from '#shared/feed/settings-mutations.ts'
import { hiddenItemId, hiddenItems } from '#shared/feed/settings-schema.ts'
import { deviceSoon } from '../../../data/device/bring.ts'
import { mutate } from '../../../blocks/mutate.ts'

/** On all of a member's devices. @returns words when it was refused. */
export const dismissWithAccount = async (itemId: string): Promise<string | null> =>
  (await mutate(setHidden, { list: 'spotlights', itemId, isHidden: true, reason: '' })).message

/** Whether the member has dismissed it on another device. */
export async function isDismissedElsewhere(itemId: string): Promise<boolean> {
  const device = await deviceSoon()
  if (device === null || device.account === null) return false
  return (await device.read.get(hiddenItems, hiddenItemId(device.account, 'spotlights', itemId)))?.isHidden === true
}
