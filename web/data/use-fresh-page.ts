import { useEffect } from 'react'
import { useDevice } from './device/use-device.ts'
import { useRefresh } from './navigation.ts'

/**
 * Has the page made again when something is done on this device that changes what it shows; what
 * comes from the server is heard anyway (web/app/device-side.ts).
 */
export function useFreshPage(kind: string): void {
  const device = useDevice()
  const refresh = useRefresh()
  useEffect(
    () =>
      device?.subscribe((changed) => {
        if (changed.kinds.has(kind) && changed.shapes.size === 0) refresh().catch(reportError)
      }),
    [device, refresh, kind],
  )
}
