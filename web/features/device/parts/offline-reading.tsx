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
    setMessage('The newest posts are fetched while you read on.')
    askAgain()
  }
  const turnOff = async () => {
    await device.settings.set({ prefetch: false })
    for (const { id, keep } of await device.held()) if (keep === 'prefetched') await device.free(id)
    setMessage('What was fetched and not opened was removed.')
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
        The 50 newest posts of the front page with their comments and pictures, at most 20 MB, open without a connection. They are fetched
        when the page is idle, on a fast connection that is not metered.
        {isOn && settings.prefetchedAt > 0 ? (
          <>
            {' '}
            Last fetched <Time at={settings.prefetchedAt} now={now} />.
          </>
        ) : null}
      </p>
      <p className="acts">
        {isOn ? (
          <button type="button" className="btn quiet" onClick={() => void turnOff()}>
            Stop keeping the newest posts
          </button>
        ) : (
          <button type="button" className="btn" onClick={() => void turnOn()}>
            Keep for offline
          </button>
        )}
      </p>
      <p className="meta soft" role="status">
        {message}
      </p>
    </section>
  )
}
