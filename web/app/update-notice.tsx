import { useState, useSyncExternalStore } from 'react'
import { InstallOffer } from './install-offer.tsx'
import { takeUpdate, waitingWorker } from './updates.ts'
import './update-notice-styles.ts'

/**
 * Quiet, at the foot of the window; nothing reloads by itself, so nobody loses a place or a
 * sentence. The worker waits only when some tab is not safe to leave: the press looks at this one
 * again.
 */
export function UpdateNotice() {
  const worker = useSyncExternalStore(waitingWorker.subscribe, waitingWorker.get, () => null)
  const [isUnsafe, setUnsafe] = useState(false)
  const reload = async () => {
    const { isSafeToLeave } = await import('./safe-to-leave.ts')
    if (isSafeToLeave(document)) takeUpdate()
    else setUnsafe(true)
  }
  return (
    <>
      <p className="update" role="status">
        {worker === null ? null : (
          <>
            {isUnsafe ? 'Send or save your text first, then' : 'New version.'}{' '}
            <button className="linkish" type="button" onClick={() => void reload()}>
              Reload
            </button>
          </>
        )}
      </p>
      {worker === null ? <InstallOffer /> : null}
    </>
  )
}
