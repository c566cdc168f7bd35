import { useCallback } from 'react'
import type { Device } from '../../../data/device/device-api.ts'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'

const budgets = [25, 50, 100, 200, 500, 1_000] as const

/** How much room may be used, and whether pictures are kept. */
export function KeepSettings() {
  const device = useDevice()
  const [settings, askAgain] = useFromDevice(useCallback((here: Device) => here.settings.get(), []))
  if (device === null || settings === undefined) return null
  const change = (changes: Parameters<Device['settings']['set']>[0]) => void device.settings.set(changes).then(askAgain)
  return (
    <section aria-labelledby="settings-title">
      <div className="head">
        <h2 className="section" id="settings-title">
          Limits
        </h2>
      </div>
      <div className="two-fields">
        <div className="field">
          <label htmlFor="budget">At most</label>
          <select
            className="input"
            id="budget"
            value={settings.budget ?? ''}
            onChange={(event) => change({ budget: event.target.value === '' ? null : Number(event.target.value) })}
          >
            <option value="">Automatic</option>
            {budgets.map((megabytes) => (
              <option key={megabytes} value={megabytes * 1_000_000}>
                {megabytes === 1_000 ? '1 GB' : `${megabytes} MB`}
              </option>
            ))}
          </select>
        </div>
        <p className="check">
          <input
            id="pictures"
            type="checkbox"
            checked={settings.pictures}
            onChange={(event) => change({ pictures: event.target.checked })}
          />
          <label htmlFor="pictures">Pictures too</label>
        </p>
      </div>
    </section>
  )
}
