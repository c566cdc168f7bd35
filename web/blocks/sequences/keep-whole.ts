import { deviceSoon } from '../../data/device/bring.ts'

/**
 * Pins a sequence and each of its posts: they come by themselves, now or when there is a network.
 * @throws where nothing can be stored.
 */
export async function keepWhole(sequenceId: string | null, posts: readonly { readonly id: string }[]): Promise<void> {
  const device = await deviceSoon()
  if (device === null || device.account === null) throw new Error('no device to keep it on')
  if (sequenceId !== null) await device.follow(`sequence:${sequenceId}`, 'pinned')
  for (const { id } of posts) await device.follow(`thread:${id}`, 'pinned')
}
