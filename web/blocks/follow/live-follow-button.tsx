import { useCallback, useState } from 'react'
import { targetKey } from '#shared/subscriptions/rules.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import { useRow } from '../../data/device/use-rows.ts'
import { useViewer } from '../../data/viewer.ts'
import { useUnsentWord } from '../use-unsent-word.ts'
import { followWord, type FollowButtonProps } from './follow-words.ts'
import { isOwnTarget, setFollowed } from './set-followed.ts'
import { useFromDevice } from '../../data/device/use-device.ts'
import type { Device } from '../../data/device/device-api.ts'

/**
 * The button as it stands on this device, what is queued included. One's own posts and comments are
 * followed until one says otherwise.
 */
export function LiveFollowButton({ kind, id: given, name, className = 'btn quiet' }: FollowButtonProps) {
  const id = targetKey(kind, given)
  const viewer = useViewer()
  const row = useRow(subscriptions, subscriptionId(viewer.kind === 'member' ? viewer.userId : '', kind, id))
  const [isOwn = false] = useFromDevice(useCallback((device: Device) => isOwnTarget(device, kind, id), [kind, id]))
  const [statusText, setStatusText] = useState<{ readonly word: string | null; readonly isOn: boolean | null }>({ word: null, isOn: null })
  const unsent = useUnsentWord(`follow:${kind}:${id}`)
  const isOnHere = row === undefined || row.state === 'off' ? isOwn : row.state === 'on'
  const isOn = statusText.isOn ?? isOnHere
  const toggle = () => {
    setStatusText({ word: null, isOn: null })
    setFollowed({ kind, id }, isOn ? (isOwn ? 'suppressed' : 'off') : isOwn ? 'off' : 'on').then(
      ({ message, wasSent }) => setStatusText({ word: message, isOn: wasSent ? !isOn : null }),
      (error: unknown) => {
        setStatusText({ word: 'This device couldn’t store it.', isOn: null })
        reportError(error)
      },
    )
  }
  return (
    <>
      <button type="button" className={className} aria-pressed={isOn} onClick={toggle}>
        {followWord(kind, isOn)}
        <span className="sr"> {name}</span>
        {unsent === null ? null : <span className="state-word">, {unsent}</span>}
      </button>
      <span className="sr" role="status">
        {statusText.word}
      </span>
    </>
  )
}
