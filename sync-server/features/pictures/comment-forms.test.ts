import { expect, test } from 'vitest'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { links } from '#shared/links.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf, publishArgs, T0 } from '#shared/testing/factories.ts'
import { featureSite, shownForm } from '../testing/feature-site.ts'

const postId = idOf(1)
const own = (n: number): string => `![A river](${links.picture(idOf(60 + n))})`
const some = (count: number): string => Array.from({ length: count }, (_none, at) => own(at)).join('\n\n')

/** Ada, who administers, has published; Ben has just come, and eleven of his pictures are here. */
async function aScene() {
  const site = await featureSite()
  const [ada, ben] = [site.browser(), site.browser()]
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  const [adaId = '', benId = ''] = (await Promise.all([ada.me(), ben.me()])).map(({ viewer }) => viewer.userId)
  const outcome = await site.writer.apply({
    ...{ name: 'posts.publish', args: publishArgs({ id: postId, revisionId: idOf(2) }), userId: adaId, source: 'member' },
  })
  expect(outcome.kind).toBe('applied')
  await site.store.write(async ({ tx }) => {
    for (let n = 0; n < 11; n += 1)
      await tx.put(pictures, {
        ...{ id: idOf(60 + n), ownerId: benId, state: 'kept', kind: 'png', width: 300, height: 200, bytes: 9, sha256: `${n}` },
        ...{ shownSha256: `${n}`, at: T0, removedAt: null, removedById: null },
      })
  })
  const from = links.post((await site.store.read((read) => read.get(posts, postId))) ?? { id: postId, slug: null })
  const say = (markdown: string) => {
    site.clock.now += 3_600_000
    return ben.form('comments.post', { postId, parentId: '', markdown, isAnswer: '', from })
  }
  const approve = () => site.writer.apply({ name: 'moderation.approve', args: { userId: benId }, userId: adaId, source: 'member' })
  const stored = () => site.store.read((read) => read.list(commentsOfPost(postId, 50)))
  return { say, approve, stored }
}

test('a member whom nobody has let in keeps the words, and no picture is shown', async () => {
  const { say, approve, stored } = await aScene()
  const refused = await say(own(0))
  expect(refused.status).toBe(403)
  expect(shownForm(refused)).toMatchObject({ error: { reason: 'pictures-need-approval' }, values: { markdown: own(0) } })
  expect(await stored()).toEqual([])
  // What stands elsewhere is a link, as ever.
  expect((await say('![Elsewhere](https://example.com/a.png)')).status).toBe(303)
  await approve()
  expect((await say(own(0))).status).toBe(303)
  expect(await stored()).toHaveLength(2)
})

test('an eleventh picture is refused with a word, and the text is kept', async () => {
  const { say, approve, stored } = await aScene()
  await approve()
  const refused = await say(some(11))
  expect(refused.status).toBe(400)
  expect(shownForm(refused)).toMatchObject({ error: { code: 'invalid', field: 'pictures.count' }, values: { markdown: some(11) } })
  expect((await say(some(10))).status).toBe(303)
  const [comment] = await stored()
  expect(JSON.stringify(comment?.body).match(/"width":300,"height":200/gu)).toHaveLength(10)
})

test('a form that names a picture which is not here is refused at once', async () => {
  const { say, approve, stored } = await aScene()
  await approve()
  const refused = await say(`![A river](${links.picture(idOf(99))})`)
  expect(shownForm(refused)).toMatchObject({ error: { code: 'invalid', field: 'pictures.missing' } })
  expect(await stored()).toEqual([])
})
