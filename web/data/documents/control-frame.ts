import type { Control } from '#shared/documents/protocol.ts'

/** What the server says of the document itself; `null` for what a newer server says. */
export function controlIn(text: string): Control | null {
  try {
    const value: unknown = JSON.parse(text)
    // From our own server, typed on both sides by the same declaration.
    return typeof value === 'object' && value !== null && 't' in value ? (value as Control) : null
  } catch {
    return null
  }
}
