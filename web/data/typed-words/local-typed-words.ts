/**
 * The typed words of the current reader. Until it is known who that is, words are a visitor's; then
 * they move to the reader's account.
 */
import { currentDevice } from '../device/current.ts'
import { databaseOf } from '../device/database-of.ts'
import { browserTabs } from '../device/tabs.ts'
import { createStore } from '../store.ts'
import { currentMe, whenMeChanges } from '../viewer.ts'
import { bridgedTexts, unbridge } from './bridge.ts'
import type { TypedStore } from './typed-store.ts'
import { openTypedStore } from './typed-store.ts'

/** Signed out: this page keeps nothing any more. */
export const isOver = createStore(false)

interface Open {
  readonly account: string | null
  readonly words: TypedStore
}
let open: Open | null = null

/** `null`: a visitor, or nobody knows yet. */
export const localAccount = (): string | null => {
  const { isKnown, viewer } = currentMe()
  if (isKnown) return viewer.kind === 'member' ? viewer.userId : null
  return currentDevice.get()?.account ?? null
}

/** The store of the current reader. @throws where the browser gives none. */
export function wordsNow(): TypedStore {
  const account = localAccount()
  if (open?.account === account) return open.words
  open?.words.close()
  const name = databaseOf(account)
  const words = openTypedStore({ factory: indexedDB, name, tabs: browserTabs(name), onWiped: () => isOver.set(true) })
  open = { account, words }
  return words
}

/**
 * To read from: once it is known who is here, and what the page before left behind is in its place.
 * @throws as above
 */
export async function localTypedWords(): Promise<TypedStore> {
  await whenKnown()
  await takeBridged()
  return wordsNow()
}

/** After a wipe, in tests: nothing of it is held open. */
export function closeWords(): void {
  open?.words.close()
  open = null
}

function whenKnown(): Promise<void> {
  const isKnown = () => currentMe().isKnown || currentDevice.get() !== null
  if (isKnown()) return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (!isKnown()) return
      leaveMe()
      leaveDevice()
      resolve()
    }
    const leaveMe = whenMeChanges(look)
    const leaveDevice = currentDevice.subscribe(look)
  })
}

let taking: Promise<void> = Promise.resolve()

/** What was bridged comes beside what is kept; then nothing of it is in localStorage any more. */
export function takeBridged(): Promise<void> {
  taking = taking.then(async () => {
    if (isOver.get()) return
    for (const found of bridgedTexts()) {
      const { values, at, base } = found.words
      try {
        await wordsNow().resume(found.place, { values, at, base })
        unbridge(found)
      } catch {
        return // nothing can be kept here: it stays where it is
      }
    }
  })
  return taking
}
