import { describe, expect, test } from 'vitest'
import { visitor } from '#shared/kernel/viewer.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { policies } from '#shared/policies.ts'
import { aMember, aPost, aTag, aTagRel, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { relId, tagVoteId } from '#shared/wiki/tag-vote-schema.ts'
import type { Rows } from '../../../blocks/testing/rows-read.ts'
import { rowsRead, testPageData } from '../../../blocks/testing/rows-read.ts'
import * as web from '../../../entry-server.tsx'

const hostile = '"><script>alert(1)</script>'
const revision = {
  ...{ id: idOf(2), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 1, version: '1.0.0', isDraft: false },
  ...{ title: 'On tides', body: paragraph('Water.'), wordCount: 1, authorId: idOf(100), at: T0 },
}
const [water, science, moon] = [idOf(700), idOf(701), idOf(702)]
const rel = (tagId: string, name: string, relevance: number, isCore = false) =>
  aTagRel({ tagId, tag: { name, slug: name.toLowerCase(), ...(isCore && { isCore }) }, baseScore: relevance, relevance })
const vote = (userId: string, tagId: string, value: number, at: number | null = T0) => ({
  ...{ id: tagVoteId(userId, idOf(1), tagId), userId, postId: idOf(1), tagId, relId: relId(idOf(1), tagId), value },
  ...{ power: value, tallied: value, hold: 'none', at },
})
const rows: Rows = {
  posts: [aPost({ frontpageAt: T0 })],
  revisions: [revision],
  members: [aMember(), aMember({ id: idOf(101), displayName: 'Bob', slug: 'bob', userName: 'bob' })],
  tags: [
    aTag({ id: water }),
    aTag({ id: science, name: 'Science', slug: 'science', isCore: true }),
    aTag({ id: moon, name: 'Moon', slug: 'moon', state: 'placeholder', postCount: 1 }),
    aTag({ id: idOf(703), name: 'Moon landing', slug: 'moon-landing', state: 'deleted' }),
  ],
  tag_rels: [rel(water, 'Water', 2), rel(science, hostile, 1, true), rel(moon, 'Moon', 0)],
  tag_votes: [vote(idOf(100), water, 1, T0 + 1), vote(idOf(101), water, 1), vote(idOf(101), moon, 0, null)],
}

const at = (url: string, viewer: Viewer = visitor) => web.render({ url, as: 'html' }, testPageData(rows, { viewer, now: T0 + 60_000 }))
const text = (html: string): string => html.replace(/<[^>]*>/gu, ' ').replace(/\s+/gu, ' ')

describe('the chips of a post', () => {
  test('are what sort of post it is, its core tags, then the others; the last one leads to where tags are added', async () => {
    const { body } = await at(`/posts/${idOf(1)}/on-tides`)
    const chips = /<p class="tags"[^>]*>(.*?)<\/p>/su.exec(body)?.[1] ?? ''
    expect(chips.match(/href="[^"]*"/gu)).toEqual([
      'href="/"',
      `href="/w/${encodeURIComponent(hostile.toLowerCase())}"`,
      'href="/w/water"',
      `href="/postTags?postId=${idOf(1)}"`,
    ])
    expect(chips).toContain(`data-tag="${water}"`)
    expect(chips).not.toContain('<script>')
  })
})

