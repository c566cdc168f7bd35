import type { Device } from './device/device-api.ts'
import { bridgedTexts, nowOnDevice } from './bridged-texts.ts'
import { isOfDevice, keeper, removeBridged } from './kept-text.ts'
import { mergeIntoForm } from './merge-into-form.ts'

/**
 * Gives a member's unsent comments to the device, one after the other for each place: what is saved late never comes back after what was sent.
 * Takes over what localStorage had to bridge. A visitor's stay there: they go along when the visitor signs in.
 */
export function keepDraftsIn(device: Device): void {
  const { account } = device
  if (account === keeper.get()?.account) return
  keeper.set(null)
  if (account === null) return
  const last = new Map<string, Promise<unknown>>()
  const after = <T>(place: string, run: () => Promise<T>): Promise<T> => {
    const next = (last.get(place) ?? Promise.resolve()).then(run, run)
    last.set(place, next)
    return next
  }
  keeper.set({
    account,
    save: (place, { values, at, by = '', base }) => after(place, () => device.drafts.save(place, values, at, { by, base })),
    merge: mergeIntoForm,
    forget: (place) => void after(place, () => device.drafts.forget(place, 'sent')).catch(reportError),
  })
  for (const [place, kept] of bridgedTexts()) {
    if (!isOfDevice(place)) continue
    void after(place, async () => {
      const known = await device.drafts.get(place)
      // An older one is one that a crash has brought back.
      if (known !== undefined && Math.max(known.at, known.binnedAt ?? 0) > kept.at) return removeBridged(place)
      const { values, at, by = '', base } = kept
      nowOnDevice(place, kept, await device.drafts.save(place, values, at, { by, base }))
      removeBridged(place)
    }).catch(reportError)
  }
}
