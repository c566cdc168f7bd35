/**
 * Votes that do not count, and the hand laid on what is not one’s own: each is refused and changes
 * nothing.
 */
import { describe, expect, test } from 'vitest'
import type { Row } from './testing/site.ts'
import { expectUnharmed, json, refusals } from './testing/refusals.ts'

const { site, cast, idOf, refused, mutation } = refusals()

describe('votes', () => {
  const target = () => ({ targetKind: 'post', targetId: cast().openPostId, axis: 'approval', value: 1 })

  test.each([
    ['a value that is none', { value: 3 }],
    ['a large value', { value: 100 }],
    ['a fraction', { value: 0.5 }],
    ['text for a value', { value: '2' }],
    ['a power', { power: 100 }],
    ['somebody else’s id', { userId: 'x' }],
    ['a time', { at: 0 }],
    ['a tallied sum', { tallied: 100 }],
    ['another axis', { axis: 'karma' }],
    ['another kind', { targetKind: 'member' }],
    ['no target', { targetId: '' }],
    ['a list', { targetId: ['a'] }],
    ['isSelf', { isSelf: false }],
  ])('with %s', async (_what, change) => {
    await refused([400, 404], () => mutation('votes.set', { ...target(), ...change }))
  })

  test.each([
    '',
    'post',
    'post:x:approval:1',
    'post::approval:1',
    'comment:00000000000000000000000000:approval:9',
    'post:00000000000000000000000000:approval:1',
    'member:00000000000000000000000000:approval:1',
  ])('a form with “%s”', async (vote) => {
    await refused([400, 404], () => cast().member.postForm('votes.set', { vote, from: '/' }, { accept: json }))
  })

  test('on what one may not see, on drafts, and on agreement with oneself', async () => {
    await refused([404], () => mutation('votes.set', { ...target(), targetId: cast().foreignDraft }))
    await refused([403], () => mutation('votes.set', { ...target(), targetId: cast().draftId }))
    const mine = site.table('comments').find((row) => row['authorId'] === idOf('oskar') && row['removedBy'] === null)
    await refused([403], () =>
      mutation('votes.set', { targetKind: 'comment', targetId: String(mine?.['id']), axis: 'agreement', value: 1 }),
    )
    await refused([403], () => mutation('votes.set', { targetKind: 'comment', targetId: String(mine?.['id']), axis: 'approval', value: 2 }))
  })

  test('two hundred times at once: one vote, of the voter’s own power, and the sum of the ledger is what is shown', async () => {
    const id = cast().openPostId
    await mutation('votes.set', { ...target(), value: 0 })
    const before = tally(id)
    const answers = await Promise.all(Array.from({ length: 200 }, () => mutation('votes.set', target())))
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    const mine = site
      .table('votes')
      .filter((row) => row['targetId'] === id && row['userId'] === idOf('oskar') && row['axis'] === 'approval')
    expect(mine).toHaveLength(1)
    expect(tally(id)['baseScore']).toBe(Number(before['baseScore']) + Number(mine[0]?.['power']))
    const ledger = site.table('votes').filter((row) => row['targetId'] === id && row['axis'] === 'approval')
    expect(ledger.reduce((sum, row) => sum + Number(row['power']), 0)).toBe(tally(id)['baseScore'])
  })

  test('a visitor’s vote is nobody’s', async () => {
    await refused([401], () => site.visitor().mutation('votes.set', target()))
    await refused([401], () => site.visitor().postForm('votes.set', { vote: `post:${cast().openPostId}:approval:1`, from: '/' }))
  })

  function tally(id: string): Row {
    return site.table('tallies').find((row) => row['id'] === id) ?? {}
  }
})

