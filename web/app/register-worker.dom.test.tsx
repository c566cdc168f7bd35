import { afterEach, expect, test, vi } from 'vitest'
import { registerWorker } from './register-worker.ts'

const { serviceWorker } = navigator
/** A registration as a browser gives it. */
const registered = (waiting: ServiceWorker | null) =>
  Object.assign(new EventTarget(), {
    waiting,
    installing: null,
    active: null,
    update: async () => {},
  }) as unknown as ServiceWorkerRegistration
const worker = () => Object.assign(new EventTarget(), { scriptURL: new URL('/sw.js', location.href).href }) as unknown as ServiceWorker

afterEach(() => vi.restoreAllMocks())

test('the app registers its worker, and hears of a newer one that waited before', async () => {
  const newer = worker()
  const register = vi.spyOn(serviceWorker, 'register').mockResolvedValue(registered(newer))
  const heard = vi.fn<(worker?: ServiceWorker | null) => void>()
  const registration = await registerWorker(serviceWorker, heard)
  expect(String(register.mock.calls[0]?.[0])).toBe('/sw.js')
  expect(registration?.waiting).toBe(newer)
  await expect.poll(() => heard.mock.calls).toEqual([[newer]])
})

test('a worker that is installed before the page hears of it is no error, and is heard of', async () => {
  const registration = registered(null)
  vi.spyOn(serviceWorker, 'register').mockResolvedValue(registration)
  const errors = vi.fn<(event: Event) => void>()
  addEventListener('error', errors)
  const heard = vi.fn<(worker?: ServiceWorker | null) => void>()
  await registerWorker(serviceWorker, heard)
  const newer = worker()
  Object.assign(registration, { waiting: newer }).dispatchEvent(new Event('updatefound'))
  removeEventListener('error', errors)
  expect([errors.mock.calls, heard.mock.calls]).toEqual([[], [[newer]]])
})

test('where the browser blocks workers and answers nothing, there is none, and that is no error', async () => {
  vi.spyOn(serviceWorker, 'register').mockResolvedValue(undefined as unknown as ServiceWorkerRegistration)
  expect(await registerWorker(serviceWorker, () => {})).toBeUndefined()
})

test('what the browser refuses for another reason is passed on', async () => {
  vi.spyOn(serviceWorker, 'register').mockRejectedValue(new DOMException('refused', 'SecurityError'))
  await expect(registerWorker(serviceWorker, () => {})).rejects.toThrow('refused')
})
