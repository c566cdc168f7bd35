/** A real OpenID provider on this machine, and somebody who signs in at it. */
import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'

export interface ProviderPerson {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

export const providerClientId = 'night-harbour'
export const providerSecret = 'a-secret-of-two-parties-of-the-tests'

/** @param people what it says of those who sign in, by their subject. */
export async function openIdProvider(people: Readonly<Record<string, ProviderPerson>>) {
  const { default: Provider } = await import('oidc-provider')
  let handle: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createServer((request, response) => handle(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // It warns of what a test may well do: plain http, keys of its own, a page for signing in.
  for (const method of ['warn', 'info'] as const) vi.spyOn(console, method).mockImplementation(() => undefined)
  onTestFinished(async () => {
    vi.restoreAllMocks()
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
  })

  /**
   * Where it may send browsers back to, which is known once the site listens: from then on it
   * answers.
   */
  function serve(callback: string): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          ...{ client_id: providerClientId, client_secret: providerSecret, redirect_uris: [callback], response_types: ['code'] },
          ...{ grant_types: ['authorization_code'], application_type: 'native' },
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key of the tests'] },
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people[sub] }) }),
      pkce: { required: () => true },
    })
    handle = provider.callback()
  }

  /** Goes where the site led and signs in as `sub`. @returns the address it is sent back to. */
  async function signIn(address: string, sub: string, answer: 'agree' | 'cancel' = 'agree'): Promise<string> {
    const cookies = new Map<string, string>()
    let [url, body]: [string, URLSearchParams | null] = [address, null]
    for (let steps = 0; steps < 12; steps += 1) {
      const response = await fetch(url, {
        ...{ method: body === null ? 'GET' : 'POST', redirect: 'manual', body },
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
        cookies.set(name, value)
      }
      const text = await response.text()
      const location = response.headers.get('location')
      body = null
      if (location !== null) {
        url = new URL(location, url).href
        if (!url.startsWith(issuer)) return url
      } else if (answer === 'cancel') url = `${url}/abort`
      else if (text.includes('name="login"')) body = new URLSearchParams({ prompt: 'login', login: sub, password: 'any' })
      else if (text.includes('name="prompt"')) body = new URLSearchParams({ prompt: 'consent' })
      else throw new Error(`the provider said ${response.status} at ${url}: ${text.slice(0, 300)}`)
    }
    throw new Error('the provider leads nowhere')
  }

  return { issuer, signIn, serve }
}
