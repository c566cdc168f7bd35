import { useState } from 'react'
import { isApplePhone } from '../../../blocks/apple-phone.ts'
import type { DeviceSizes } from '../../../data/device/device-api.ts'

/** Whether the browser has promised to keep it, and what happens when it does not. */
export function StoragePromise({ sizes, onAsked }: { readonly sizes: DeviceSizes; readonly onAsked: () => void }) {
  const [isRefused, setRefused] = useState(false)
  const ask = async () => {
    const isGranted = (await navigator.storage?.persist?.()) === true
    setRefused(!isGranted)
    onAsked()
  }
  return (
    <>
      {sizes.isPersisted === true ? (
        <p className="meta soft">
          The browser has promised not to clear this by itself. Only you can: here, by signing out, or in its settings.
        </p>
      ) : (
        <p className="meta soft">Your browser may clear offline data when storage is low. Unsent work could be lost; we’ll tell you.</p>
      )}
      {sizes.isPersisted === true ? null : (
        <p className="meta" role="status">
          {isRefused ? (
            'It has not promised to keep it. Installing the site, or saving a post for later, may change its mind.'
          ) : (
            <button type="button" className="linkish" onClick={() => void ask()}>
              Keep offline data permanently
            </button>
          )}
        </p>
      )}
      {isApplePhone() ? (
        <p className="meta soft">
          On iPhone and iPad, Safari clears a site that has not been opened for 7 days, unless it is on the Home Screen: Share, then Add to
          Home Screen. The installed app keeps its own store, apart from Safari’s, and asks you to sign in once more.
        </p>
      ) : null}
    </>
  )
}
