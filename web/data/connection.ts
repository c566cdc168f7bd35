import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/**
 * Whether the server could be reached when it was last asked; the browser's own word for it knows
 * only of cables and radios.
 */
const reached = createStore(true)

/** As `useIsOnline`, for what is not drawn by React. */
export const connection = { get: (): boolean => navigator.onLine && reached.get(), subscribe: follow }

/** `true` on the server, and until the opposite is known. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(follow, connection.get, () => true)
}

function follow(listener: () => void): () => void {
  // A network that is back is believed until the next question fails.
  const back = () => reached.set(true)
  addEventListener('online', back)
  addEventListener('online', listener)
  addEventListener('offline', listener)
  const leave = reached.subscribe(listener)
  return () => {
    removeEventListener('online', back)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
    leave()
  }
}

/**
 * `fetch` that tells the rest of the page whether the server could be reached. @throws TypeError
 * when it could not.
 */
export async function ask(input: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(input, init)
    reached.set(true)
    return response
  } catch (error) {
    // A navigation that was given up says nothing about the network.
    if (error instanceof TypeError) reached.set(false)
    throw error
  }
}

/** The server spoke by another way, such as the device's socket. */
export function inTouch(): void {
  reached.set(true)
}

/** An answer came, but not from our server. */
export function lostTouch(): void {
  reached.set(false)
}
