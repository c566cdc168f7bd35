import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { comments } from '#shared/comments/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'

const { ada, ben, cleo, dan, post } = ids
const [first, second] = [idOf(60), idOf(61)]
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
})
afterEach(() => scene.close())

describe('a typed name tells its member', () => {
  beforeEach(() => scene.publish())
  const typed = (words: string) => paragraph(words)
  const textOfComment = async (id: string) => (await scene.store.read((read) => read.get(comments, id)))?.body

  test('of a comment, once, whatever an edit leaves of it or brings anew', async () => {
    await scene.comment(ben, first, null, typed('What do you say, @cleo? And @nobody, and @ben?'))
    expect(await scene.told(cleo)).toEqual([`newMention comment:${first}`])
    expect(JSON.stringify(await textOfComment(first))).toContain('{"kind":"member","id":"cleo","label":"cleo"}')
    await scene.mutation(ben, 'comments.edit', { id: first, body: typed('What do you say, @Cleo, and @dan?'), bodyVersion: 1 })
    expect([await scene.told(cleo), await scene.told(dan), await scene.told(ben)]).toEqual([
      [`newMention comment:${first}`],
      [`newMention comment:${first}`],
      [],
    ])
    // The same words again are no edit.
    await scene.mutation(ben, 'comments.edit', { id: first, body: typed('What do you say, @Cleo, and @dan?'), bodyVersion: 2 })
    expect(await scene.store.read((read) => read.get(comments, first))).toMatchObject({ bodyVersion: 2 })
  })

  test('of a quick take and of a post, once', async () => {
    const body = typed('With thanks to @cleo.')
    const take = { id: first, postId: quickTakesIdOf(ben), body, tags: [], isOnFrontpage: true }
    await scene.mutation(ben, 'comments.postQuickTake', take)
    await scene.publish({ revisionId: idOf(52), body })
    await scene.publish({ revisionId: idOf(53), body: typed('With many thanks to @cleo.') })
    expect(await scene.told(cleo)).toEqual([`newMention post:${post}`, `newMention comment:${first}`])
  })

  test('of a page of the wiki', async () => {
    const page = {
      id: idOf(90),
      revisionId: idOf(91),
      lang: 'en',
      isWikiOnly: false,
      lensOf: null,
      name: 'Tides',
      body: typed('Ask @cleo.'),
    }
    await scene.mutation(ben, 'wiki.publish', page)
    expect(await scene.told(cleo)).toEqual([`newMention post:${idOf(90)}`])
  })

  test('of what is said in a dialogue, once readers see it', async () => {
    const id = idOf(95)
    await scene.mutation(ada, 'dialogues.create', { id, revisionId: idOf(96), title: 'Tides', participantIds: [ben] })
    await scene.mutation(ben, 'dialogues.join', { id })
    await scene.mutation(ben, 'dialogues.say', { id: first, postId: id, body: typed('@cleo should hear this, and @ada.') })
    expect(await scene.told(cleo)).toEqual([])
    await scene.mutation(ada, 'dialogues.publish', { id })
    await scene.mutation(ben, 'dialogues.say', { id: second, postId: id, body: typed('As should @dan.') })
    expect([await scene.told(cleo), await scene.told(dan)]).toEqual([[`newMention comment:${first}`], [`newMention comment:${second}`]])
    expect((await scene.told(ada)).filter((one) => one.startsWith('newMention'))).toEqual([])
  })

  test('and what the document of a post still says as it was typed is no newer version of it', async () => {
    const body = typed('With thanks to @cleo.')
    await scene.publish({ revisionId: idOf(52), body })
    await scene.mutation(null, 'posts.keepText', { id: post, revisionId: idOf(53), authorId: ada, body })
    expect(await scene.store.read((read) => read.get(posts, post))).toMatchObject({ latestRevisionId: idOf(52) })
  })
})
