import { expect, test } from 'vitest'
import type { NavigationDeps } from './answer-navigation.ts'
import { answerNavigation } from './answer-navigation.ts'

const build = 'b1'
const kept = {
  html: '<!doctype html>\n<html lang="en"><body>kept</body></html>',
  headers: { 'content-security-policy': "default-src 'none'" },
  build,
  at: 1_700_000_000_000,
  isRefreshed: true,
}
const never = new Promise<never>(() => {})

function deps(changes: Partial<NavigationDeps> = {}): NavigationDeps {
  return {
    build,
    kept: async () => undefined,
    network: async () => new Response('network'),
    shell: async () => new Response('shell'),
    after: () => never,
    looksFurther: async () => true,
    ...changes,
  }
}

const to = (path: string, cache: RequestCache = 'default') => ({ url: `https://site.example${path}`, cache })
const gone = async (): Promise<never> => {
  throw new TypeError('failed to fetch')
}

test('a kept post is there at once, with its policy and its time, while the network is still being asked', async () => {
  const answer = await answerNavigation(to('/posts/1/a'), deps({ kept: async () => kept, network: () => never }))
  expect(await answer.text()).toContain('<html data-kept="1700000000000" lang="en">')
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'")
})

test('a post that nobody would renew behind the page comes from the network while there is one, and as it was kept when there is none', async () => {
  const visitors = { ...kept, isRefreshed: false }
  expect(await (await answerNavigation(to('/posts/1/a'), deps({ kept: async () => visitors }))).text()).toBe('network')
  expect(await (await answerNavigation(to('/posts/1/a'), deps({ kept: async () => visitors, network: gone }))).text()).toContain('kept')
})

test('a reload asks the network for a kept post', async () => {
  const answer = await answerNavigation(to('/posts/1/a', 'no-cache'), deps({ kept: async () => kept }))
  expect(await answer.text()).toBe('network')
})

test('a document of another build is never shown', async () => {
  const old = { ...kept, build: 'b0' }
  expect(await (await answerNavigation(to('/posts/1/a'), deps({ kept: async () => old }))).text()).toBe('network')
  expect(await (await answerNavigation(to('/posts/1/a'), deps({ kept: async () => old, network: gone }))).text()).toBe('shell')
})

test('a list comes from the network while there is one, and as it was kept when there is none', async () => {
  expect(await (await answerNavigation(to('/'), deps({ kept: async () => kept }))).text()).toBe('network')
  expect(await (await answerNavigation(to('/'), deps({ kept: async () => kept, network: gone }))).text()).toContain('kept')
})

test.each([
  ['no network', gone],
  ['a proxy with nobody behind it', async () => new Response('bad gateway', { status: 502 })],
])('with %s and nothing kept, the answer is the shell, which looks further', async (_what, network) => {
  const answer = await answerNavigation(to('/about'), deps({ network }))
  expect(await answer.text()).toBe('shell')
})

test('three seconds without a word, and what is kept is shown', async () => {
  const answer = await answerNavigation(to('/'), deps({ kept: async () => kept, network: () => never, after: async () => undefined }))
  expect(await answer.text()).toContain('kept')
})

test('where nothing more can be found on the device, a silent network is waited for; when it fails there is the shell', async () => {
  let answered: (response: Response) => void = () => {}
  const slow = new Promise<Response>((resolve) => (answered = resolve))
  const silent = { after: async () => undefined, looksFurther: async () => false }
  const answer = answerNavigation(to('/posts/1/a'), deps({ ...silent, network: () => slow }))
  setTimeout(() => answered(new Response('late')))
  expect(await (await answer).text()).toBe('late')
  expect(await (await answerNavigation(to('/posts/1/a'), deps({ ...silent, network: gone }))).text()).toBe('shell')
})

test('a database that does not answer holds nobody up', async () => {
  const soon = { kept: () => never, after: async () => undefined }
  expect(await (await answerNavigation(to('/posts/1/a'), deps({ ...soon, network: gone }))).text()).toBe('shell')
  const slow = deps({ kept: () => never, after: (ms) => (ms < 1_000 ? Promise.resolve() : never) })
  expect(await (await answerNavigation(to('/posts/1/a'), slow)).text()).toBe('network')
})

test("a server's own error is shown as it is", async () => {
  const answer = await answerNavigation(
    to('/'),
    deps({ kept: async () => kept, network: async () => new Response('broken', { status: 500 }) }),
  )
  expect(answer.status).toBe(500)
})

test.each([502, 504])('a gateway’s %i is never shown in place of what is kept', async (status) => {
  const network = async () => new Response('gateway', { status })
  const list = await answerNavigation(to('/'), deps({ kept: async () => kept, network }))
  expect([list.status, (await list.text()).includes('kept')]).toEqual([200, true])
  const again = await answerNavigation(to('/posts/1/a', 'reload'), deps({ kept: async () => kept, network }))
  expect(again.status).toBe(200)
})

test('a gateway’s answer is shown where nothing is kept and there is no shell', async () => {
  const network = async () => new Response('gateway', { status: 504 })
  const answer = await answerNavigation(to('/'), deps({ network, shell: async () => undefined }))
  expect(answer.status).toBe(504)
})

test.each([404, 410, 503])('a server’s own %i is shown, though an older page is kept', async (status) => {
  const network = async () => new Response('own', { status })
  expect((await answerNavigation(to('/'), deps({ kept: async () => kept, network }))).status).toBe(status)
})

test('a kept page of another address is never given', async () => {
  const asked: string[] = []
  const find = async (address: string) => {
    asked.push(address)
    return undefined
  }
  await answerNavigation(to('/posts/1/a?view=new'), deps({ kept: find, network: gone }))
  expect(asked).toEqual(['/posts/1/a?view=new'])
})
