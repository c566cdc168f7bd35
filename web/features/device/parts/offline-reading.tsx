import { useCallback, useState } from 'react'
import type { Device } from '../../../data/device/device-api.ts'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'
import { isInstalled } from '../../../data/is-installed.ts'
import { keepAppFromNow } from '../../../data/keep-app.ts'
import { prefetchAsked } from '../../../data/prefetch-asked.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'

/**
 * Whether the newest posts are fetched for reading offline. Members and the installed app do so
 * until they choose otherwise; visitors choose it here.
 */
export function OfflineReading() {
  const device = useDevice()
  const [settings, askAgain] = useFromDevice(useCallback((local: Device) => local.settings.get(), []))
  const [message, setMessage] = useState('')
  const now = useNow()
  if (device === null || settings === undefined) return null
  const isOn = settings.prefetch ?? (device.account !== null || isInstalled())
  const turnOn = async () => {
    await device.settings.set({ prefetch: true, prefetchedAt: 0, prefetchBegunAt: 0 })
    prefetchAsked.set(prefetchAsked.get() + 1)
    if (device.account === null) void keepAppFromNow().catch(reportError)
    setMessage('Downloading the newest posts…')
    askAgain()
  }
  const turnOff = async () => {
    await device.settings.set({ prefetch: false })
    for (const { id, keep } of await device.held()) if (keep === 'prefetched') await device.free(id)
    setMessage('Unopened downloads were removed.')
    askAgain()
  }
  return (
    <section aria-labelledby="offline-title">
      <div className="head">
        <h2 className="section" id="offline-title">
          Reading offline
        </h2>
      </div>
      <p>
        Saves the 50 newest frontpage posts with comments and pictures (up to 20 MB). Downloads when idle, on fast unmetered connections.
        {isOn && settings.prefetchedAt > 0 ? (
          <>
            {' '}
            Last downloaded <Time at={settings.prefetchedAt} now={now} />.
          </>
        ) : null}
      </p>
      <p className="acts">
        {isOn ? (
          <button type="button" className="btn quiet" onClick={() => void turnOff()}>
            Stop saving new posts
          </button>
        ) : (
          <button type="button" className="btn" onClick={() => void turnOn()}>
            Save new posts offline
          </button>
        )}
      </p>
      <p className="meta soft" role="status">
        {message}
      </p>
    </section>
  )
}
