/**
 * What a browser may lack or refuse to show at all (`navigator.serviceWorker` under some policies
 * throws when it is touched): `null` then.
 */
export function optional<T>(find: () => T | undefined): T | null {
  try {
    return find() ?? null
  } catch {
    return null
  }
}
