import { useCallback, useMemo, useState } from 'react'
import { links } from '#shared/links.ts'
import { byteWords } from '../../../blocks/byte-words.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { StoredGroup } from '../stored-items.ts'
import { storedGroups } from '../stored-items.ts'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'

const shownAtOnce = 50

/** Everything that is kept: to be kept by choice, or removed. */
export function StoredList() {
  const device = useDevice()
  const [held, askAgain] = useFromDevice(useCallback((here: Device) => here.held(), []))
  const [shown, setShown] = useState(shownAtOnce)
  const [message, setMessage] = useState('')
  const things = useMemo(() => storedGroups(held ?? []), [held])
  const now = useNow()
  if (device === null) return null
  const run = async (work: () => Promise<unknown>, words: string) => {
    await work()
    setMessage(words)
    askAgain()
  }
  return (
    <section aria-labelledby="kept-title">
      <div className="head">
        <h2 className="section" id="kept-title">
          Saved items
        </h2>
        {things.length === 0 ? null : <span className="more meta soft nums">{things.length}</span>}
      </div>
      <p className="sr" role="status">
        {message}
      </p>
      {held !== undefined && things.length === 0 ? (
        <p className="empty">
          Nothing yet. Posts you open are saved for 30 days. <a href={links.front()}>Find something to read</a>
        </p>
      ) : (
        <table className="plain">
          <caption className="sr">Saved on this device</caption>
          <thead className="sr">
            <tr>
              <th>What</th>
              <th>Size</th>
              <th>Action</th>
            </tr>
          </thead>
          <tbody>
            {things.slice(0, shown).map((thing) => (
              <StoredRow
                key={thing.key}
                thing={thing}
                now={now}
                onPin={(shape, isPinned) =>
                  void run(
                    () => device.pin(shape, isPinned),
                    isPinned ? `${thing.title} will stay on this device.` : `${thing.title} can be removed when space runs low.`,
                  )
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

interface StoredRowProps {
  readonly thing: StoredGroup
  readonly now: number | null
  readonly onPin: (shape: string, isPinned: boolean) => void
  readonly onFree: () => void
}

function StoredRow({ thing, now, onPin, onFree }: StoredRowProps) {
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
            {isPinned ? 'Pinned' : 'Pin'}
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
