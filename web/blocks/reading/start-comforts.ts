import { followReaderSettings } from '../../data/reader-settings.ts'
import { followKeys } from '../keys/follow-keys.ts'

/**
 * What serves a reader on every page, once there is nothing better to do: settings that follow the
 * account, and single keys.
 */
export function startComforts(go: (to: string) => void): void {
  followReaderSettings()
  followKeys(go)
}
