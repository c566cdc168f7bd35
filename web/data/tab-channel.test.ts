import { expect, test } from 'vitest'
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
