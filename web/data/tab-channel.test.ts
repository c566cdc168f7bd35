import { expect, test, vi } from 'vitest'
import { openTabChannel } from './tab-channel.ts'

test('another tab hears it; what is posted after closing is for nobody, and no fault', async () => {
  const [one, other] = [openTabChannel<string>('a'), openTabChannel<string>('a')]
  const heard = new Promise((resolve) => other?.listen(resolve))
  one?.post('hello')
  expect(await heard).toBe('hello')
  other?.close()
  one?.close()
  expect(() => one?.post('too late')).not.toThrow()
})

test.each([
  ['is missing', undefined],
  [
    'is refused',
    class {
      constructor() {
        throw new DOMException('refused', 'SecurityError')
      }
    },
  ],
])('where it %s there is none, and nothing fails', (_how, channel) => {
  vi.stubGlobal('BroadcastChannel', channel)
  expect(openTabChannel('a')).toBeNull()
  vi.unstubAllGlobals()
})
