import { expect, test } from 'vitest'
import { relId, tagVoteId } from '#shared/wiki/tag-vote-schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { aScene, ben, eve, post, thread } from '#server/testing/sync-scene.ts'

test('two devices that put the same tag to a post while they were away make one rel with two votes', async () => {
  const scene = await aScene()
  await scene.core.earn(eve)
  await scene.core.must({ name: 'posts.publish', args: anotherEssay(), userId: eve })
  const tag = await scene.core.store.read((read) => holderOf(read, 'moon'))
  const tagId = tag?.id ?? ''
  const putting = { name: 'wiki.voteOnTag', args: { postId: post, tagId, value: 1 } }
  const [bens, eves] = [scene.device(ben, 1), scene.device(eve, 2)]
  await bens.hello(thread, `me:${ben}`)
  await eves.hello(thread, `me:${eve}`)
  // Neither has heard of the other's.
  await Promise.all([bens.push({ n: 1, ...putting }), eves.push({ n: 1, ...putting })])
  await bens.settled()
  await eves.settled()
  for (const device of [bens, eves]) {
    expect(device.of('result').map(({ outcome }) => outcome)).toEqual(['applied'])
    expect(device.row(thread, 'tag_rels', relId(post, tagId))).toMatchObject({
      tag: { name: 'Moon' },
      baseScore: 2,
      voteCount: 2,
      relevance: 2,
    })
    for (const userId of [ben, eve])
      expect(device.row(thread, 'tag_votes', tagVoteId(userId, post, tagId))).toMatchObject({ value: 1, power: 1, tallied: 1 })
    expect(device.mismatches).toEqual([])
  }
  // The same mutation again, as after a lost answer, is done once.
  await bens.push({ n: 1, ...putting })
  await bens.settled()
  expect(bens.row(thread, 'tag_rels', relId(post, tagId))).toMatchObject({ baseScore: 2 })
})

function anotherEssay() {
  const [id, revisionId] = ['00000000000000000000000777', '00000000000000000000000778']
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Of the moon.' }] }] }
  const said = {
    title: 'On the moon',
    body,
    kind: 'post',
    linkUrl: null,
    lang: 'en',
    tags: ['Moon'],
    writtenOn: null,
    submitToFrontpage: true,
  }
  return { id, revisionId, ...said }
}
