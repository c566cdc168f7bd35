import type { ChangeEvent } from 'react'
import { useCallback, useId, useState } from 'react'
import { readMarkId, readMarks } from '#shared/reading/schema.ts'
import type { Device } from '../../data/device/device-api.ts'
import { useFromDevice } from '../../data/device/use-device.ts'
import { shortDate } from '../../ui/time-words.ts'
import { beside } from './beside.ts'
import { dayMs } from '#shared/kernel/durations.ts'

interface SinceChoiceProps {
  readonly postId: string
  /** Newest comment that had been seen before this visit. */
  readonly lastVisit: number
}

const spans = { yesterday: 1, 'last week': 7, 'last month': 30, 'last year': 365 } as const

/**
 * Since when a comment counts as new: the last visit, so long ago, or an earlier visit of one's
 * own. For this visit only.
 */
export function SinceChoice({ postId, lastVisit }: SinceChoiceProps) {
  const id = useId()
  const [chosen, setChosen] = useState('visit')
  const readVisits = useCallback(
    async (device: Device) => (await device.read.get(readMarks, readMarkId(device.account ?? '', postId)))?.visits ?? [],
    [postId],
  )
  const [visits = []] = useFromDevice(readVisits)
  const choose = (event: ChangeEvent<HTMLSelectElement>) => {
    const { value } = event.currentTarget
    setChosen(value)
    const days = Object.entries(spans).find(([word]) => word === value)?.[1]
    const from = days === undefined ? (value === 'visit' ? lastVisit : Number(value)) : Date.now() - days * dayMs
    beside.set({ ...beside.get(), seenUpTo: new Map(beside.get().seenUpTo).set(postId, from) })
  }
  return (
    <>
      <label className="sr" htmlFor={id}>
        New since
      </label>
      <select id={id} value={chosen} onChange={choose}>
        <option value="visit">your last visit</option>
        {Object.keys(spans).map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
        {visits.map(({ at, seenUpTo }) => (
          <option key={at} value={seenUpTo}>
            your visit of {shortDate(at, 'own')}
          </option>
        ))}
      </select>
    </>
  )
}