describe('the page of a post’s tags', () => {
  const url = `/postTags?postId=${idOf(1)}`

  test('has every tag with its relevance and buttons that set one’s vote, and asks a visitor to sign in', async () => {
    const { body, status } = await at(url)
    expect(status).toBe(200)
    expect(text(body)).toContain('Sign in to vote on tags')
    expect(body).toContain('aria-label="Relevance of Water: 2"')
    for (const value of [1, -1]) expect(body).toMatch(new RegExp(`value="${water}:${value}"[^>]*name="tagVote"`, 'u'))
    expect(body).toContain('action="/api/form/wiki.voteOnTag"')
    expect(body).not.toContain('Remove my vote')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('shows a member their own vote, which one button makes strong and another takes back', async () => {
    const { body } = await at(url, member(idOf(100)))
    expect(body).toMatch(new RegExp(`value="${water}:2"[^>]*aria-pressed="true"`, 'u'))
    expect(body).toContain(`value="${water}:0"`)
    expect(text(body)).toContain('Remove my vote')
  })

  test('finds tags by a few letters, those without a page too, and none that is deleted', async () => {
    const { body } = await at(`${url}&words=moo`, member(idOf(101)))
    expect(body).toContain(`value="${moon}:1"`)
    expect(text(body)).not.toContain('Moon landing')
    expect(body).toContain('href="/w/create?name=moo&amp;type=tag"')
    expect(text((await at(`${url}&words=zzz`)).body)).toContain('No tag with that name.')
  })

  test.each([
    ['another’s draft', aPost({ status: 'draft', publishedAt: null })],
    ['a place of quick takes', aPost({ holds: 'quickTakes' })],
    ['a wiki page', aPost({ kind: 'wiki' })],
  ])('%s has no such page', async (_what, post) => {
    expect((await web.render({ url, as: 'html' }, testPageData({ ...rows, posts: [post] }))).status).toBe(404)
  })
})

describe('the page of votes on tags', () => {
  test('says who voted on which tag at which post, the newest first, and nothing of what was taken back', async () => {
    const { body, status } = await at('/wActivity')
    expect(status).toBe(200)
    const [, ...lines] = body.match(/<tr>.*?<\/tr>/gsu) ?? []
    expect(lines.map((line) => text(line).trim().split(' ')[0])).toEqual(['Ada', 'Bob'])
    expect(lines[0]).toContain('href="/w/water"')
    expect(text(body)).not.toContain('Unvote')
  })

  test('has its newest lines on the dashboard too, with their buttons', async () => {
    const { body, status } = await at('/w/dashboard')
    const lines = (body.match(/<tr>.*?<\/tr>/gsu) ?? []).slice(1)
    expect([status, ...lines.map((line) => text(line).trim().split(' ')[0])]).toEqual([200, 'Ada', 'Bob'])
    expect(lines[0]).toContain('action="/api/form/wiki.voteOnTag"')
  })

  test('lets a member take back their own, and nobody else’s', async () => {
    const { body } = await at('/wActivity', member(idOf(101)))
    const unvotes = (body.match(/<tr>.*?<\/tr>/gsu) ?? []).filter((line) => line.includes('Unvote'))
    expect(unvotes).toHaveLength(1)
    expect(unvotes[0]).toContain('/users/bob')
    expect(unvotes[0]).toContain(`value="${water}:0"`)
  })
})

describe('a tag that waits to be accepted', () => {
  const [zork, author] = [idOf(710), idOf(101)]
  const away = { name: 'Zork', slug: 'zork', isAway: true, isProposed: true }
  const held = { id: `${zork}:zork`, slug: 'zork', tagId: zork }
  const waiting: Rows = {
    ...rows,
    tags: [...(rows['tags'] ?? []), aTag({ id: zork, name: 'Zork', slug: 'zork', state: 'proposed', postCount: 0 })],
    tag_slugs: [held],
    tag_rels: [...(rows['tag_rels'] ?? []), aTagRel({ tagId: zork, userId: author, tag: away, baseScore: 1, relevance: 1 })],
    tag_votes: [...(rows['tag_votes'] ?? []), vote(author, zork, 1, T0 + 2)],
  }
  const show = (url: string, viewer: Viewer) => {
    const read = permittedRead(rowsRead(waiting), viewer, policies)
    return web.render({ url, as: 'html' }, testPageData(waiting, { viewer, read, now: T0 + 60_000 }))
  }
  const [newcomer, ben, other] = [member(author, { karma: 0 }), member(idOf(100), { karma: 1 }), member(idOf(102), { karma: 0 })]
  const tagsUrl = `/postTags?postId=${idOf(1)}`

  test.each([
    `/posts/${idOf(1)}/on-tides`,
    `${tagsUrl}&words=zor`,
    '/wActivity',
    '/w/dashboard',
    '/wFeed',
    '/wikitags/all',
    '/arbital',
    '/',
  ])('is on %s for no reader, with or without an account', async (url) => {
    for (const viewer of [visitor, other]) {
      const { body, status } = await show(url, viewer)
      expect([status, body.includes('Zork')]).toEqual([200, false])
    }
  })

  test.each([`/posts/${idOf(1)}/on-tides`, '/wActivity', '/wikitags/all'])('is on %s for those either who may know of it', async (url) => {
    for (const viewer of [newcomer, ben]) expect((await show(url, viewer)).body).not.toContain('Zork')
  })

  test('is none to choose, nor one that the post has: its author alone reads that it waits', async () => {
    for (const viewer of [newcomer, ben]) {
      const { body } = await show(`${tagsUrl}&words=zor`, viewer)
      expect(body).not.toContain(zork)
      expect(text(body).includes('Waiting for approval: Zork . Readers can’t see it yet.')).toBe(viewer === newcomer)
    }
  })

  test('stands on the dashboard for who may begin pages, with its post, its author and two plain buttons', async () => {
    const { body } = await show('/w/dashboard', ben)
    expect(text(body)).toMatch(/Proposed tags .*Zork For On tides Proposed by Bob .*Accept : Zork Reject : Zork/u)
    for (const name of ['acceptTag', 'rejectTag']) expect(body).toContain(`formAction="/api/form/wiki.${name}"`)
    expect(body).toContain(`value="${zork}"`)
    // Also where nothing else kept its row from them.
    for (const viewer of [visitor, newcomer, other])
      expect((await web.render({ url: '/w/dashboard', as: 'html' }, testPageData(waiting, { viewer }))).body).not.toContain(
        'wiki.acceptTag',
      )
  })

  test('is not on the dashboard where no post of it can be read, or its author has taken it off', async () => {
    const shown = async (more: Rows) => {
      const given = { ...waiting, ...more }
      const read = permittedRead(rowsRead(given), ben, policies)
      return (await web.render({ url: '/w/dashboard', as: 'html' }, testPageData(given, { viewer: ben, read }))).body.includes('Zork')
    }
    expect(await shown({})).toBe(true)
    expect(await shown({ posts: [aPost({ authorId: author, status: 'draft', publishedAt: null })] })).toBe(false)
    expect(await shown({ tag_rels: [aTagRel({ tagId: zork, userId: author, tag: away, baseScore: 0, relevance: 0 })] })).toBe(false)
  })

  test('has a page for nobody before it is accepted', async () => {
    for (const viewer of [visitor, newcomer, ben]) {
      const { body, status } = await show('/w/zork', viewer)
      expect([status, text(body).includes('This page has not been created yet.')]).toEqual([404, true])
    }
  })
})
