/**
 * Storage that never takes the page with it: where the browser forbids it, or it is full, it holds
 * nothing.
 */
export type GuardedStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function guarded(storage: () => Storage): GuardedStorage {
  const orElse = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => orElse(() => storage().getItem(key), null),
    setItem: (key, value) => orElse(() => storage().setItem(key, value), undefined),
    removeItem: (key) => orElse(() => storage().removeItem(key), undefined),
  }
}

/** Read when it is used: only then does a browser say that it is forbidden. */
export const guardedLocal: GuardedStorage = guarded(() => localStorage)
export const guardedSession: GuardedStorage = guarded(() => sessionStorage)
