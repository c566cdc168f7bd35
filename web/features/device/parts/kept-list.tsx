import { useCallback, useMemo, useState } from 'react'
import { links } from '#shared/links.ts'
import { byteWords } from '../../../blocks/byte-words.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { KeptThing } from '../held-things.ts'
import { keptThings } from '../held-things.ts'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'

const shownAtOnce = 50

/** Everything that is kept: to be kept by choice, or removed. */
export function KeptList() {
  const device = useDevice()
  const [held, askAgain] = useFromDevice(useCallback((here: Device) => here.held(), []))
  const [shown, setShown] = useState(shownAtOnce)
  const [said, setSaid] = useState('')
  const things = useMemo(() => keptThings(held ?? []), [held])
  const now = useNow()
  if (device === null) return null
  const run = async (work: () => Promise<unknown>, words: string) => {
    await work()
    setSaid(words)
    askAgain()
  }
  return (
    <section aria-labelledby="kept-title">
      <div className="head">
        <h2 className="section" id="kept-title">
          What is kept
        </h2>
        {things.length === 0 ? null : <span className="more meta soft nums">{things.length}</span>}
      </div>
      <p className="sr" role="status">
        {said}
      </p>
      {held !== undefined && things.length === 0 ? (
        <p className="empty">
          Nothing yet. Posts you open are kept for 30 days. <a href={links.front()}>Find something to read</a>
        </p>
      ) : (
        <table className="plain">
          <caption className="sr">What is kept on this device</caption>
          <thead className="sr">
            <tr>
              <th>What</th>
              <th>Size</th>
              <th>Action</th>
            </tr>
          </thead>
          <tbody>
            {things.slice(0, shown).map((thing) => (
              <KeptRow
                key={thing.key}
                thing={thing}
                now={now}
                onPin={(shape, isPinned) =>
                  void run(() => device.pin(shape, isPinned), isPinned ? `${thing.title} is kept.` : `${thing.title} may leave by itself.`)
                }
                onFree={() => void run(() => Promise.all(thing.ids.map((id) => device.free(id))), `${thing.title} was removed.`)}
              />
            ))}
          </tbody>
        </table>
      )}
      {things.length > shown ? (
        <p className="after">
          <button type="button" className="btn quiet" onClick={() => setShown(shown + shownAtOnce)}>
            Show more
          </button>
        </p>
      ) : null}
    </section>
  )
}

interface KeptRowProps {
  readonly thing: KeptThing
  readonly now: number | null
  readonly onPin: (shape: string, isPinned: boolean) => void
  readonly onFree: () => void
}

function KeptRow({ thing, now, onPin, onFree }: KeptRowProps) {
  const { title, href, what, keep, shape, bytes, lastUsed, isRemovable } = thing
  const isPinned = keep === 'pinned'
  return (
    <tr>
      <th scope="row">
        {href === null ? title : <a href={href}>{title}</a>}
        <span className="soft">
          {what}, used <Time at={lastUsed} now={now} />
        </span>
      </th>
      <td className="num">{byteWords(bytes)}</td>
      <td className="dev-act">
        {shape === null || !isRemovable ? null : (
          <button type="button" className="btn quiet" aria-pressed={isPinned} onClick={() => onPin(shape, !isPinned)}>
            {isPinned ? 'Kept' : 'Keep'}
            <span className="sr">: {title}</span>
          </button>
        )}
        {isRemovable ? (
          <button type="button" className="btn quiet" onClick={onFree}>
            Remove<span className="sr">: {title}</span>
          </button>
        ) : null}
      </td>
    </tr>
  )
}
