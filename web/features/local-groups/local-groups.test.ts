import { describe, expect, test } from 'vitest'
import type { LocalGroup } from '#shared/local-groups/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { organizerId } from '#shared/local-groups/group-posts-schema.ts'
import { aMember, idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const ada = { ...aMember(), id: idOf(1), userName: 'ada', userNameKey: 'ada', displayNameKey: 'ada', displayName: 'Ada', slug: 'ada' }
const gone = {
  ...ada,
  id: idOf(2),
  userName: 'ben',
  userNameKey: 'ben',
  displayNameKey: 'ben',
  displayName: 'Ben',
  slug: 'ben',
  isDeactivated: true,
}
const aGroup = (n: number, over = {}) => ({
  ...{ id: idOf(n), name: `Group ${n}`, otherName: '', organizerIds: [idOf(1), idOf(2)], body: paragraph('We walk.'), isOnline: false },
  ...{ location: 'Bergen', latitude: 60.39, longitude: 5.32, categories: ['city', 'high-school'], links: ['https://bergen.example/'] },
  ...{ contact: 'Ask <Ada>', color: 'blue', isActive: true, makerId: idOf(1), createdAt: T0 },
  ...over,
})
const rows = {
  members: [ada, gone],
  local_groups: [
    aGroup(20, { name: 'zebra crossing' }),
    aGroup(21, { name: 'Anchor <b>' }),
    aGroup(22, { name: 'Quiet', isActive: false }),
    aGroup(23, { name: 'Night calls', isOnline: true, location: '' }),
  ],
}
const at = (url: string, over: Partial<PageData> = {}, given: Parameters<typeof testPageData>[0] = rows) =>
  web.render({ url, as: 'html' }, testPageData(given, over))
const plain = (html: string): string => html.replaceAll('<!-- -->', '')
const writes = 'action="/api/form/localGroups.put"'

describe('/allgroups', () => {
  test('has every active group by name, and no form for a visitor', async () => {
    const { status, body } = await at('/allgroups')
    expect(status).toBe(200)
    const order = ['Anchor &lt;b&gt;', 'Night calls', 'zebra crossing'].map((name) => body.indexOf(`>${name}</a>`))
    expect(order.every((place) => place > 0)).toBe(true)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(body).not.toContain('Quiet')
    expect(plain(body)).toContain('Bergen · City · High school')
    expect(body).not.toContain(writes)
  })

  test('has a form for a member, with themselves in it', async () => {
    const { body } = await at('/allgroups', { viewer: member(idOf(1)) })
    expect(body).toContain(writes)
    expect(body).toMatch(/name="organizers" value="ada"/u)
    expect(body).toContain('type="checkbox" name="categories.cause-area"')
    expect(body).toMatch(/<select[^>]*name="color"/u)
  })

  test('none for whose posting is disabled; without groups says so', async () => {
    expect((await at('/allgroups', { viewer: { ...member(idOf(1)), postingDisabled: true } })).body).not.toContain(writes)
    expect((await at('/allgroups', {}, {})).body).toContain('No groups yet.')
  })
})

test('a group shows its banner with words, and other sites do too; its color stands there without one', async () => {
  const shown = { local_groups: [aGroup(20, { bannerUrl: `/pictures/${idOf(7)}`, bannerAlt: 'The <harbor>' })] }
  const { body } = await at(`/groups/${idOf(20)}`, {}, shown)
  expect(body).toMatch(/<img class="series-banner" loading="lazy"[^>]*alt="The &lt;harbor&gt;"[^>]*width="1200" height="380"/u)
  expect(body).toContain(`<meta property="og:image" content="https://example.org/pictures/${idOf(7)}"`)
  expect(body).not.toContain('group-banner')
  const without = (await at(`/groups/${idOf(20)}`)).body
  expect([without.includes('series-banner'), without.includes('group-banner group-blue')]).toEqual([false, true])
})

describe('/community', () => {
  test('has local and online groups apart, and leads to all', async () => {
    const { status, body } = await at('/community')
    expect(status).toBe(200)
    const [local = '', online = ''] = body.split('Online groups')
    expect([local.includes('zebra crossing'), local.includes('Night calls'), online.includes('Night calls')]).toEqual([true, false, true])
    expect(body).toContain('href="/allgroups"')
  })

  test('without any says so of both', async () => {
    const { body } = await at('/community', {}, {})
    expect([body.includes('No local groups yet.'), body.includes('No online groups yet.')]).toEqual([true, true])
  })

  test('shows five of a sort', async () => {
    const many = { local_groups: Array.from({ length: 7 }, (_, n) => aGroup(30 + n)) }
    const { body } = await at('/community', {}, many)
    expect([...body.matchAll(/href="\/groups\//gu)]).toHaveLength(5)
  })
})

describe('/groups/:groupId', () => {
  const url = `/groups/${idOf(21)}`

  test('says where, who, what and how to reach them; who has left is not shown', async () => {
    const { status, body } = await at(url)
    expect(status).toBe(200)
    for (const shown of ['Anchor &lt;b&gt;', 'Bergen', '60.39, 5.32', 'href="/users/ada"', 'Ask &lt;Ada&gt;', 'group-blue', '>words<'])
      expect(body).toContain(shown)
    expect(body).toMatch(/href="https:\/\/bergen\.example\/" rel="noopener nofollow ugc"/u)
    expect(body).not.toContain('/users/ben')
    expect(body).not.toContain(writes)
  })

  test('an inactive one says so, and search engines leave it out', async () => {
    const { status, body } = await at(`/groups/${idOf(22)}`)
    expect([status, body.includes('(inactive)'), body.includes('noindex')]).toEqual([200, true, true])
  })

  test.each([
    ['an organizer', member(idOf(1)), true, false],
    ['another member', member(idOf(3)), false, false],
    ['a moderator', moderator, true, true],
  ] as const)('%s is offered what they may do', async (_who, viewer, mayEdit, mayRemove) => {
    const { body } = await at(url, { viewer })
    expect([body.includes(writes), body.includes('/api/form/localGroups.remove')]).toEqual([mayEdit, mayRemove])
    if (!mayEdit) return
    expect(body).toMatch(/name="categories\.city" checked=""/u)
    expect(body).not.toMatch(/name="categories\.workplace" checked=""/u)
    expect(body).toContain('<option value="blue" selected="">')
    expect(body).toContain('Typed *words*.')
  })

  test.each([
    ['whose organizers have all left', [idOf(2)]],
    ['without organizers', []],
  ])('one %s says so, and has its form for the staff alone', async (_which, organizerIds) => {
    const left = { ...rows, local_groups: [aGroup(21, { organizerIds })] }
    const offered = async (viewer: PageData['viewer']) => plain((await at(url, { viewer }, left)).body)
    const [others, staff] = [await offered(member(idOf(3))), await offered(moderator)]
    expect(others).toContain('<dt>Organizers</dt><dd>Nobody at the moment</dd>')
    expect([others.includes(writes), staff.includes(writes)]).toEqual([false, true])
  })

  test('what was refused stands in the form as typed, with the reason at its field', async () => {
    const values = { id: idOf(21), name: 'Mine', organizers: 'nobody', 'categories.workplace': 'on', color: 'red', markdown: 'Text' }
    const error = { code: 'invalid', reason: null, field: 'organizers', retryAfterMs: null } as const
    const form = { mutation: 'localGroups.put', values, error, continueWith: null }
    const { body } = await at(url, { viewer: member(idOf(1)), form })
    expect(body).toContain('Enter the usernames of 1 to 20 members, separated by commas.')
    expect(body).toMatch(/name="categories\.workplace" checked=""/u)
    expect(body).not.toMatch(/name="categories\.city" checked=""/u)
    expect(body).toContain('<option value="red" selected="">')
    expect(body).toContain('value="nobody"')
    // It was on in the row, and unticked.
    expect(body).not.toMatch(/name="isActive" checked=""/u)
  })

  test.each([`/groups/${idOf(99)}`, '/groups/x'])('%s is not there', async (address) => {
    expect((await at(address)).status).toBe(404)
  })
})

describe('on the page of a member', () => {
  const page = (groups: readonly Pick<LocalGroup, 'id' | 'organizerIds'>[]) => {
    const organizers = groups.flatMap(({ id: groupId, organizerIds }) =>
      organizerIds.map((userId) => ({ id: organizerId(groupId, userId), groupId, userId, byId: null, at: T0 })),
    )
    return at(`/users/${ada.slug}`, {}, { ...rows, local_groups: groups, group_organizers: organizers })
  }

  test('stand the active groups they organize, by name, and no others', async () => {
    const others = aGroup(24, { name: 'Of others', organizerIds: [idOf(2)] })
    const { body } = await page([...rows.local_groups, others])
    expect([...plain(body).matchAll(/href="\/groups\/[^"]*"[^>]*>([^<]*)</gu)].map(([, name]) => name)).toEqual([
      'Anchor &lt;b&gt;',
      'Night calls',
      'zebra crossing',
    ])
  })

  test('who organizes none has no line for it', async () => {
    expect((await page([aGroup(22, { isActive: false })])).body).not.toContain('Organizes')
  })
})
