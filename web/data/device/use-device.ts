import { useEffect, useState, useSyncExternalStore } from 'react'
import { currentDevice } from './current.ts'
import type { Device } from './device-api.ts'
import { reportUnlessClosed } from './report-unless-closed.ts'

/** The open device; `null` until it is there, and on the server. */
export function useDevice(): Device | null {
  return useSyncExternalStore(currentDevice.subscribe, currentDevice.get, () => null)
}

/**
 * What `read` answers, asked again whenever something on the device changed, and by the function
 * given back. `undefined` until then.
 */
export function useFromDevice<Value>(read: (device: Device) => Promise<Value>): readonly [Value | undefined, () => void] {
  const device = useDevice()
  const [value, setValue] = useState<Value>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (device === null) return
    let isGone = false
    const ask = async () => {
      const next = await read(device)
      if (!isGone) setValue(next)
    }
    const askNow = () => void ask().catch(reportUnlessClosed)
    askNow()
    const leave = device.subscribe(askNow)
    return () => {
      isGone = true
      leave()
    }
  }, [device, read, turn])
  return [device === null ? undefined : value, () => setTurn(turn + 1)]
}
