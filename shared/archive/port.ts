/** The public archive (docs/decisions/0023), as its page knows it. */

/** Below it is nothing but the database of mirrors. */
export const archiveRoot = '/archive'
export const mirrorPath = '/archive/public'

/**
 * `filling`: it is being made, and mirrors get what is there. `down`: its server does not answer;
 * the site does.
 */
export type ArchiveStatus = { readonly state: 'open' | 'filling'; readonly docCount: number } | { readonly state: 'down' | 'off' }

export interface ArchivePort {
  status(): Promise<ArchiveStatus>
}
