import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { takeOver, takeOverIfSafe } from './take-over.ts'

afterEach(() => void vi.useRealTimers())

/** A tab that answers so; `undefined`: it sleeps. */
const tab = (answer: unknown) => ({
  postMessage(question: unknown, [port]: readonly MessagePort[]) {
    expect(question).toBe('safe-to-leave?')
    if (answer !== undefined) port?.postMessage(answer)
  },
})

/** Has a new worker ask these tabs. */
async function ask(...answers: readonly unknown[]) {
  const skipWaiting = vi.fn<() => Promise<void>>(async () => undefined)
  const heard: unknown[] = []
  const clients = { matchAll: async () => answers.map(tab) }
  const self = Object.assign(new EventTarget(), { clients, skipWaiting }) as unknown as ServiceWorkerGlobalScope
  onTestFinished(() => void self.dispatchEvent(new Event('activate')))
  const asker = { postMessage: (word: unknown) => void heard.push(word) } as MessagePort
  const asking = takeOverIfSafe(self, asker)
  return { asking, skipWaiting, heard }
}

test('a new worker takes over when every tab can be left', async () => {
  const { asking, skipWaiting, heard } = await ask(true, true)
  await asking
  expect(skipWaiting).toHaveBeenCalledOnce()
  expect(heard).toEqual([true])
})

test('a new worker waits while something is typed in one of the tabs', async () => {
  const { asking, skipWaiting, heard } = await ask(true, false, true)
  await asking
  expect(skipWaiting).not.toHaveBeenCalled()
  expect(heard).toEqual([false])
})

test('a tab that does not answer counts as one in which something is typed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { asking, skipWaiting, heard } = await ask(true, undefined)
  await vi.advanceTimersByTimeAsync(1_500)
  await asking
  expect(skipWaiting).not.toHaveBeenCalled()
  expect(heard).toEqual([false])
})

test('an answer that is no yes is a no', async () => {
  const { asking, skipWaiting } = await ask('true')
  await asking
  expect(skipWaiting).not.toHaveBeenCalled()
})

test('where no tab is open it takes over', async () => {
  const { asking, skipWaiting } = await ask()
  await asking
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('a worker whose taking over was forgotten asks again every second, until it has', () => {
  vi.useFakeTimers()
  const skipWaiting = vi.fn<() => Promise<void>>(async () => undefined)
  const self = Object.assign(new EventTarget(), { skipWaiting }) as unknown as ServiceWorkerGlobalScope
  void takeOver(self)
  vi.advanceTimersByTime(2_500)
  expect(skipWaiting).toHaveBeenCalledTimes(3)
  self.dispatchEvent(new Event('activate'))
  vi.advanceTimersByTime(5_000)
  expect(skipWaiting).toHaveBeenCalledTimes(3)
})
