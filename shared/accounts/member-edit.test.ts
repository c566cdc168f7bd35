import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { visitor } from '../kernel/viewer.ts'
import { actionsOn, auditEntriesAbout } from '../moderation/measure-queries.ts'
import { notifications } from '../notifications/schema.ts'
import { admin, aMember, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { tables } from '../registry.ts'
import { editMember } from './member-edit-mutations.ts'
import { memberSlugs } from './member-edit-schema.ts'
import { freeSlug } from './member-names.ts'
import { nameSkeleton } from './names.ts'
import { memberByAddress } from './queries.ts'
import { members } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'

const [nell, ben, mo] = [idOf(1), idOf(2), idOf(3)]
const mod = { viewer: moderator, now: T0 + 9 }

async function scene() {
  const mutations = mutationsOver(tables)
  const put = (id: string, name: string, more = {}) =>
    mutations.put(
      members,
      aMember({ id, userName: name, userNameKey: nameSkeleton(name), displayName: name, displayNameKey: name, slug: name, ...more }),
    )
  await put(nell, 'nell', { bio: 'Buy my pills.', interests: ['pills'] })
  await put(ben, 'ben', { slug: 'benjamin', displayName: 'Benjamin', displayNameKey: nameSkeleton('Benjamin') })
  await put(mo, 'mo', { groups: ['moderators'] })
  await put(moderator.userId, 'teo', { groups: ['moderators'] })
  await put(admin.userId, 'marit', { isAdmin: true })
  const args = { userId: nell, displayName: 'nell', slug: 'nell', clearsBio: false, reason: '' }
  const edit = (changes: Partial<typeof args>, by: { viewer: Viewer; now: number } = mod) =>
    mutations.run(editMember, { ...args, ...changes }, by)
  const told = () =>
    mutations.read((read) =>
      read.list(defineQuery({ table: notifications, index: ['userId', 'at'], equals: [nell], order: 'ascending', limit: 9 })),
    )
  return {
    mutations,
    edit,
    told,
    now: () => mutations.get(members, nell),
    at: (slug: string) => mutations.read((read) => memberByAddress(read, slug)),
  }
}

describe('a member’s profile edited by the staff', () => {
  test('has another name and address, without the bio; the member is notified, and the log says what it was', async () => {
    const { mutations, edit, told, now } = await scene()
    await edit({ displayName: 'Nell Ash', slug: 'nell-ash', clearsBio: true, reason: 'Advertising.' })
    expect(await now()).toMatchObject({ displayName: 'Nell Ash', slug: 'nell-ash', bio: '', userName: 'nell', displayNameChangedAt: null })
    expect(await told()).toMatchObject([{ type: 'profileEdited', title: 'Nell Ash', actorId: null }])
    const [entry] = await mutations.read((read) => read.list(auditEntriesAbout(nell, 5)))
    expect(entry).toMatchObject({ act: 'accounts.editMember', byId: moderator.userId, details: { before: 'nell', slugBefore: 'nell' } })
    expect(JSON.stringify(entry)).not.toContain('pills')
    const [action] = await mutations.read((read) => read.list(actionsOn(nell, 5)))
    expect(action).toMatchObject({
      type: 'profileEdited',
      detail: 'Name: nell → Nell Ash. Address: nell → nell-ash. Bio removed. Interests removed. Advertising.',
    })
  })

  test('sent as it was it changes nothing, and nobody hears of it', async () => {
    const { mutations, edit, told } = await scene()
    await edit({})
    expect([await told(), await mutations.read((read) => read.list(auditEntriesAbout(nell, 5)))]).toEqual([[], []])
  })

  test('earlier addresses lead to the present one, and are nobody else’s, until their member takes one back', async () => {
    const { mutations, edit, at } = await scene()
    await edit({ slug: 'nell-ash' })
    await edit({ slug: 'n-ash' }, { ...mod, now: T0 + 10 })
    // As signed in by, the name still finds her; 'nell-ash' only was an address.
    for (const slug of ['nell', 'nell-ash', 'n-ash']) expect((await at(slug))?.id).toBe(nell)
    expect(await mutations.read((read) => freeSlug(read, 'Nell Ash', ben))).toBe('nell-ash-2')
    expect(await refusalOf(edit({ userId: ben, displayName: 'Benjamin', slug: 'nell-ash' }))).toMatchObject({
      code: 'taken',
      field: 'slug',
    })
    await edit({ slug: 'nell-ash' }, { ...mod, now: T0 + 11 })
    expect(await mutations.get(memberSlugs, 'nell-ash')).toBeUndefined()
    expect((await at('n-ash'))?.id).toBe(nell)
  })

  test.each([
    ['the address of another', { slug: 'benjamin' }, { code: 'taken', field: 'slug' }],
    ['the user name of another as address', { slug: 'ben' }, { code: 'taken', field: 'slug' }],
    ['the id of somebody as address', { slug: idOf(7).toLowerCase() }, { code: 'invalid', field: 'slug' }],
    ['no address', { slug: '' }, { code: 'invalid', field: 'slug' }],
    ['an address with another page in it', { slug: 'nell/edit' }, { code: 'invalid', field: 'slug' }],
    ['capitals in an address', { slug: 'Nell' }, { code: 'invalid', field: 'slug' }],
    ['the user name of another as name', { displayName: 'BEN' }, { code: 'taken', field: 'displayName' }],
    ['the name of another', { displayName: 'benjamin' }, { code: 'taken', field: 'displayName' }],
    ['a reserved name', { displayName: 'Moderator' }, { code: 'taken', field: 'displayName' }],
    ['no name', { displayName: ' ' }, { code: 'invalid', field: 'displayName' }],
  ])('is refused with %s, and stays', async (_what, changes, refusal) => {
    const { edit, now, told } = await scene()
    const before = await now()
    expect(await refusalOf(edit(changes))).toMatchObject(refusal)
    expect([await now(), await told()]).toEqual([before, []])
  })

  test.each([
    ['a visitor', visitor, nell, 'sign-in-first'],
    ['another member', member(ben), nell, 'staff-only'],
    ['the member', member(nell), nell, 'staff-only'],
    ['a trusted member', member(ben, { groups: ['trusted', 'canModeratePersonal'] }), nell, 'staff-only'],
    ['a moderator, of themselves', moderator, moderator.userId, 'not-against-oneself'],
    ['a moderator, of another', moderator, mo, 'not-against-staff'],
    ['a moderator, of an administrator', moderator, admin.userId, 'not-against-staff'],
  ])('is not for %s', async (_who, viewer, userId, reason) => {
    const { edit } = await scene()
    expect(await refusalOf(edit({ userId, slug: 'x-y' }, { viewer, now: T0 }))).toMatchObject({ code: 'not-allowed', reason })
  })
})
