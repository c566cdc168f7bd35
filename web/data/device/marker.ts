/**
 * How much unsent work a database holds, noted outside of it: when the browser throws the database
 * away, the loss can be told.
 */
export interface Marker {
  read(account: string | null): number
  write(account: string | null, count: number): void
  remove(account: string | null): void
}

const key = (account: string | null): string => `device-mark:${account ?? 'visitor'}`

/**
 * @param storage gives `localStorage`, and throws where it is forbidden: then losses cannot be
 *   told.
 */
export function markerIn(storage: () => Storage): Marker {
  return {
    read(account) {
      try {
        return Number(storage().getItem(key(account))) || 0
      } catch {
        return 0
      }
    },
    write(account, count) {
      try {
        if (count === 0) storage().removeItem(key(account))
        else storage().setItem(key(account), String(count))
      } catch {
        // Full or forbidden: the work itself is in the database.
      }
    },
    remove(account) {
      try {
        storage().removeItem(key(account))
      } catch {
        // Forbidden: nothing is there.
      }
    },
  }
}
