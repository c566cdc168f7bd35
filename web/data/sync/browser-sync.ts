/** `startSync` with a browser's own locks, channels, timers and events. */
import { optional } from '../optional.ts'
import type { DeviceSync, SyncMessage, SyncPorts } from './sync.ts'
import { openTabChannel } from '../tab-channel.ts'
import { openPost, openSocket, socketAddress } from './links.ts'
import { startSync } from './sync.ts'

export type BrowserSyncOptions = Pick<SyncPorts, 'core' | 'account' | 'onChanged' | 'onStatus' | 'report'>

export function startBrowserSync(options: BrowserSyncOptions): DeviceSync {
  const sync = startSync({
    ...options,
    openSocket: openSocket(socketAddress(location.origin)),
    openPost: openPost('/sync'),
    timers: { now: () => Date.now(), after },
    random: Math.random,
    locks: optional(() => navigator.locks),
    channel: openTabChannel<SyncMessage>(`sync:${options.account}`),
    isVisible: () => document.visibilityState === 'visible',
  })
  const leaving = new AbortController()
  const { signal } = leaving
  const onSight = () => {
    sync.sightChanged()
    if (document.visibilityState === 'visible') sync.nudge('visible')
  }
  document.addEventListener('visibilitychange', onSight, { signal })
  addEventListener('focus', () => sync.nudge('visible'), { signal })
  addEventListener('online', () => sync.nudge('online'), { signal })
  addEventListener('offline', () => sync.nudge('offline'), { signal })
  return {
    ...sync,
    stop() {
      leaving.abort()
      sync.stop()
    },
  }
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
