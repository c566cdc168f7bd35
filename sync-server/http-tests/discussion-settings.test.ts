/** What authors ask of those who comment, and whom they keep from it, by plain forms alone. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import { place, says } from './testing/answers.ts'
import { formsOf } from './testing/client.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let teo: Client
let lina: Client
let postPlace = ''
let postId = ''

const idOf = (userName: string): string => String(site.table('members').find((row) => row['userName'] === userName)?.['id'])
const settings = (userName?: string): string =>
  `/discussionSettings?postId=${postId}${userName === undefined ? '' : `&userId=${idOf(userName)}`}`

beforeAll(async () => {
  ;[teo, lina] = await Promise.all([site.member('teo'), site.member('lina')])
  const fields = { postId: '', title: 'On quays', markdown: 'Stone by stone.', lang: 'en', kind: 'post', from: '/newPost' }
  postPlace = place(await teo.postForm('posts.publish', fields)).split('?')[0] ?? ''
  postId = postPlace.split('/')[2] ?? ''
})

describe('the page of a discussion', () => {
  test('is the author’s: a visitor signs in first, another member is turned away, and nobody learns of a draft by it', async () => {
    expect((await site.visitor().get(settings())).status).toBe(401)
    expect((await lina.get(settings())).status).toBe(403)
    expect((await lina.get('/discussionSettings?postId=01arz3ndektsv4rrffq69g5fav')).status).toBe(404)
    expect((await teo.get(settings())).status).toBe(200)
  })

  test('what is asked of comments stands above the form for everybody', async () => {
    place(await teo.submit(await teo.get(settings()), 'posts.setGuidelines', { guidelines: 'Be kind.\nSay how you know <b>it</b>.' }))
    const page = await site.visitor().get(postPlace)
    expect(says(page.html(), 'Say how you know <b>it</b>.')).toBe(true)
  })

  test('the scores of comments are hidden from everybody by a box, and shown again without it', async () => {
    const line = 'Scores of comments are hidden here.'
    const shows = async () => says((await site.visitor().get(postPlace)).html(), line)
    expect((await lina.postForm('posts.setScoresHidden', { postId, isOn: 'true', from: '/' })).status).toBe(403)
    expect(await shows()).toBe(false)
    place(await teo.submit(await teo.get(settings()), 'posts.setScoresHidden', { isOn: 'true' }))
    expect(await shows()).toBe(true)
    place(await teo.postForm('posts.setScoresHidden', { postId, from: settings() }))
    expect(await shows()).toBe(false)
  })

  test('whom the author shuts out is told why, keeps what they wrote, and is let back in', async () => {
    place(await teo.submit(await teo.get(settings('lina')), 'moderation.bar', { scope: 'post' }))
    const me = await lina.get(`/api/me?thread=${postId}`)
    expect(JSON.parse(me.text)).toMatchObject({ bannedFrom: postId })
    const refused = await lina.postForm('comments.post', { postId, parentId: '', markdown: 'But I must say', from: postPlace })
    expect(refused.status).toBe(403)
    expect(says(refused.html(), 'The author has blocked you from commenting here.')).toBe(true)
    expect(formsOf(refused.html(), 'comments.post')[0]?.fields['markdown']).toBe('But I must say')
    // Whom it concerns they know; the page says it to nobody else.
    expect((await site.visitor().get(`/api/me?thread=${postId}`)).text).not.toContain('barred')
    expect((await site.visitor().get(postPlace)).text).not.toContain('blocked you from commenting')
    place(await teo.submit(await teo.get(settings()), 'moderation.letBackIn', {}))
    place(await lina.postForm('comments.post', { postId, parentId: '', markdown: 'But I must say', from: postPlace }))
  })

  test('a moderator is not shut out, nor is anybody by a member whose post it is not', async () => {
    expect(formsOf((await teo.get(settings('marit'))).html(), 'moderation.bar')).toEqual([])
    const forged = { postId, userId: idOf('yusuf'), scope: 'all', from: '/' }
    expect((await lina.postForm('moderation.bar', forged)).status).toBe(403)
    expect(site.table('thread_bans').filter((row) => row['userId'] === idOf('yusuf'))).toEqual([])
  })
})

test('none of it was an error of the server’s', () => {
  expect(site.errors()).toEqual([])
})
