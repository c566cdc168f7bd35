import { useSyncExternalStore } from 'react'
import { takeUpdate, waitingWorker } from './updates.ts'

/** Quiet, at the foot of the window; nothing reloads by itself, so nobody loses a place or a sentence. */
export function UpdateNotice() {
  const worker = useSyncExternalStore(waitingWorker.subscribe, waitingWorker.get, () => null)
  return (
    <p className="update" role="status">
      {worker === null ? null : (
        <>
          New version{' '}
          <button className="linkish" type="button" onClick={takeUpdate}>
            Reload
          </button>
        </>
      )}
    </p>
  )
}
