import { afterEach, expect, test, vi } from 'vitest'
import { reportOwnErrors } from './own-errors.ts'

afterEach(() => vi.unstubAllGlobals())

test.each<[string, boolean, unknown, number]>([
  ['a fetch without a network', false, new TypeError('Failed to fetch'), 0],
  ['a fetch that fails though there is one', true, new TypeError('Failed to fetch'), 1],
  ['any other error without a network', false, new Error('broken'), 1],
])('%s: kept as an error of the worker (network: %s)', (_what, onLine, reason, times) => {
  const open = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('no room'))
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('caches', { open })
  const heard = new Map<string, (event: object) => void>()
  const self = { addEventListener: (name: string, hear: (event: object) => void) => heard.set(name, hear) }
  reportOwnErrors(self as unknown as ServiceWorkerGlobalScope) // what it asks of one
  heard.get('unhandledrejection')?.({ reason })
  expect(open).toHaveBeenCalledTimes(times)
})
