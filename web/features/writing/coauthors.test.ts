/**
 * What the page of a text shows of co-authors and invitations, without a script and without a
 * device.
 */
import { describe, expect, test } from 'vitest'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Invitation } from '#shared/posts/invitation-schema.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { aMember, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const [ada, ben, cleo] = [idOf(100), idOf(201), idOf(202)]
const post = aPost({
  ...{ id: idOf(7), authorId: ada, coauthorIds: [cleo], status: 'draft', publishedAt: null, slug: null, revisionId: null },
  shares: [{ userId: ben, level: 'edit', isByLink: false, isInvited: true }],
})
const revision = {
  ...{ id: post.latestRevisionId, subjectKind: 'post', subjectId: post.id, postId: post.id, n: 1, version: '0.1.0', isDraft: true },
  ...{ title: '', body: paragraph('Words.'), wordCount: 1, authorId: ada, at: T0 },
}
const people = (
  [
    [ada, 'Ada'],
    [ben, 'Ben'],
    [cleo, 'Cleo'],
  ] as const
).map(([id, displayName]) => aMember({ id, displayName, slug: displayName.toLowerCase(), displayNameKey: id, userNameKey: id }))

const made = (n: number): Invitation => ({
  ...{ id: `${idOf(n)}:${ben}`, inviterId: ada, postId: idOf(n), userId: ben, to: 'coauthor', at: T0 },
  ...{ answer: null, answeredAt: null },
})

async function shownTo(viewer: Viewer, invitations: readonly Invitation[] = []): Promise<string> {
  const data = testPageData(
    { posts: [post], revisions: [revision], members: people, invitations },
    { viewer, now: T0, markdown: docToMarkdown },
  )
  return (await web.render({ url: `/editPost?postId=${post.id}`, as: 'html' }, data)).body.replaceAll('<!-- -->', '')
}

const forms = (page: string): readonly string[] =>
  [...page.matchAll(/action="\/api\/form\/(posts\.\w+oauthor)"/gu)].map(([, name]) => name ?? '')

describe('on the page of a text', () => {
  test('its author sees who was asked, may withdraw that, remove a co-author, and invite', async () => {
    const page = await shownTo(member(ada, { karma: 1 }))
    expect(page).toContain('Invited, no answer yet')
    expect(forms(page)).toEqual(['posts.endCoauthor', 'posts.endCoauthor', 'posts.inviteCoauthor'])
    expect(page).not.toContain('invited you to be a co-author')
  })

  test.each([
    ['without karma', member(ada), [], 'You need 1 karma'],
    ['without a confirmed address', member(ada, { karma: 1, hasConfirmedEmail: false }), [], 'Confirm your email'],
    ['with five open invitations', member(ada, { karma: 1 }), [11, 12, 13, 14, 15].map(made), 'You have 5 open invitations'],
  ] as const)('an author %s is told why there is no form', async (_what, viewer, invitations, words) => {
    const page = await shownTo(viewer, invitations)
    expect(forms(page)).not.toContain('posts.inviteCoauthor')
    expect(page).toContain(words)
  })

  test('the invited member may accept and decline, and see what that means', async () => {
    const page = await shownTo(member(ben))
    expect(page).toContain('Ada invited you to be a co-author')
    expect(forms(page)).toEqual(['posts.acceptCoauthor', 'posts.endCoauthor'])
  })

  test('whose posting is switched off may decline alone', async () => {
    const page = await shownTo(member(ben, { postingDisabled: true }))
    expect(forms(page)).toEqual(['posts.endCoauthor'])
    expect(page).toContain('Posting is disabled for this account.')
    expect(page).not.toContain('<textarea')
  })

  test('a co-author whose posting is switched off may still leave', async () => {
    const page = await shownTo(member(cleo, { postingDisabled: true }))
    expect(forms(page)).toEqual(['posts.endCoauthor'])
    expect(page).not.toContain('<textarea')
  })

  test('a co-author may leave, and neither removes others nor invites', async () => {
    const page = await shownTo(member(cleo, { karma: 9 }))
    expect(forms(page)).toEqual(['posts.endCoauthor'])
    expect(page).toContain('Leave this post')
  })
})
