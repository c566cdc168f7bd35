import { describe, expect, test } from 'vitest'
import type { Viewer } from '../kernel/viewer.ts'
import { members } from '../accounts/schema.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { visitor } from '../kernel/viewer.ts'
import { links } from '../links.ts'
import type { Picture } from './schema.ts'
import { pictures } from './schema.ts'
import { memberReviews, moderatorActions } from '../moderation/measure-schema.ts'
import { policies } from '../policies.ts'
import { aMember, admin, idOf, member, moderator, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { removeProfilePicture, setProfilePicture } from './profile-picture-mutations.ts'
import { canRemoveProfilePicture, canSetProfilePicture } from './profile-picture-rules.ts'
import { profilePictures } from './profile-picture-schema.ts'

const ada = member(idOf(1))
const src = links.picture(idOf(7))
const args = { src, x: 20, y: 0, width: 50 }
const stored: Picture = {
  state: 'kept',
  kind: 'png',
  ...{ id: idOf(7), ownerId: idOf(1), width: 1_000, height: 600, bytes: 9 },
  ...{ sha256: 'a', shownSha256: 'b', at: T0, unusedSince: T0, removedAt: null, removedById: null },
}
const shown = { id: idOf(1), src, width: 1_000, height: 600, crop: { x: 20, y: 0, width: 50 }, changedAt: T0 }

async function community(picture: Partial<Picture> = {}) {
  const mutations = mutationsOver([profilePictures, pictures, members, memberReviews, moderatorActions])
  await mutations.put(pictures, { ...stored, ...picture })
  await mutations.put(members, aMember({ id: idOf(1) }))
  const seenBy = (viewer: Viewer) => mutations.read((read) => permittedRead(read, viewer, policies).get(profilePictures, idOf(1)))
  return { ...mutations, seenBy }
}

test('a member chooses a picture and its square, which is in use from then on, and removes it', async () => {
  const { run, get } = await community()
  for (const _again of [1, 2]) await run(setProfilePicture, args, { viewer: ada })
  expect(await get(profilePictures, idOf(1))).toEqual(shown)
  expect((await get(pictures, idOf(7)))?.unusedSince).toBeUndefined()
  for (const _again of [1, 2]) await run(removeProfilePicture, { id: idOf(1) }, { viewer: ada })
  expect(await get(profilePictures, idOf(1))).toBeUndefined()
})

test('of somebody not let in yet it is looked at by the moderators, and another square of it is not', async () => {
  const { run, get, put } = await community()
  const newcomer = member(idOf(1), { isApproved: false })
  await run(setProfilePicture, args, { viewer: ada })
  expect(await get(memberReviews, idOf(1))).toBeUndefined()
  await run(setProfilePicture, { ...args, x: 10 }, { viewer: newcomer })
  expect(await get(memberReviews, idOf(1))).toBeUndefined()
  await put(pictures, { ...stored, id: idOf(9) })
  await run(setProfilePicture, { ...args, src: links.picture(idOf(9)) }, { viewer: newcomer })
  expect(await get(memberReviews, idOf(1))).toMatchObject({ reasons: ['unreviewedProfileImageUpdate'], group: 'maybeSpam' })
})

test('a square that would reach past an edge stands at it', async () => {
  const { run, get } = await community()
  await run(setProfilePicture, { src, x: 90, y: 80, width: 60 }, { viewer: ada })
  expect((await get(profilePictures, idOf(1)))?.crop).toEqual({ x: 40, y: 0, width: 60 })
})

test.each([
  ['from elsewhere', {}, { src: 'https://other.example/x.png' }, { code: 'invalid', field: 'src' }],
  ['none at all', {}, { src: null }, { code: 'invalid', field: 'src' }],
  ['one that is not here', {}, { src: links.picture(idOf(8)) }, { code: 'rate-limited' }],
  ['one that staff took down', { state: 'removed' }, {}, { code: 'invalid', field: 'src' }],
  ['one of a private message', { isPrivate: true }, {}, { code: 'invalid', field: 'src' }],
  ['a square that is too small', {}, { width: 9 }, { code: 'invalid', field: 'width' }],
  ['half a percent', {}, { x: 0.5 }, { code: 'invalid', field: 'x' }],
  ['for another', {}, { id: idOf(2) }, { code: 'invalid' }],
] satisfies readonly (readonly [string, Partial<Picture>, object, object])[])(
  'a picture %s is refused, and nothing is stored',
  async (_what, picture, over, refusal) => {
    const { run, everything } = await community(picture)
    const before = await everything()
    expect(await refusalOf(run(setProfilePicture, { ...args, ...over }, { viewer: ada }))).toMatchObject(refusal)
    expect(await everything()).toEqual(before)
  },
)

describe('role by role: setting one’s own, removing Ada’s, and seeing it while she is here and after', () => {
  const banned: Viewer = { kind: 'visitor', bannedUntil: T0 + 9 }
  const may = { set: 'allowed', remove: 'not-yours' }
  test.each([
    ['a visitor', visitor, { set: 'sign-in-first', remove: 'sign-in-first' }],
    ['a banned member', banned, { set: 'banned', remove: 'banned' }],
    ['its member', ada, { set: 'allowed', remove: 'allowed' }],
    ['its member, who may not post', member(idOf(1), { postingDisabled: true }), { set: 'posting-disabled', remove: 'allowed' }],
    ['another member', member(idOf(2)), may],
    ['a moderator', moderator, { set: 'allowed', remove: 'allowed' }],
    ['an administrator', admin, { set: 'allowed', remove: 'allowed' }],
  ])('%s', async (_who, viewer, expected) => {
    const { run, put, get, seenBy } = await community()
    await put(profilePictures, shown)
    const word = (verdict: ReturnType<typeof canSetProfilePicture>) => (verdict.allowed ? 'allowed' : verdict.reason)
    expect({ set: word(canSetProfilePicture(viewer)), remove: word(canRemoveProfilePicture(viewer, idOf(1))) }).toEqual(expected)
    expect(await seenBy(viewer)).toEqual(shown)
    await put(members, aMember({ id: idOf(1), isDeactivated: true }))
    expect(await seenBy(viewer)).toBeUndefined()
    const removal = run(removeProfilePicture, { id: idOf(1) }, { viewer })
    if (expected.remove === 'allowed') await removal
    else expect(await refusalOf(removal)).toMatchObject({ reason: expected.remove })
    expect(await get(profilePictures, idOf(1))).toEqual(expected.remove === 'allowed' ? undefined : shown)
    if (expected.set !== 'allowed')
      expect(await refusalOf(run(setProfilePicture, args, { viewer }))).toMatchObject({ reason: expected.set })
  })
})
