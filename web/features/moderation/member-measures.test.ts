import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, aMember, idOf, member, moderator, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const now = T0 + dayMs
const named = (n: number, name: string, changes = {}) =>
  aMember({ id: idOf(n), userName: name, userNameKey: name, displayName: name, displayNameKey: name, slug: name, ...changes })
const staff = { ...{ byId: moderator.userId, at: T0 }, reason: 'Slow down.' }
const rows = {
  members: [
    named(100, 'nell', { votingDisabled: true, groups: ['trusted'], revokedGroups: ['canCommentLock'], bannedUntil: now + dayMs }),
    named(200, 'mo', { groups: ['moderators'] }),
    named(300, 'rea', { groups: ['realAdmins'] }),
    named(900, 'teo', { groups: ['moderators'] }),
    named(901, 'ada', { isAdmin: true, groups: ['realAdmins'] }),
  ],
  user_rate_limits: [
    ...[
      { id: idOf(50), endsAt: now + dayMs },
      { id: idOf(51), endsAt: now - 1 },
    ].map((one) => ({
      ...{ ...staff, ...one, userId: idOf(100), type: 'allComments', intervalLength: 1, intervalUnit: 'days' },
      actionsPerInterval: one.id === idOf(50) ? 3 : 7,
    })),
  ],
  moderator_actions: [
    {
      ...{ id: 'x', userId: idOf(100), type: 'exemptFromRateLimits', byId: moderator.userId, at: T0, endedAt: null },
      ...{ postId: null, commentId: null, detail: 'canary-detail' },
    },
  ],
  bans: [
    {
      ...{ id: 'b', userId: idOf(100), at: T0, until: now + dayMs, endsAt: now + dayMs, publicReason: 'Spam.', privateNote: 'canary-note' },
      ...{ byUserId: moderator.userId, liftedAt: null, liftedById: null },
    },
  ],
}
const at = (slug: string, over: Partial<PageData> = {}) =>
  web.render({ url: `/users/${slug}/edit`, as: 'html' }, testPageData(rows, { now, ...over }))
const forms = (body: string): readonly string[] =>
  [...body.matchAll(/action="\/api\/form\/((?:moderation|accounts)\.\w+)"/gu)].flatMap(([, name = '']) =>
    name === 'accounts.signOut' ? [] : [name],
  )
/** What the buttons of one form would send. */
const offers = (body: string, mutation: string, field: string): readonly string[] =>
  body
    .split('<form ')
    .filter((form) => form.includes(`action="/api/form/${mutation}"`))
    .map((form) => new RegExp(`name="${field}" value="(\\w*)"`, 'u').exec(form)?.[1] ?? '')

