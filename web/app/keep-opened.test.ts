import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RouterState } from './browser-router.ts'
import { keepOpened, quietMs, restMs } from './keep-opened.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const placeAt = (pathname: string) => ({ pathname, search: '', hash: '', key: pathname })
// The answer is handed through and not read.
const stateAt = (pathname: string) =>
  ({ place: placeAt(pathname), action: 'PUSH', isLoading: false, keepsScroll: false }) as unknown as RouterState

function screen() {
  let state = stateAt('/one')
  const listeners = new Set<() => void>()
  const kept: string[] = []
  const opened: string[] = []
  const router = {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const keeping = keepOpened(
    router,
    (address) => address,
    async ({ address }) => void kept.push(address),
    ({ address }, isShownAlready) => void opened.push(`${address}${isShownAlready ? ', there already' : ''}`),
  )
  const set = (next: Partial<RouterState>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  return { kept, opened, keeping, set }
}

test('a page that stays is kept once, one that is passed through is not', async () => {
  const { kept, set } = screen()
  await vi.advanceTimersByTimeAsync(restMs - 1)
  set(stateAt('/two'))
  await vi.advanceTimersByTimeAsync(restMs * 5)
  expect(kept).toEqual(['/two'])
})

test('each page is reported in the moment it is opened, once, that of the document as one that is drawn', () => {
  const { opened, set } = screen()
  expect(opened).toEqual(['/one, there already'])
  set({ isLoading: true })
  set({ ...stateAt('/two') })
  set({ isLoading: true })
  set({ isLoading: false })
  expect(opened).toEqual(['/one, there already', '/two'])
})

test('a page that is being answered again when its time comes is kept when that is done', async () => {
  const { kept, set } = screen()
  set({ isLoading: true })
  await vi.advanceTimersByTimeAsync(restMs * 3)
  expect(kept).toEqual([])
  set({ isLoading: false })
  await vi.advanceTimersByTimeAsync(restMs)
  expect(kept).toEqual(['/one'])
})

test('what changes in the first moments is in what is kept after them, what changes later once it is quiet', async () => {
  const { kept, keeping } = screen()
  keeping.again()
  await vi.advanceTimersByTimeAsync(restMs)
  expect(kept).toEqual(['/one'])
  keeping.again()
  await vi.advanceTimersByTimeAsync(quietMs - 1)
  keeping.again()
  await vi.advanceTimersByTimeAsync(quietMs)
  expect(kept).toEqual(['/one', '/one'])
})
