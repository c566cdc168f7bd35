import { describe, expect, test } from 'vitest'
import { comments } from '../comments/schema.ts'
import { canSeeInlineComments } from '../inline-comments/rules.ts'
import { inlineComments } from '../inline-comments/schema.ts'
import { members } from '../accounts/schema.ts'
import { documentAccess } from '../documents/rules.ts'
import { makeEvent, putEvent } from '../events/mutations.ts'
import { canEditEvent, canMoveEvent, canSeeRsvp } from '../events/rules.ts'
import { events, rsvps } from '../events/schema.ts'
import type { Viewer } from '../kernel/viewer.ts'
import type { Verdict } from '../kernel/verdict.ts'
import { visitor } from '../kernel/viewer.ts'
import { publishPost, saveDraft, unpublishPost } from '../posts/mutations.ts'
import { canArchivePost, canPublishPost, canReadPost, canSharePost, canUnpublishPost } from '../posts/rules.ts'
import type { Post } from '../posts/schema.ts'
import { authorships, posts, revisions, writings } from '../posts/schema.ts'
import { permittedRead } from '../kernel/read-policy.ts'
import { policies } from '../policies.ts'
import { shapeAccess } from '../shapes.ts'
import { tags } from '../wiki/schema.ts'
import { admin, aPost, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { mutationsOver, refusalOf } from '../testing/mutations.ts'
import { memoryStore } from '../testing/memory-store.ts'
import { groupOrganizers, groupPosts } from './group-posts-schema.ts'
import { followGroup } from './group-posts.ts'
import { postsOfGroup } from './queries.ts'
import { localGroups } from './schema.ts'

const [author, coauthor, organizer, former, other] = [member(idOf(1)), member(idOf(2)), member(idOf(3)), member(idOf(4)), member(idOf(5))]
const group = {
  ...{ id: idOf(20), name: 'Bergen', otherName: '', organizerIds: [idOf(3)], body: paragraph('We walk.'), isOnline: false },
  ...{ location: 'Bergen', latitude: null, longitude: null, categories: [], links: [], contact: '', color: null, isActive: true },
  ...{ makerId: idOf(3), createdAt: T0 },
}

const yes = (verdict: Verdict): boolean => verdict.allowed
const viewers: readonly (readonly [string, Viewer])[] = [
  ['author', author],
  ['coauthor', coauthor],
  ['organizer', organizer],
  ['former', former],
  ['other', other],
  ['moderator', moderator],
  ['admin', admin],
  ['visitor', visitor],
]
const draft = { status: 'draft', publishedAt: null, slug: null } as const
const ofGroup = aPost({ kind: 'event', authorId: idOf(1), coauthorIds: [idOf(2)], groupId: group.id, organizerIds: [idOf(3)] })
const isPrivate = { userId: idOf(9), isPrivate: true }
const room = { kind: 'post', id: ofGroup.id } as unknown as Parameters<typeof documentAccess>[1]

describe('an event of a group', () => {
  const everybody = viewers.map(([name]) => name)
  const [authors, withStaff] = [
    ['author', 'coauthor'],
    ['author', 'coauthor', 'moderator', 'admin'],
  ]
  const organizing = (names: readonly string[]) => everybody.filter((name) => names.includes(name) || name === 'organizer')
  const unpublished = { ...draft, publishedAt: T0 }
  test.each<readonly [string, (viewer: Viewer, post: Post) => boolean, Partial<Post>, readonly string[]]>([
    ['is read', (viewer, post) => yes(canReadPost(viewer, post)), {}, everybody],
    ['is edited, canceled and has its door list', (viewer, post) => yes(canEditEvent(viewer, post)), {}, organizing(withStaff)],
    ['is published anew', (viewer, post) => yes(canPublishPost(viewer, post)), {}, organizing(withStaff)],
    ['is taken back', (viewer, post) => yes(canUnpublishPost(viewer, post)), {}, organizing(withStaff)],
    ['shows private answers', (viewer, post) => yes(canSeeRsvp(viewer, post, isPrivate)), {}, organizing(withStaff)],
    ['leaves its group', (viewer, post) => yes(canMoveEvent(viewer, post, null)), {}, organizing(withStaff)],
    ['goes to another group', (viewer, post) => yes(canMoveEvent(viewer, post, idOf(21))), {}, withStaff],
    ['is deleted', (viewer, post) => yes(canArchivePost(viewer, post)), {}, ['admin']],
    ['is shared by name', (viewer, post) => yes(canSharePost(viewer, post)), {}, ['author']],
    ['is written in', (viewer, post) => ['own', 'edit'].includes(documentAccess(viewer, room, post)), {}, organizing(authors)],
    ['is read as a draft', (viewer, post) => yes(canReadPost(viewer, post)), draft, organizing(authors)],
    ['is edited as a draft', (viewer, post) => yes(canEditEvent(viewer, post)), draft, organizing(authors)],
    ['shows remarks on its draft', (viewer, post) => canSeeInlineComments(viewer, post), draft, organizing(authors)],
    ['is first published', (viewer, post) => yes(canPublishPost(viewer, post)), draft, authors],
    ['is published again', (viewer, post) => yes(canPublishPost(viewer, post)), unpublished, organizing(withStaff)],
    ['is read in the trash', (viewer, post) => yes(canReadPost(viewer, post)), { ...draft, status: 'removed' }, authors],
    ['is edited once rejected', (viewer, post) => yes(canEditEvent(viewer, post)), { rejectedReason: 'off-topic' }, ['moderator', 'admin']],
    ['is no event, and read as a draft', (viewer, post) => yes(canReadPost(viewer, post)), { ...draft, kind: 'post' }, authors],
    ['is no event, and published anew', (viewer, post) => yes(canPublishPost(viewer, post)), { kind: 'post' }, withStaff],
  ])('%s by whom the table says', (_what, may, over, expected) => {
    expect(viewers.flatMap(([name, viewer]) => (may(viewer, { ...ofGroup, ...over }) ? [name] : []))).toEqual(expected)
  })
})

const details = {
  ...{ starts: '2026-12-03T19:00', ends: '', zone: 'Europe/Oslo', isOnline: true, location: '', joinUrl: null, type: null },
  ...{ groupId: group.id as string | null, hasRsvps: true, latitude: null, longitude: null, capacity: null },
}
const text = { title: 'Winter walk', body: paragraph('Bring a lamp.') }
const content = { ...text, tags: [], lang: 'en', linkUrl: null, writtenOn: null, submitToFrontpage: false, kind: 'event' }
const tables = [
  ...[events, rsvps, posts, revisions, writings, authorships, members, localGroups, groupPosts, groupOrganizers, comments, tags],
  inlineComments,
]

async function community() {
  const mutations = mutationsOver(tables)
  for (const id of [group.id, idOf(21)]) await mutations.put(localGroups, { ...group, id })
  await mutations.run(makeEvent, { id: idOf(9), revisionId: idOf(8), ...text, ...details }, { viewer: author })
  return mutations
}
const put = { id: idOf(9), ...details, isCancelled: true }

describe('by its mutations', () => {
  test('an organizer edits and cancels a draft and a published one, and does not publish it first', async () => {
    const mutations = await community()
    const asDraft = { id: idOf(9), revisionId: idOf(11), ...content }
    expect(await refusalOf(mutations.run(publishPost, asDraft, { viewer: organizer }))).toMatchObject({ reason: 'not-yours' })
    await mutations.run(saveDraft, { ...asDraft, title: 'Long walk' }, { viewer: organizer })
    await mutations.run(putEvent, { ...put, isCancelled: false, type: 'social' }, { viewer: organizer })
    await mutations.run(publishPost, { ...asDraft, revisionId: idOf(12) }, { viewer: author })
    await mutations.run(putEvent, put, { viewer: organizer })
    await mutations.run(publishPost, { ...asDraft, revisionId: idOf(13), title: 'New title' }, { viewer: organizer })
    expect(await mutations.get(events, idOf(9))).toMatchObject({ isCancelled: true })
    expect(await mutations.get(posts, idOf(9))).toMatchObject({ title: 'New title', authorId: idOf(1), status: 'published' })
    await mutations.run(unpublishPost, { id: idOf(9) }, { viewer: organizer })
    expect(await mutations.get(posts, idOf(9))).toMatchObject({ status: 'draft' })
  })

  test('an organizer takes it out of the group, and hands it to no other', async () => {
    const mutations = await community()
    const moved = { ...put, groupId: idOf(21) }
    expect(await refusalOf(mutations.run(putEvent, moved, { viewer: organizer }))).toMatchObject({ field: 'groupId' })
    await mutations.run(putEvent, { ...put, groupId: null }, { viewer: organizer })
    expect(await mutations.get(posts, idOf(9))).not.toHaveProperty('organizerIds')
    expect(await mutations.get(groupPosts, idOf(9))).toBeUndefined()
    expect(await refusalOf(mutations.run(putEvent, put, { viewer: organizer }))).toMatchObject({ code: 'not-found' })
    await mutations.run(putEvent, moved, { viewer: author })
    expect(await mutations.read((read) => read.list(postsOfGroup(idOf(21), true, 9)))).toMatchObject([{ id: idOf(9) }])
  })

  test('nobody becomes an organizer of an event by a group that is another’s', async () => {
    const mutations = await community()
    const before = await mutations.everything()
    for (const viewer of [other, former, visitor])
      expect(await refusalOf(mutations.run(putEvent, put, { viewer }))).toMatchObject({
        code: viewer === visitor ? 'not-allowed' : 'not-found',
      })
    expect(await mutations.everything()).toEqual(before)
  })
})

describe('a former organizer', () => {
  async function changed(organizerIds: readonly string[] | null) {
    const store = memoryStore(tables)
    await store.write(async ({ tx }) => {
      const context = { tx, now: T0 }
      await tx.put(localGroups, group)
      await makeEvent.run(
        { tx, viewer: author, now: T0 },
        { id: idOf(9), revisionId: idOf(8), ...text, ...details, registerUrl: null, contact: '', pictureUrl: null, pictureAlt: '' },
      )
      await followGroup(context, group.id, idOf(3))
      if (organizerIds === null) await tx.delete(localGroups, group.id)
      else await tx.put(localGroups, { ...group, organizerIds: [...organizerIds] })
      await followGroup(context, group.id, idOf(3))
    })
    const seen = (viewer: Viewer) =>
      store.read(async (read) => {
        const permitted = permittedRead(read, viewer, policies)
        const rows = [
          await permitted.get(posts, idOf(9)),
          await permitted.get(events, idOf(9)),
          await permitted.get(writings, idOf(9)),
          await permitted.get(revisions, idOf(8)),
          await permitted.get(groupPosts, idOf(9)),
        ]
        const shapes = await Promise.all(['thread', 'draft'].map((kind) => shapeAccess(read, viewer, `${kind}:${idOf(9)}`)))
        return [rows.filter((row) => row !== undefined).length, ...shapes]
      })
    return { seen, post: () => store.read((read) => read.get(posts, idOf(9))), rows: () => store.everything() }
  }

  test('has nothing of a draft any more, and a new one has', async () => {
    const { seen, post } = await changed([idOf(4)])
    expect(await post()).toMatchObject({ organizerIds: [idOf(4)] })
    expect(await seen(organizer)).toEqual([0, 'gone', 'not-allowed'])
    expect(await seen(former)).toEqual([5, 'allowed', 'allowed'])
    expect(await seen(author)).toEqual([5, 'allowed', 'allowed'])
    for (const viewer of [other, visitor, moderator]) expect(await seen(viewer)).toEqual([0, 'gone', 'not-allowed'])
  })

  test('of a group that is deleted has nothing of it either; the event stays', async () => {
    const { seen, post } = await changed(null)
    expect(await post()).not.toHaveProperty('groupId')
    expect(await seen(organizer)).toEqual([0, 'gone', 'not-allowed'])
    expect((await seen(author))[0]).toBe(4)
  })

  test('organizers who stay stay, and nothing is written', async () => {
    const { seen, post } = await changed([idOf(3)])
    expect(await seen(organizer)).toEqual([5, 'allowed', 'allowed'])
    expect(await post()).toMatchObject({ organizerIds: [idOf(3)] })
  })
})
