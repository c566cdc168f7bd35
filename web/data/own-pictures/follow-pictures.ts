import { deviceState } from '../device-state.ts'
import { markerIn } from '../device/marker.ts'
import { currentDevice } from '../device/current.ts'
import { reportUnlessClosed } from '../device/report-unless-closed.ts'
import type { PictureStore } from './picture-store.ts'
import { currentPictureStore, pictureWork } from './picture-store.ts'
import { picturesMark } from './picture-files.ts'
import { sendPicture } from './send-picture.ts'
import type { Uploads } from './uploads.ts'
import { startUploads } from './uploads.ts'

/**
 * From now on whatever is added on this device goes to the server, by whichever of its tabs leads.
 * Part of the late chunk.
 */
export function followPictures(): void {
  let pictureStore: PictureStore | null = null
  let uploads: Uploads | null = null

  const look = () => {
    const here = currentPictureStore()
    if (here !== pictureStore) {
      uploads?.stop()
      pictureStore = here
      uploads = here === null ? null : uploadsOf(here)
      if (here !== null) showWaiting(here).catch(reportUnlessClosed)
    }
    if (here !== null) noteUnsent(here).catch(reportUnlessClosed)
    void uploads?.wake()
  }
  currentDevice.subscribe(look)
  pictureWork.subscribe(look)
  let before = deviceState.get()
  deviceState.subscribe(() => {
    const now = deviceState.get()
    const isMoved = now.link !== before.link || now.isLeader !== before.isLeader
    before = now
    if (isMoved) look()
  })
  addEventListener('online', look)
  look()
}

function uploadsOf(pictureStore: PictureStore): Uploads {
  const { account, files, tell } = pictureStore
  return startUploads({
    files,
    send: (fact, bytes, onPart) => sendPicture(account, fact, bytes, onPart),
    isReady: () => {
      const { isLeader, link } = deviceState.get()
      return isLeader && link === 'on' && currentDevice.get()?.account === account
    },
    tell(id, state) {
      tell(id, state)
      if (state.kind === 'sent') noteUnsent(pictureStore).catch(reportUnlessClosed)
    },
    timers: {
      now: () => Date.now(),
      after(ms, work) {
        const timer = setTimeout(work, ms)
        return () => clearTimeout(timer)
      },
    },
    random: Math.random,
    report: reportUnlessClosed,
  })
}

/** So that another account, signing out here, leaves them alone. */
async function noteUnsent({ account, files }: PictureStore): Promise<void> {
  // What cannot be counted is no reason to say that there is nothing.
  markerIn(() => localStorage).write(picturesMark(account), (await files.facts()).filter(({ state }) => state !== 'sent').length)
}

/** What a start finds: editors say of each how far it is. */
async function showWaiting({ files, tell }: PictureStore): Promise<void> {
  for (const { id, state, fault } of await files.facts()) {
    if (state === 'waiting') tell(id, { kind: 'waiting' })
    if (state === 'refused') tell(id, { kind: 'refused', fault: fault ?? 'broken' })
  }
}
