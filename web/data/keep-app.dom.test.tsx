import { afterEach, expect, test, vi } from 'vitest'
import { keepAppOnceWritten } from './keep-app.ts'
import { hasOwn } from './rank-mark.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  document.body.replaceChildren()
})

test('the worker keeps the whole app as soon as a visitor writes something that is kept, not for what they search', async () => {
  const postMessage = vi.fn<(message: unknown, ports: readonly MessagePort[]) => void>((_message, [port]) => port?.postMessage(true))
  const registration = { active: { postMessage } } as unknown as ServiceWorkerRegistration // what is asked of it
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration)
  const [search, comment] = [{}, { keep: 'comment:x:' }].map((data) => {
    const form = document.createElement('form')
    Object.assign(form.dataset, data)
    const field = document.createElement('input')
    form.append(field)
    document.body.append(form)
    return field
  })
  keepAppOnceWritten(document)
  const type = (field: HTMLInputElement | undefined) => field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  type(search)
  expect(hasOwn()).toBe(false)
  type(comment)
  type(comment)
  expect(hasOwn()).toBe(true)
  await expect.poll(() => postMessage.mock.calls.map(([message]) => message)).toEqual(['keep-app'])
})
