import { currentDevice } from '../device/current.ts'
import { createStore } from '../store.ts'
import { openTabChannel } from '../tab-channel.ts'
import type { PictureFiles } from './picture-files.ts'
import { pictureFiles, picturesInMemory } from './picture-files.ts'
import type { PictureState } from './picture-states.ts'
import { setPictureState } from './picture-states.ts'

/** The pictures of the account that is here, and what its tabs tell each other of them. */
export interface PictureStore {
  readonly account: string
  readonly files: PictureFiles
  /** Here and in the other tabs. */
  readonly tell: (id: string, state: PictureState | null) => void
}

interface News {
  readonly id: string
  readonly state: PictureState | null
}

const open = createStore<(PictureStore & { readonly close: () => void }) | null>(null)
/** Something was added or chosen anew: whoever uploads looks. */
export const pictureWork = createStore(0)

/** `null` for a visitor, and before the device is there. */
export function currentPictureStore(): PictureStore | null {
  const account = currentDevice.get()?.account ?? null
  const before = open.get()
  if (before?.account === account) return before
  before?.close()
  const made = account === null ? null : openPictureStore(account)
  open.set(made)
  return made
}

function openPictureStore(account: string): PictureStore & { readonly close: () => void } {
  const factory = ownIndexedDB()
  const channel = openTabChannel<News>(`pictures:${account}`)
  const hear = ({ id, state }: News) => {
    setPictureState(id, state)
    if (state?.kind === 'waiting') pictureWork.set(pictureWork.get() + 1)
  }
  channel?.listen(hear)
  return {
    account,
    files: factory === null ? picturesInMemory() : pictureFiles(factory, account),
    tell(id, state) {
      setPictureState(id, state)
      channel?.post({ id, state })
    },
    close: () => channel?.close(),
  }
}

/** Reading the property alone throws where storage is forbidden. */
function ownIndexedDB(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null
  } catch {
    return null
  }
}
