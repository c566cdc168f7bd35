import { expect, test } from 'vitest'
import { aCore } from '#server/testing/core.ts'
import { credentials, karmaStats } from '#shared/accounts/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { idOf, publishArgs, T0 } from '#shared/testing/factories.ts'

const id = idOf(1)

async function published() {
  const core = await aCore()
  const [ada, ben, eve, dan] = [await core.join(100), await core.join(200), await core.join(300), await core.join(400)]
  await core.earn(ada)
  await core.must({ name: 'posts.publish', args: publishArgs({ id, revisionId: idOf(50) }), userId: ada, now: T0 })
  const at = (by: number) => T0 + by * 600_000
  return {
    ...{ core, ada, ben, eve, dan },
    step: (name: string, args: object, userId: string, by = 1) => core.must({ name, args: { id, ...args }, userId, now: at(by) }),
    vote: (userId: string, value: number, by: number) =>
      core.must({ name: 'votes.set', args: { targetKind: 'post', targetId: id, axis: 'approval', value }, userId, now: at(by) }),
    of: async (userId: string) => {
      const [existing, listing] = await core.store.read((read) =>
        Promise.all([read.get(karmaStats, userId), read.get(listings, `author:${userId}:${id}`)]),
      )
      return { karma: existing?.karma ?? 0, postCount: existing?.postCount ?? 0, isListed: listing !== undefined }
    },
  }
}

test('an open invitation puts nothing on the member’s page and no votes to their karma; accepting does, and leaving ends it', async () => {
  const { step, vote, of, ada, ben, eve, dan } = await published()
  await step('posts.inviteCoauthor', { userId: ben }, ada)
  await vote(eve, 1, 2)
  expect(await of(ben)).toEqual({ karma: 0, postCount: 0, isListed: false })
  await step('posts.acceptCoauthor', {}, ben, 3)
  expect(await of(ben)).toEqual({ karma: 0, postCount: 1, isListed: true })
  await vote(dan, 1, 4)
  expect((await of(ben)).karma).toBeGreaterThan(0)
  await step('posts.endCoauthor', { userId: ben }, ben, 5)
  expect(await of(ben)).toMatchObject({ postCount: 0, isListed: false })
  expect(await of(ada)).toMatchObject({ postCount: 1, isListed: true })
})

test('an account whose address is not confirmed invites nobody, by the old mutation either', async () => {
  const { core, ada, ben } = await published()
  await core.store.write(async ({ tx }) => {
    const credential = await tx.get(credentials, ada)
    if (credential !== undefined) await tx.put(credentials, { ...credential, emailVerifiedAt: null })
  })
  const refused = { kind: 'rejected', error: { reason: 'confirm-email-first' } }
  expect(await core.apply({ name: 'posts.inviteCoauthor', args: { id, userId: ben }, userId: ada, now: T0 })).toMatchObject(refused)
  const old = { name: 'posts.setCoauthor', args: { id, userId: ben, isOn: true }, userId: ada, now: T0 }
  expect(await core.apply(old)).toMatchObject(refused)
})

test('nobody is asked who is not a member', async () => {
  const { core, ada } = await published()
  const nobody = { name: 'posts.inviteCoauthor', args: { id, userId: idOf(999) }, userId: ada, now: T0 }
  expect(await core.apply(nobody)).toMatchObject({ kind: 'rejected', error: { code: 'not-found' } })
})
