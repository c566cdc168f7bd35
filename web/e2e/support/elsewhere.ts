/** What somebody else does elsewhere: without a browser of their own. */
import { expect, inject } from 'vitest'
import type { Site } from './browser.ts'

export const postOf = (address: string): string => /\/posts\/([0-9a-z]{26})/u.exec(address)?.[1] ?? ''

export async function mutationOf(site: Site, name: string, mutation: string, args: unknown): Promise<void> {
  const body = new URLSearchParams({ login: name, password: inject('examplePassword'), from: '/login' })
  const signedIn = await fetch(`${site.origin}/api/form/accounts.signIn`, { method: 'POST', body, redirect: 'manual' })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0] ?? '')
    .join('; ')
  const headers = { 'content-type': 'application/json', accept: 'application/json', cookie }
  const answer = await fetch(`${site.origin}/api/mutations/${mutation}`, { method: 'POST', headers, body: JSON.stringify({ args }) })
  expect(await answer.json()).toMatchObject({ outcome: 'applied' })
}

export const follow = (site: Site, name: string, postId: string) =>
  mutationOf(site, name, 'subscriptions.set', { kind: 'post', targetId: postId, state: 'on', via: null })
