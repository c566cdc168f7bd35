import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { members } from '#shared/accounts/schema.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { noticePath } from '#shared/notifications/paths.ts'
import { notificationsOf } from '#shared/notifications/queries.ts'
import { policies } from '#shared/policies.ts'
import { idOf, member, paragraph } from '#shared/testing/factories.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { mentionWriters } from './tables.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'

const { ada, ben, cleo, dan, post } = ids
const [thing, part] = [idOf(600), idOf(610)]
const words = paragraph('After an idea of @cleo and @ada.')
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
  await scene.put({ id: ada, displayName: 'Ada', displayNameKey: `name ${ada}`, isAdmin: true })
  await scene.publish()
})
afterEach(() => scene.close())

const body = (value: unknown) => ({ field: 'body', value })
const sequenceDetail = (detail: unknown) => scene.mutation(ada, 'sequences.setDetail', { id: thing, detail })
const begin = () => scene.mutation(ada, 'sequences.create', { id: thing, chapterId: part, title: 'On water' })
const show = () => sequenceDetail({ field: 'isDraft', value: false })
const beginCollection = async () => {
  await scene.mutation(ada, 'collections.create', { id: thing, title: 'All waters', slug: 'all-waters' })
  await scene.mutation(ada, 'collections.addBook', { id: part, collectionId: thing, title: 'One' })
}
const term = (more: object) => ({ id: thing, term: 'neap tide', altTerms: [], body: words, ...more })
const addTerm = () => scene.mutation(ada, 'glossary.addTerm', term({ postId: post, isApproved: true, origin: 'people' }))
const linkOf = async (userId: string) => {
  const [row] = await scene.rows(userId)
  return row && noticePath(row, undefined)
}

interface Place {
  readonly begin: () => Promise<void>
  readonly write: (text: string) => Promise<void>
  readonly cause: string
  readonly link: string
  readonly sentence: string
}
const places: Readonly<Record<string, Place>> = {
  'a sequence': {
    begin: async () => {
      await begin()
      await show()
    },
    write: (text) => sequenceDetail(body(paragraph(text))),
    cause: `sequence:${thing}`,
    link: `/s/${thing}`,
    sentence: 'Ada mentioned you in “On water”',
  },
  'a chapter': {
    begin: async () => {
      await begin()
      await show()
    },
    write: (text) => scene.mutation(ada, 'sequences.setChapterDetail', { id: part, detail: body(paragraph(text)) }),
    cause: `chapter:${part}`,
    link: `/s/${thing}#chapter-${part}`,
    sentence: 'Ada mentioned you in “On water”',
  },
  'a collection': {
    begin: beginCollection,
    write: (text) => scene.mutation(ada, 'collections.setDetail', { id: thing, detail: body(paragraph(text)) }),
    cause: `collection:${thing}`,
    link: `/collections/${thing}`,
    sentence: 'Ada mentioned you in “All waters”',
  },
  'a book': {
    begin: beginCollection,
    write: (text) => scene.mutation(ada, 'collections.setBookDetail', { id: part, detail: body(paragraph(text)) }),
    cause: `book:${part}`,
    link: `/collections/${thing}#book-${part}`,
    sentence: 'Ada mentioned you in “All waters”',
  },
  'a term of a glossary': {
    begin: addTerm,
    write: (text) => scene.mutation(ada, 'glossary.setTerm', term({ body: paragraph(text) })),
    cause: `term:${thing}`,
    link: `/posts/${post}`,
    sentence: 'Ada mentioned you in the glossary of “On tides”',
  },
  'a bio': {
    begin: async () => undefined,
    write: (text) => scene.mutation(ada, 'accounts.updateProfile', { bio: text }),
    cause: `bio:${ada}`,
    link: '/users/ada',
    sentence: 'Ada mentioned you in their profile',
  },
}

describe('a mention is notified', () => {
  test.each(Object.entries(places))(
    'in %s: once, never its writer, by mail as chosen',
    async (_place, { begin: start, write, ...said }) => {
      const choice = { field: 'type', type: 'newMention', value: { inApp: true, email: 'now', push: false } }
      await scene.mutation(cleo, 'notifications.choose', { choice })
      await start()
      await write('After an idea of @cleo and @ada.')
      expect(await scene.told(cleo)).toEqual([`newMention ${said.cause}`])
      await write('After a fine idea of @cleo, @ada and @ben.')
      await write('After a fine idea of @ben.')
      await write('After a fine idea of @ben and @cleo.')
      expect([await scene.told(cleo), await scene.told(ben)]).toEqual([[`newMention ${said.cause}`], [`newMention ${said.cause}`]])
      expect((await scene.told(ada)).filter((one) => one.startsWith('newMention'))).toEqual([])
      expect(await linkOf(cleo)).toBe(said.link)
      scene.clock.now += 10 * 60_000
      await scene.settled()
      expect(scene.sent).toHaveLength(1)
      expect(scene.sent[0]?.text).toContain(said.sentence)
      expect(scene.sent[0]?.text).toContain(`https://essays.example${said.link}`)
      expect(scene.sent[0]?.text).toMatch(/fine idea of @?ben/u)
    },
  )

  test('in a draft of a sequence once it can be read, and taken back when it cannot be any more', async () => {
    await begin()
    await sequenceDetail(body(words))
    expect(await scene.told(cleo)).toEqual([])
    await show()
    expect(await scene.told(cleo)).toEqual([`newMention sequence:${thing}`])
    const shown = (userId: string) =>
      scene.store.read((read) => permittedRead(read, member(userId), policies).list(notificationsOf(cleo, 10)))
    expect(await shown(cleo)).toEqual([expect.objectContaining({ title: 'On water', postId: null })])
    expect(await shown(dan)).toEqual([])
    await sequenceDetail({ field: 'isDraft', value: true })
    expect(await scene.told(cleo)).toEqual([])
  })

  test('not to a member who may not see an archived term, nor by somebody without karma', async () => {
    await scene.mutation(ada, 'glossary.addTerm', term({ postId: post, isApproved: true, origin: 'people', body: paragraph('Small.') }))
    await scene.mutation(ada, 'glossary.setHidden', { id: thing, isHidden: true })
    await scene.mutation(ada, 'glossary.setTerm', term({ body: words }))
    expect(await scene.told(cleo)).toEqual([])
    await scene.mutation(ada, 'glossary.setHidden', { id: thing, isHidden: false })
    expect(await scene.told(cleo)).toEqual([`newMention term:${thing}`])
    await scene.store.write(async ({ tx }) => {
      const row = await tx.get(members, dan)
      if (row !== undefined) await tx.put(members, { ...row, isDeactivated: true })
    })
    await scene.mutation(ben, 'accounts.updateProfile', { bio: 'With @cleo and @dan.' })
    expect((await scene.told(cleo)).length).toBe(2)
    expect(await scene.told(dan)).toEqual([])
  })

  test('not for what stood there before anybody kept who wrote it', async () => {
    await begin()
    await show()
    await sequenceDetail(body(words))
    await scene.told(cleo)
    // As the version before left it: the words, and nobody noted as their writer.
    await scene.store.write(async ({ tx }) => tx.delete(mentionWriters, `sequence:${thing}`))
    await scene.put({ id: idOf(5), displayName: 'Eve', displayNameKey: 'name eve' })
    await sequenceDetail({ field: 'title', value: 'On waters' })
    expect(await scene.told(idOf(5))).toEqual([])
  })
})
