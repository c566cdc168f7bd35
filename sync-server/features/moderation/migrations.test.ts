import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { members } from '#shared/accounts/schema.ts'
import { aMember, aPost, idOf } from '#shared/testing/factories.ts'
import { posts } from '#shared/posts/schema.ts'
import { approvedByPublishing } from './migrations.ts'

test('members of an older store who have published are approved; others, and whom somebody approved, stay as they are', async () => {
  const core = await aCore()
  const [author, drafter, rejected, known] = [101, 102, 103, 104].map(idOf) as [string, string, string, string]
  await core.store.write(async ({ tx }) => {
    for (const [at, id] of [author, drafter, rejected, known].entries()) {
      const approvedBy = id === known ? idOf(100) : null
      await tx.put(members, aMember({ id, approvedBy, userName: `member-${at}`, slug: `member-${at}` }))
    }
    await tx.put(posts, aPost({ id: idOf(1), authorId: author }))
    await tx.put(posts, aPost({ id: idOf(2), authorId: drafter, slug: null, status: 'draft', publishedAt: null }))
    await tx.put(posts, aPost({ id: idOf(3), authorId: rejected, slug: 'third', rejectedReason: 'Off topic.' }))
    await tx.put(posts, aPost({ id: idOf(4), authorId: known, slug: 'fourth' }))
  })
  for (let time = 0; time < 2; time += 1) await core.store.write((batch) => approvedByPublishing.run(batch))
  const found = await core.store.read((read) => read.getMany(members, [author, drafter, rejected, known]))
  expect(found.map(({ approvedBy }) => approvedBy)).toEqual([author, null, null, idOf(100)])
})
