import type { PreviewCard } from '#shared/pages/page-data.ts'
import { previewCard, previewTarget } from '#shared/pages/preview-card.ts'
import { currentDevice } from '../../data/device/current.ts'

/**
 * The card as this device can make it, from what it holds whole; `null` when it holds nothing of
 * it.
 */
export async function cardFromDevice(url: string): Promise<PreviewCard | null> {
  const device = currentDevice.get()
  const target = previewTarget(url)
  if (device === null || target === null) return null
  return previewCard(device.read, target, { hasSums: false })
}