describe('/users/:slug/edit', () => {
  test.each([
    ['a visitor', visitor, 401],
    ['a member', member(idOf(300)), 403],
    ['the member themselves', member(idOf(100)), 403],
    ['a trusted member', member(idOf(400), { groups: ['trusted', 'canModeratePersonal'] }), 403],
    ['a moderator', moderator, 200],
    ['an administrator', admin, 200],
  ])('is for the staff: %s', async (_who, viewer, status) => {
    const shown = await at('nell', { viewer })
    expect(shown.status).toBe(status)
    expect(shown.body.includes('canary-note')).toBe(status === 200)
    expect(shown.body.includes('canary-detail')).toBe(status === 200)
  })

  test('a name that nobody has is not found, and only the staff learns that', async () => {
    expect((await at('nobody', { viewer: moderator })).status).toBe(404)
    expect((await at('nobody', { viewer: member(idOf(300)) })).status).toBe(403)
  })

  test('an id leads to the one address', async () => {
    expect(await at(idOf(100), { viewer: moderator })).toMatchObject({ status: 308, location: '/users/nell/edit' })
  })

  test('shows what stands, and offers the opposite', async () => {
    const { body } = await at('nell', { viewer: moderator })
    expect(body).toContain('At most 3 comments a day')
    expect(body).not.toContain('At most 7 comments')
    expect(body).toContain('don’t apply to this member')
    expect(offers(body, 'moderation.setExempt', 'isExempt')).toEqual([''])
    expect(offers(body, 'moderation.setRight', 'isAllowed')).toEqual(['', '', '', '', 'true'])
    expect(offers(body, 'moderation.endLimit', 'id')).toEqual([idOf(50)])
    expect(forms(body)).toEqual(expect.arrayContaining(['moderation.limit', 'moderation.ban', 'moderation.unban']))
    expect(body).toContain('revoked, karma won’t restore it')
  })

  test('the staff edit a profile, administrators ask for another address, and nobody does of staff above', async () => {
    const offered = async (slug: string, viewer: PageData['viewer']) =>
      forms((await at(slug, { viewer })).body).filter((name) => name.startsWith('accounts.'))
    expect(await offered('nell', moderator)).toEqual(['accounts.editMember'])
    expect(await offered('nell', admin)).toEqual(['accounts.editMember', 'accounts.changeEmailOf'])
    expect(await offered('mo', moderator)).toEqual([])
    expect(await offered('mo', admin)).toEqual(['accounts.editMember', 'accounts.changeEmailOf'])
    expect(await offered('ada', moderator)).toEqual([])
  })

  test('an earlier address leads to the present one', async () => {
    const earlier = { ...rows, member_slugs: [{ id: 'nelly', userId: idOf(100), endedAt: T0 }] }
    const page = (url: string) => web.render({ url, as: 'html' }, testPageData(earlier, { now, viewer: moderator }))
    expect(await page('/users/nelly/edit')).toMatchObject({ status: 308, location: '/users/nell/edit' })
    expect(await page('/users/nelly?tab=all')).toMatchObject({ status: 308, location: '/users/nell?tab=all' })
  })

  test('a moderator gives earned roles, an administrator all of them', async () => {
    const earned = [
      'trusted',
      'canModeratePersonal',
      'canCommentLock',
      'canSuggestCuration',
      'canBypassPostRateLimit',
      'tagManager',
      'podcasters',
    ]
    expect(offers((await at('nell', { viewer: moderator })).body, 'moderation.setRole', 'role')).toEqual(earned)
    expect(offers((await at('nell', { viewer: admin })).body, 'moderation.setRole', 'role')).toEqual([
      ...earned,
      'moderators',
      'realAdmins',
    ])
  })

  test.each([
    ['another moderator', 'mo', 'can’t be restricted'],
    ['an administrator', 'ada', 'can’t be restricted'],
    ['oneself', 'teo', 'This is your own account.'],
  ])('a moderator is offered nothing against %s, and reads why', async (_who, slug, words) => {
    const { body } = await at(slug, { viewer: moderator })
    expect(body).toContain(words)
    expect(forms(body)).toEqual([])
  })

  test('an administrator’s roles are an administrator’s to change', async () => {
    expect(forms((await at('mo', { viewer: admin })).body)).toContain('moderation.setRole')
  })

  test('only administrators are shown the way to the audit log', async () => {
    expect((await at('nell', { viewer: moderator })).body).not.toContain('/admin/audit')
    expect((await at('nell', { viewer: admin })).body).toContain('/admin/audit?about=nell')
  })
})

describe('one’s own administrator rights', () => {
  const own = (groups: readonly 'realAdmins'[], isAdmin: boolean) => ({
    viewer: member(isAdmin ? idOf(901) : idOf(300), { groups, isAdmin }),
  })

  test('are put down on one’s own page', async () => {
    expect(offers((await at('ada', own(['realAdmins'], true))).body, 'moderation.setOwnAdmin', 'isAdmin')).toEqual([''])
    expect(forms((await at('nell', own(['realAdmins'], true))).body)).not.toContain('moderation.setOwnAdmin')
  })

  test('are taken up again there, where nothing else is seen', async () => {
    const { status, body } = await at('rea', own(['realAdmins'], false))
    expect(status).toBe(200)
    expect(forms(body)).toEqual(['moderation.setOwnAdmin'])
    expect(offers(body, 'moderation.setOwnAdmin', 'isAdmin')).toEqual(['true'])
    expect(body).not.toContain('Moderation history')
    expect((await at('nell', own(['realAdmins'], false))).status).toBe(403)
  })

  test('are nothing that other administrators put down', async () => {
    expect(forms((await at('ada', own([], true))).body)).not.toContain('moderation.setOwnAdmin')
  })
})

test('a refused limit comes back with what was typed, open and with its words', async () => {
  const values = {
    ...{ id: '', userId: idOf(100), type: 'allPosts', intervalLength: '2', intervalUnit: 'weeks', actionsPerInterval: '5' },
    ...{ endsOn: '2020-01-01', reason: 'Too <fast>', seen: '1' },
  }
  const error = { code: 'invalid' as const, reason: null, field: 'endsOn', retryAfterMs: null }
  const { body } = await at('nell', { viewer: moderator, form: { mutation: 'moderation.limit', values, error, continueWith: null } })
  expect(body).toContain('Choose a day from today on.')
  expect(body).toContain('value="Too &lt;fast&gt;"')
  expect(body).toContain('<option value="weeks" selected="">')
  expect(body.match(/<details class="confirm" open="">/gu)).toHaveLength(1)
})
