import { describe, expect, test } from 'vitest'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { policies } from '#shared/policies.ts'
import { admin, aMember, aPost, idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const named = (n: number, name: string) => {
  const key = name.toLowerCase()
  return { ...aMember(), id: idOf(n), userName: key, userNameKey: key, displayName: name, displayNameKey: key, slug: key }
}
/** Ada's posts; Ben organizes the group, Cleo did. */
const [ada, ben, cleo] = [member(idOf(100)), member(idOf(101)), member(idOf(102))]
const group = idOf(50)
const aGroup = {
  ...{ id: group, name: 'Bergen <b>', otherName: '', organizerIds: [idOf(101)], body: { type: 'doc', content: [] }, isOnline: false },
  ...{ location: 'Bergen', latitude: null, longitude: null, categories: [], links: [], contact: '', color: null, isActive: true },
  ...{ makerId: idOf(101), createdAt: T0 },
}
const ofGroup = { authorId: idOf(100), revisionId: idOf(200), groupId: group, organizerIds: [idOf(101)] }
const draft = { status: 'draft', publishedAt: null, slug: null } as const
const anEvent = (n: number, over = {}) => ({
  ...{ id: idOf(n), starts: '2026-12-03T19:00', ends: '', zone: 'UTC', isOnline: true, location: '', joinUrl: null, type: null },
  ...{ startAt: Date.UTC(2026, 11, 3, 19), endAt: null, groupId: group, hasRsvps: true, isCancelled: false, isListed: true },
  ...{ sequence: 0, createdAt: T0, changedAt: T0, ...over },
})
const rows = {
  members: [named(100, 'Ada'), named(101, 'Ben'), named(102, 'Cleo'), named(103, 'Dan')],
  local_groups: [aGroup, { ...aGroup, id: idOf(51), name: 'Oslo', isActive: false }],
  posts: [
    aPost({ id: idOf(1), title: 'Lanterns', kind: 'event', ...ofGroup, ...draft }),
    aPost({ id: idOf(2), title: 'What we saw', slug: 'what-we-saw', ...ofGroup }),
    aPost({ id: idOf(3), title: 'A secret plan', ...ofGroup, ...draft }),
    aPost({ id: idOf(4), title: 'Unlisted words', slug: 'unlisted-words', ...ofGroup, isUnlisted: true }),
    aPost({ id: idOf(5), title: 'Unlisted walk', slug: 'unlisted-walk', kind: 'event', ...ofGroup, isUnlisted: true }),
    aPost({ id: idOf(6), title: 'Open walk', slug: 'open-walk', kind: 'event', ...ofGroup }),
  ],
  group_posts: [1, 2, 3, 4, 5, 6].map((n) => ({ id: idOf(n), groupId: group, isEvent: [1, 5, 6].includes(n), at: T0 + n })),
  events: [anEvent(1, { isListed: false }), anEvent(5, { isListed: false }), anEvent(6)],
  rsvps: [{ id: `${idOf(103)}:${idOf(6)}`, userId: idOf(103), postId: idOf(6), answer: 'going', isPrivate: true, at: T0 }],
  revisions: [
    ...[1, 2, 3, 4, 5, 6].map((n) => ({
      ...{ id: n === 2 ? idOf(200) : idOf(200 + n), subjectKind: 'post', subjectId: idOf(n), postId: idOf(n), n: 1, version: '1.0.0' },
      ...{ isDraft: [1, 3].includes(n), title: `Title ${n}`, body: paragraph('Eleven herons.'), wordCount: 2, authorId: idOf(100), at: T0 },
    })),
  ],
}
const at = async (url: string, viewer: typeof ada | typeof visitor = visitor, given: Record<string, unknown> = rows) => {
  const data = testPageData(given as typeof rows, { viewer, markdown: () => 'Eleven herons.\n' })
  const { status, body, location } = (await web.render(
    { url, as: 'html' },
    {
      ...data,
      read: permittedRead(data.read, viewer, policies),
    },
  )) as { status: number; body: string; location?: string }
  return { status, body: (body ?? '').replaceAll('<!-- -->', ''), location }
}

describe('the page of a group', () => {
  test('has drafts of its events for its organizers alone; what is unlisted, and drafts of posts, for nobody', async () => {
    const page = async (viewer: typeof ada | typeof visitor, given?: Record<string, unknown>) => {
      const { body } = await at(`/groups/${group}`, viewer, given)
      return ['Lanterns', 'A secret plan', 'Unlisted', 'Open walk', 'What we saw'].filter((title) => body.includes(title))
    }
    const open = ['Open walk', 'What we saw']
    expect(await page(ben)).toEqual(['Lanterns', ...open])
    for (const viewer of [visitor, ada, cleo, moderator, admin]) expect(await page(viewer)).toEqual(open)
    const moved = { ...rows, posts: rows.posts.map((post) => ({ ...post, organizerIds: [idOf(102)] })) }
    expect(await page(ben, moved)).toEqual(open)
    expect(await page(cleo, moved)).toEqual(['Lanterns', ...open])
  })

  test('has a form for a new post for members, where it is active', async () => {
    expect((await at(`/groups/${group}`, cleo)).body).toContain('action="/api/form/groupPosts.make"')
    expect((await at(`/groups/${group}`)).body).not.toContain('groupPosts.make')
    expect((await at(`/groups/${idOf(51)}`, cleo)).body).not.toContain('groupPosts.make')
    expect((await at(`/groups/${group}?limit=1`)).body).not.toContain('secret')
  })
})

describe('a post of a group', () => {
  test.each([`/g/${group}/p/${idOf(2)}`, `/posts/${idOf(2)}/what-we-saw`])('has its group above its title (%s)', async (url) => {
    const { status, body } = await at(url)
    expect(status).toBe(200)
    expect(body.indexOf('Bergen &lt;b&gt;')).toBeGreaterThan(0)
    expect(body.indexOf('Bergen &lt;b&gt;')).toBeLessThan(body.indexOf('id="post-title"'))
    expect(body).toContain(`<link rel="canonical" href="https://example.org/posts/${idOf(2)}/what-we-saw"`)
  })

  test('under another group’s address leads to its own', async () => {
    expect(await at(`/g/${idOf(51)}/p/${idOf(2)}`)).toMatchObject({ status: 302, location: `/g/${group}/p/${idOf(2)}` })
    // Of what one may not read one learns no group either.
    expect((await at(`/g/${idOf(51)}/p/${idOf(3)}`, ben)).status).toBe(404)
  })

  test('is taken out by its authors, its organizers and the staff', async () => {
    const may = async (viewer: typeof ada | typeof visitor) =>
      (await at(`/posts/${idOf(2)}/what-we-saw`, viewer)).body.includes('groupPosts.remove')
    expect(await Promise.all([visitor, cleo, ada, ben, moderator, admin].map(may))).toEqual([false, false, true, true, true, true])
  })
})

describe('an event of a group', () => {
  const page = `/events/${idOf(6)}/open-walk`

  test('has its form, its door list and private answers for its organizers too, and for no former one', async () => {
    const seen = async (viewer: typeof ada | typeof visitor) => {
      const { body } = await at(page, viewer)
      const door = await at(`/doorList?postId=${idOf(6)}`, viewer)
      return [body.includes('events.put'), body.includes('>Dan<'), door.status === 200 && door.body.includes('Dan')]
    }
    expect(await seen(ben)).toEqual([true, true, true])
    expect(await seen(ada)).toEqual([true, true, true])
    for (const viewer of [visitor, cleo]) expect(await seen(viewer)).toEqual([false, false, false])
    // Everybody has the number.
    expect((await at(page)).body).toContain('(1)')
  })

  test('is copied for the next time by who may edit it, with all but its time; a stranger has an empty form', async () => {
    expect((await at(page, ben)).body).toContain(`href="/newEvent?copyOf=${idOf(6)}"`)
    const copy = (await at(`/newEvent?copyOf=${idOf(6)}`, ben)).body
    expect(copy).toContain('value="Open walk"')
    expect(copy).toContain('Eleven herons.')
    expect(copy).not.toContain('2026-12-03')
    for (const id of [idOf(6), idOf(1), 'x'])
      expect((await at(`/newEvent?copyOf=${id}`, cleo)).body).not.toMatch(/Open walk|Lanterns|Eleven/u)
  })
})