describe('what is not one’s own', () => {
  test('commenting on a locked post, on a draft, on nothing, under another post’s comment', async () => {
    const send = (fields: Readonly<Record<string, string>>) => () =>
      cast().member.postForm('comments.post', { postId: '', parentId: '', markdown: 'words', from: '/', ...fields }, { accept: json })
    await refused([403], send({ postId: cast().lockedPostId }))
    await refused([404], send({ postId: cast().foreignDraft }))
    await refused([403], send({ postId: cast().draftId }))
    await refused([400, 404], send({ postId: 'x' }))
    await refused([404], send({ postId: '0'.repeat(26) }))
    const elsewhere = site.table('comments').find((row) => row['postId'] !== cast().openPostId)
    await refused([404], send({ postId: cast().openPostId, parentId: String(elsewhere?.['id']) }))
    await refused([400], send({ postId: cast().openPostId, markdown: '   ' }))
  })

  test('a draft of somebody else is as absent as one that never was: same status, same answer', async () => {
    const never = `${cast().foreignDraft.slice(0, 10)}0000000000000000`
    for (const path of [
      (id: string) => `/posts/${id}`,
      (id: string) => `/posts/${id}/not-for-you`,
      (id: string) => `/editPost?postId=${id}`,
      (id: string) => `/api/page?url=/posts/${id}`,
      (id: string) => `/api/preview?url=/posts/${id}`,
      (id: string) => `/vote?target=${id}`,
    ]) {
      const [hidden, absent] = await Promise.all([cast().member.get(path(cast().foreignDraft)), cast().member.get(path(never))])
      expect([path(''), hidden.status]).toEqual([path(''), absent.status])
      expect(hidden.text.replaceAll(cast().foreignDraft, never), path('')).toBe(absent.text)
    }
    for (const name of ['posts.unpublish', 'posts.archive', 'posts.setFrontpage', 'posts.setCurated', 'posts.setCommentsLocked']) {
      const send = (postId: string) =>
        cast().member.postForm(name, { postId, ...(name.startsWith('posts.set') ? { on: 'yes' } : {}) }, { accept: json })
      const [hidden, absent] = [await refused([404], () => send(cast().foreignDraft)), await refused([404], () => send(never))]
      expect(hidden.text).toBe(absent.text)
    }
  })

  test('posts and comments of others, and what only staff may set', async () => {
    const postId = cast().openPostId
    const comment = site
      .table('comments')
      .find((row) => row['authorId'] !== idOf('oskar') && row['removedBy'] === null && row['postId'] === postId)
    const commentId = String(comment?.['id'])
    const as = (name: string, fields: Readonly<Record<string, string>>) => () => cast().member.postForm(name, fields, { accept: json })
    await refused([403], as('posts.publish', { postId, title: 'x', markdown: 'y', lang: 'en', kind: 'post' }))
    await refused([403], as('posts.unpublish', { postId }))
    await refused([403], as('posts.archive', { postId }))
    for (const name of ['posts.setFrontpage', 'posts.setCurated', 'posts.setCommentsLocked'])
      await refused([403], as(name, { postId, on: 'yes' }))
    await refused([403], as('comments.edit', { commentId, markdown: 'y', bodyVersion: '1' }))
    await refused([403], as('comments.remove', { commentId, reason: '' }))
    await refused(
      [400, 403, 404],
      as('accounts.endSession', { sessionId: String(site.table('sessions').find((row) => row['userId'] === idOf('ngozi'))?.['id']) }),
    )
    await refused([404], () => mutation('posts.setSticky', { id: cast().foreignDraft, priority: 4 }))
    await refused([403], () => mutation('posts.setSticky', { id: postId, priority: 4 }))
  })

  test('a page that is private has no public double under a made-up ending', async () => {
    for (const path of ['/account/x.css', '/drafts/a.js', '/account;x.css', '/account%2fx.css', '/drafts/.png', '/account?x.css']) {
      const answer = await cast().victim.get(path)
      expect([200, 400, 404], path).toContain(answer.status)
      if (answer.status === 200) expect(answer.headers['cache-control'], path).toContain('no-store')
      expect((await site.visitor().get(path)).text.includes('@example.org'), path).toBe(false)
    }
  })
})

test('after all this the server runs, and none of it was an error of its own', async () => {
  await expectUnharmed(site)
})
