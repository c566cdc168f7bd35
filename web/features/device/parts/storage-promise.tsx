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
          Your browser won’t clear this automatically. You can clear it here, by signing out, or in browser settings.
        </p>
      ) : (
        <p className="meta soft">Your browser may clear offline data when storage is low. Unsent work could be lost; we’ll tell you.</p>
      )}
      {sizes.isPersisted === true ? null : (
        <p className="meta" role="status">
          {isRefused ? (
            'Your browser declined for now. Installing the app or bookmarking posts may help.'
          ) : (
            <button type="button" className="linkish" onClick={() => void ask()}>
              Keep offline data permanently
            </button>
          )}
        </p>
      )}
      {isApplePhone() ? (
        <p className="meta soft">
          On iPhone and iPad, Safari clears sites you haven’t opened for 7 days unless you add them to the Home Screen (Share, then Add to
          Home Screen). The app has its own storage, so sign in there again.
        </p>
      ) : null}
    </>
  )
}
