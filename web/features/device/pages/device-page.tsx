import { useCallback, useState } from 'react'
import { links } from '#shared/links.ts'
import { byteWords } from '../../../blocks/byte-words.ts'
import { saveAsFile } from '../../../blocks/save-as-file.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useDeviceState } from '../../../data/device-state.ts'
import { useOutbox } from '../../../data/outbox.ts'
import { Notice } from '../../../ui/notice.tsx'
import { StoredList } from '../parts/stored-list.tsx'
import { KeepSettings } from '../parts/keep-settings.tsx'
import { OfflineReading } from '../parts/offline-reading.tsx'
import { StorageBar } from '../parts/storage-bar.tsx'
import { StoragePromise } from '../parts/storage-promise.tsx'
import { useDevice, useFromDevice } from '../../../data/device/use-device.ts'
import '../device-styles.ts'

/**
 * What this browser keeps, how much room it takes, and every way to keep less or to take it along.
 */
export default function DevicePage() {
  const device = useDevice()
  const { trouble, status } = useDeviceState()
  return (
    <div className="device">
      <h1 className="page-title">Offline storage</h1>
      <p className="stand">What you can read and write offline, and how much space it takes.</p>
      <noscript>
        <p className="empty">Offline storage needs JavaScript.</p>
      </noscript>
      {trouble === null ? null : <Notice kind={status === 'lost' ? 'danger' : 'warm'}>{trouble.words}</Notice>}
      {status === 'memory' && trouble === null ? (
        <Notice kind="warm">Your browser doesn’t store data for this site. Everything is sent right away.</Notice>
      ) : null}
      {device === null ? (
        <p className="empty live-only">Loading from this device…</p>
      ) : (
        <>
          <Unsent />
          {/* What is in memory is gone with the tab: nothing to count or to keep. */}
          {status === 'memory' ? null : <Kept />}
          <TakeAlong device={device} />
        </>
      )}
    </div>
  )
}

function Kept() {
  const [sizes, askAgain] = useFromDevice(useCallback((here: Device) => here.sizes(), []))
  return (
    <>
      <section aria-labelledby="storage-title">
        <div className="head">
          <h2 className="section" id="storage-title">
            Storage
          </h2>
          {sizes === undefined ? null : (
            <span className="more meta soft nums">
              {byteWords(sizes.total)} of {byteWords(sizes.budget)}
            </span>
          )}
        </div>
        {sizes === undefined ? <p className="soft">Counting…</p> : <StorageBar sizes={sizes} />}
        {sizes === undefined ? null : <StoragePromise sizes={sizes} onAsked={askAgain} />}
      </section>
      <OfflineReading />
      <StoredList />
      <KeepSettings />
    </>
  )
}

function Unsent() {
  const { waiting, refused } = useOutbox()
  const unsent = waiting.filter((item) => item.pending !== null).length
  if (unsent + refused.length === 0) return null
  return (
    <p className="link-line">
      <a href={links.outbox()} className="state-word">
        {refused.length > 0 ? `Not sent: ${refused.length}` : `Waiting to be sent: ${unsent}`}
      </a>
    </p>
  )
}

function TakeAlong({ device }: { readonly device: Device }) {
  const [message, setMessage] = useState('')
  const [isAsked, setAsked] = useState(false)
  const save = async (text: Promise<string>, name: string, type: 'text/markdown' | 'application/json') => {
    saveAsFile(await text, name, type)
    setMessage('The file is in your downloads.')
  }
  return (
    <section aria-labelledby="take-title">
      <div className="head">
        <h2 className="section" id="take-title">
          Export
        </h2>
      </div>
      <p className="acts">
        <button type="button" className="btn" onClick={() => void save(device.exportUnsent(), 'unsent-work.md', 'text/markdown')}>
          Download my unsent work
        </button>
        <button type="button" className="btn quiet" onClick={() => void save(device.exportAll(), 'this-device.json', 'application/json')}>
          Download everything on this device
        </button>
      </p>
      <p className="meta soft" role="status">
        {message}
      </p>
      {device.account === null ? (
        <p className="acts">
          {isAsked ? (
            <>
              <span>Everything you saved or read will be deleted from this browser.</span>
              <button type="button" className="btn danger" onClick={() => void device.wipe().then(() => location.replace(links.front()))}>
                Delete all data
              </button>
              <button type="button" className="btn quiet" onClick={() => setAsked(false)}>
                Cancel
              </button>
            </>
          ) : (
            <button type="button" className="btn quiet danger" onClick={() => setAsked(true)}>
              Delete all data from this device
            </button>
          )}
        </p>
      ) : (
        <p className="meta soft">
          To delete your data from this device, <a href={links.logout()}>sign out</a>.
        </p>
      )}
    </section>
  )
}
