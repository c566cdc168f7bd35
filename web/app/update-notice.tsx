import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react'
import { takeUpdate, waitingWorker } from './updates.ts'

// Without a connection it may not be had: then there is no offer.
const InstallOffer = lazy(async () => {
  try {
    return { default: (await import('./install-offer.tsx')).InstallOffer }
  } catch {
    return { default: () => null }
  }
})
/** An offer is the last thing a page needs. */
const offerAfterMs = 3_000

/**
 * Quiet, at the foot of the window; nothing reloads by itself, so nobody loses a place or a sentence. The worker waits only when some tab is not
 * safe to leave: the press looks at this one again.
 */
export function UpdateNotice() {
  const worker = useSyncExternalStore(waitingWorker.subscribe, waitingWorker.get, () => null)
  const [isUnsafe, setUnsafe] = useState(false)
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), offerAfterMs)
    return () => clearTimeout(timer)
  }, [])
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
            {isUnsafe ? 'Send or save what you are writing first, then' : 'New version.'}{' '}
            <button className="linkish" type="button" onClick={() => void reload()}>
              Reload
            </button>
          </>
        )}
      </p>
      {isQuiet && worker === null ? (
        <Suspense>
          <InstallOffer />
        </Suspense>
      ) : null}
    </>
  )
}
