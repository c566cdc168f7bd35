import { useState, useSyncExternalStore } from 'react'
import { useDevice } from '../../data/device/use-device.ts'
import { useViewer } from '../../data/viewer.ts'

interface KeepSeriesProps {
  /** `null`: it is made from its posts alone. */
  readonly sequenceId: string | null
  readonly posts: readonly { readonly id: string }[]
}

/**
 * "Keep on this device": every post of it with its discussion, to be read without a network. For
 * members, whose devices hold posts.
 */
export function KeepSeries({ sequenceId, posts }: KeepSeriesProps) {
  const viewer = useViewer()
  const device = useDevice()
  const [state, setState] = useState<'asked' | 'failed' | null>(null)
  const hereCount = useSyncExternalStore(
    (changed) => device?.subscribe(changed) ?? (() => {}),
    () => (device === null ? 0 : posts.filter(({ id }) => device.holds(`thread:${id}`)).length),
    () => 0,
  )
  if (viewer.kind === 'visitor' || posts.length === 0) return null
  const isHere = hereCount === posts.length
  const keep = () => {
    setState('asked')
    import('./keep-whole.ts').then(({ keepWhole }) => keepWhole(sequenceId, posts)).catch(() => setState('failed'))
  }
  const words =
    state === 'failed'
      ? 'Not saved: this device couldn’t store it.'
      : isHere
        ? 'On this device'
        : state === 'asked'
          ? `${hereCount} of ${posts.length} on this device`
          : null
  return (
    <>
      {isHere ? null : (
        <button type="button" className="btn quiet needs-js" aria-busy={state === 'asked' || undefined} onClick={keep}>
          Save offline
        </button>
      )}
      <span className="meta soft nums" role="status">
        {words}
      </span>
    </>
  )
}
