import { expect, test } from 'vitest'
import { takePushes } from './push.ts'

/**
 * As far as a worker is one for pushes: what it showed, which pages stand there, and where it went.
 */
function aWorker(tabs: readonly string[] = []) {
  const listeners = new Map<string, (event: unknown) => void>()
  const shown: { readonly title: string; readonly options: unknown }[] = []
  const went: string[] = []
  const self = {
    location: { origin: 'https://essays.example' },
    navigator: {},
    registration: { showNotification: async (title: string, options: unknown) => void shown.push({ title, options }) },
    clients: {
      matchAll: async () => tabs.map((url) => ({ url, focus: async () => void went.push(`focus ${url}`) })),
      openWindow: async (url: string) => void went.push(`open ${url}`),
    },
    addEventListener: (name: string, listen: (event: unknown) => void) => void listeners.set(name, listen),
  }
  takePushes(self as unknown as ServiceWorkerGlobalScope) // what is asked of it here
  const tell = async (name: string, event: object): Promise<void> => {
    const works: Promise<unknown>[] = []
    listeners.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) })
    expect(works.length).toBeGreaterThan(0)
    await Promise.all(works)
  }
  return {
    shown,
    went,
    push: (text: string | null) => tell('push', { data: text === null ? null : { json: () => JSON.parse(text) as unknown } }),
    click: (data: unknown) => tell('notificationclick', { notification: { data, close: () => undefined } }),
  }
}

test('what the server made is shown as it is, and one of a tag takes the place of another', async () => {
  const worker = aWorker()
  await worker.push(JSON.stringify({ title: 'Night Harbour', body: 'Ada replied to you', path: '/posts/1', tag: 'a:1', unread: 2 }))
  expect(worker.shown).toMatchObject([
    { title: 'Night Harbour', options: { body: 'Ada replied to you', tag: 'a:1', data: { path: '/posts/1' } } },
  ])
})

test.each([
  ['nothing', null],
  ['no JSON', 'x'],
  ['something else', '[]'],
  ['numbers where words belong', '{"title":1,"body":2,"path":3,"tag":4}'],
])('%s is shown as something that is new: browsers insist', async (_what, text) => {
  const worker = aWorker()
  await worker.push(text)
  expect(worker.shown).toMatchObject([{ title: 'Something new', options: { data: { path: '/notifications' } } }])
})

test.each([
  ['the very thing', { path: '/posts/1#2' }, 'open https://essays.example/posts/1#2'],
  ['the list, where there is no address', null, 'open https://essays.example/notifications'],
  ['the front page instead of another site', { path: 'https://evil.example/' }, 'open https://essays.example'],
  ['the front page instead of another site without a scheme', { path: '//evil.example/' }, 'open https://essays.example'],
])('a click opens %s', async (_what, data, went) => {
  const worker = aWorker(['https://essays.example/elsewhere'])
  await worker.click(data)
  expect(worker.went).toEqual([went])
})

test('a click goes to the page where it is open already', async () => {
  const worker = aWorker(['https://essays.example/', 'https://essays.example/posts/1'])
  await worker.click({ path: '/posts/1' })
  expect(worker.went).toEqual(['focus https://essays.example/posts/1'])
})
