/**
 * Nobody's name is put over anything without their consent, by plain forms and by programs; where a
 * name shows once they agree.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import { place, says } from './testing/answers.ts'
import { formsOf } from './testing/client.ts'
import { signUp } from './testing/newcomers.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
const title = 'On whose name this is'
let teo: Client
let lina: Client
let postPlace = ''
let postId = ''

const memberOf = (userName: string) => site.table('members').find((row) => row['userName'] === userName)
const idOf = (userName: string): string => String(memberOf(userName)?.['id'])
const publish = async (by: Client, as: string): Promise<string> =>
  place(
    await by.postForm('posts.publish', { postId: '', title: as, markdown: 'Stone by stone.', lang: 'en', kind: 'post', from: '/newPost' }),
  ).split('?')[0] ?? ''
const mutate = (by: Client, name: string, args: unknown) =>
  by.send('POST', `/api/mutations/${name}`, {
    headers: { 'content-type': 'application/json', accept: 'application/json', origin: by.origin, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ args }),
  })
const edit = (): string => `/editPost?postId=${postId}`

beforeAll(async () => {
  ;[teo, lina] = await Promise.all([site.member('teo'), site.member('lina')])
  postPlace = await publish(teo, title)
  postId = postPlace.split('/')[2] ?? ''
})

/** Where readers and programs could meet the member's name, or the post under it. */
async function shownToReaders(): Promise<readonly string[]> {
  const reader = site.visitor()
  const name = String(memberOf('lina')?.['displayName'])
  const profile = `/users/${String(memberOf('lina')?.['slug'])}`
  const places: readonly (readonly [string, string])[] = [
    [postPlace, name],
    [`${postPlace}.md`, name],
    [`/api/page?path=${encodeURIComponent(postPlace)}`, name],
    [`/api/posts/${postId}`, name],
    [profile, title],
    [`${profile}.md`, title],
    [`/feed.xml?view=userPosts&userId=${idOf('lina')}`, title],
  ]
  const found = await Promise.all(places.map(async ([path, words]) => ((await reader.open(path)).text.includes(words) ? path : '')))
  return found.filter((path) => path !== '')
}

describe('an account of one minute', () => {
  test('puts the administrator’s name over nothing: not by the form, not by the new mutation, not by the old one', async () => {
    const stranger = site.visitor()
    await signUp(stranger, 'Rumor')
    const own = (await publish(stranger, 'A post by nobody else')).split('/')[2] ?? ''
    expect(own).not.toBe('')
    const args = { id: own, userId: idOf('marit') }
    for (const sent of [
      await mutate(stranger, 'posts.setCoauthor', { ...args, isOn: true }),
      await mutate(stranger, 'posts.inviteCoauthor', args),
      await stranger.postForm('posts.inviteCoauthor', { postId: own, userName: 'marit', from: '/' }, { accept: 'application/json' }),
    ]) {
      expect(sent.status).toBe(403)
      expect(sent.text).toContain('confirm-email-first')
    }
    expect(site.table('posts').find((row) => row['id'] === own)).toMatchObject({ coauthorIds: [] })
    expect(site.table('invitations')).toEqual([])
    // The form says why, before anybody tries.
    const page = (await stranger.get(`/editPost?postId=${own}`)).html()
    expect(formsOf(page, 'posts.inviteCoauthor')).toEqual([])
    expect(says(page, 'Confirm your email before inviting others.')).toBe(true)
  })
})

describe('without a script', () => {
  test('the author invites by user name; nobody else learns of it', async () => {
    place(await teo.submit(await teo.get(edit()), 'posts.inviteCoauthor', { userName: '@Lina' }))
    expect(says((await teo.get(edit())).html(), 'Invited, no answer yet')).toBe(true)
    expect(await shownToReaders()).toEqual([])
    expect((await site.visitor().open(postPlace)).text).not.toContain(idOf('lina'))
    expect((await (await site.member('marit')).open(`/api/page?path=${encodeURIComponent(postPlace)}`)).text).not.toContain(idOf('lina'))
  })

  test('a name that nobody has is said to be one', async () => {
    const page = await teo.get(edit())
    expect((await teo.submit(page, 'posts.inviteCoauthor', { userName: 'nobody-at-all' })).status).toBe(404)
  })

  test('the member finds the invitation, accepts, and the name shows; they leave, and it is gone', async () => {
    expect(says((await lina.get('/drafts')).html(), title)).toBe(true)
    place(await lina.submit(await lina.get(edit()), 'posts.acceptCoauthor', {}))
    expect(formsOf((await lina.get(edit())).html(), 'posts.acceptCoauthor')).toEqual([])
    const shown = await shownToReaders()
    expect(shown).toEqual(expect.arrayContaining([postPlace, `${postPlace}.md`]))
    expect(shown.some((path) => path.startsWith('/users/'))).toBe(true)
    place(await lina.submit(await lina.get(edit()), 'posts.endCoauthor', {}))
    expect(await shownToReaders()).toEqual([])
    expect((await lina.get(edit())).status).toBe(403)
  })

  test('an author withdraws an invitation, and nobody accepts for another', async () => {
    const place2 = await publish(teo, 'Another one')
    const second = place2.split('/')[2] ?? ''
    const at = `/editPost?postId=${second}`
    place(await teo.submit(await teo.get(at), 'posts.inviteCoauthor', { userName: 'lina' }))
    const kofi = await site.member('kofi')
    expect((await kofi.postForm('posts.acceptCoauthor', { postId: second, from: '/' })).status).toBe(404)
    expect((await teo.postForm('posts.acceptCoauthor', { postId: second, from: '/' })).status).toBe(404)
    place(await teo.submit(await teo.get(at), 'posts.endCoauthor', {}))
    expect((await lina.postForm('posts.acceptCoauthor', { postId: second, from: '/' })).status).toBe(404)
    expect(site.table('posts').find((row) => row['id'] === second)).toMatchObject({ coauthorIds: [], shares: [] })
  })
})
