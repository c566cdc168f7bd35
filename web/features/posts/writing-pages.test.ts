import { describe, expect, test } from 'vitest'
import type { FormState } from '#shared/pages/page-data.ts'
import { moderator, T0, aPost, idOf, member } from '#shared/testing/factories.ts'
import { at, fieldsOf, rows } from '../../blocks/testing/post-pages.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'

describe('writing', () => {
  const author = { viewer: member(idOf(100)) }

  test('the form has every field of the mutation, and both mutations', async () => {
    const { body } = await at('/newPost?category=question', testPageData(rows(), author))
    expect(fieldsOf(body, 'posts.saveDraft')).toEqual(
      expect.arrayContaining([
        'postId',
        'title',
        'markdown',
        'file',
        'lang',
        'tags',
        'kind',
        'linkUrl',
        'writtenOn',
        'submitToFrontpage',
        'from',
        'action',
      ]),
    )
    expect(body).toMatch(/<button [^>]*formaction="\/api\/form\/posts\.publish"/iu)
    expect(body).toMatch(/<option value="question" selected=""/u)
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('the address begins it with a tag, and says what is not here yet', async () => {
    const { body } = await at('/newPost?eventForm=true&templateId=t&groupId=g&tagId=Tides&meta=true', testPageData(rows(), author))
    expect(body).toMatch(/name="tags"[^>]*value="Tides, Meta"/u)
    expect(body).toMatch(/Events can’t be copied yet.*Only events can belong to a group/u)
    expect(body).toContain('href="/newPost?category=question&amp;tagId=Tides&amp;meta=true"')
  })

  test('a quick take starts from the same place, also by one who may not post', async () => {
    const { body, status } = await at(
      '/newPost?category=quickTake',
      testPageData(rows(), { viewer: member(idOf(100), { postingDisabled: true }) }),
    )
    expect(status).toBe(200)
    expect(fieldsOf(body, 'comments.postQuickTake')).toEqual(expect.arrayContaining(['from', 'markdown', 'tags']))
    expect((await at('/newPost?category=quickTake', testPageData(rows()))).status).toBe(401)
  })

  test('a visitor gets the sign-in form in its place, which comes back', async () => {
    const { body, status } = await at('/newPost', testPageData(rows()))
    expect(status).toBe(401)
    expect(body).toMatch(/name="returnTo" value="\/newPost"/u)
  })

  test('one who may not post reads why', async () => {
    const { status } = await at('/newPost', testPageData(rows(), { viewer: member(idOf(100), { postingDisabled: true }) }))
    expect(status).toBe(403)
  })

  test('a preview shows the text and keeps everything typed', async () => {
    const form: FormState = {
      mutation: 'posts.publish',
      values: { postId: '', title: 'My <title>', markdown: 'My words', lang: 'fr', action: 'preview' },
      error: null,
      continueWith: null,
    }
    const { body } = await at('/newPost', testPageData(rows(), { ...author, form }))
    expect(body).toContain('Preview: not saved, not published.')
    expect(body).toContain('data-prefix="preview-"')
    expect(body).toContain('My words</textarea>')
    expect(body).toContain('value="My &lt;title&gt;"')
  })

  test.each([
    ['its author', member(idOf(100)), 200],
    ['another member', member(idOf(5)), 403],
    ['a moderator', moderator, 200],
  ])('editing is open as the rule says: %s', async (_who, viewer, status) => {
    expect(await at(`/editPost?postId=${idOf(1)}`, testPageData(rows(), { viewer }))).toMatchObject({ status })
  })

  test('taking back and moderating are asked for, each in a form of its own', async () => {
    const { body } = await at(`/editPost?postId=${idOf(1)}`, testPageData(rows(), { viewer: moderator }))
    expect(fieldsOf(body, 'posts.unpublish')).toContain('postId')
    for (const mutation of ['posts.setFrontpage', 'posts.setCurated', 'posts.setCommentsLocked'])
      expect(fieldsOf(body, mutation)).toEqual(expect.arrayContaining(['postId', 'on']))
  })

  test('moderators choose how a post is pinned, and its author does not', async () => {
    const pinned = rows({ post: aPost({ stickyPriority: 3 }) })
    const { body } = await at(`/editPost?postId=${idOf(1)}`, testPageData(pinned, { viewer: moderator }))
    expect(fieldsOf(body, 'posts.setSticky')).toEqual(expect.arrayContaining(['postId', 'priority']))
    expect(body).toMatch(/<option[^>]*value="3"[^>]*selected=""[^>]*>High</u)
    expect((await at(`/editPost?postId=${idOf(1)}`, testPageData(pinned, author))).body).not.toContain('posts.setSticky')
  })

  test('moderators reject a post with a reason, and accept it again', async () => {
    const { body } = await at(`/editPost?postId=${idOf(1)}`, testPageData(rows(), { viewer: moderator }))
    expect(fieldsOf(body, 'moderation.rejectPost')).toEqual(['postId', 'from', 'reason'])
    const rejected = rows({ post: aPost({ rejectedReason: 'Too short.' }) })
    const again = await at(`/editPost?postId=${idOf(1)}`, testPageData(rejected, { viewer: moderator }))
    expect(again.body).toContain('Accept post')
    expect(fieldsOf(again.body, 'moderation.rejectPost')).toEqual(['postId', 'from'])
    expect((await at(`/editPost?postId=${idOf(1)}`, testPageData(rows(), author))).body).not.toContain('rejectPost')
  })

  test('an update says in the plain form how much has changed and what; a first publication does not', async () => {
    const { body } = await at(`/editPost?postId=${idOf(1)}`, testPageData(rows(), author))
    expect(fieldsOf(body, 'posts.saveDraft')).toEqual(expect.arrayContaining(['note', 'level']))
    const form = { mutation: 'posts.publish', values: { postId: idOf(1), note: 'Two &', level: 'major' }, error: null, continueWith: null }
    const typed = await at(`/editPost?postId=${idOf(1)}`, testPageData(rows(), { ...author, form }))
    expect(typed.body).toMatch(/name="note"[^>]*value="Two &amp;"|value="Two &amp;"[^>]*name="note"/u)
    expect(typed.body).toMatch(/<option value="major" selected=""/u)
    expect(fieldsOf((await at('/newPost', testPageData(rows(), author))).body, 'posts.saveDraft')).not.toContain('note')
  })

  test('a title that its author has just used is asked about in the form', async () => {
    const error = { code: 'taken' as const, reason: null, field: 'title', retryAfterMs: null }
    const form = { mutation: 'posts.publish', values: { postId: '', title: 'Tides', markdown: 'Kept words' }, error, continueWith: null }
    const { body } = await at('/newPost', testPageData(rows(), { ...author, form }))
    expect(fieldsOf(body, 'posts.saveDraft')).toEqual(expect.arrayContaining(['asksAboutTitle', 'sameTitle']))
    expect(body).toContain('You published a post with this title within the last hour.')
    expect(body).toContain('Kept words</textarea>')
  })

  test('drafts are ordered as their author chose last, unless the address says otherwise', async () => {
    const draft = aPost({ status: 'draft', slug: null, publishedAt: null, title: 'Half' })
    const authorships = [{ id: `${idOf(100)}:${draft.id}`, userId: idOf(100), postId: draft.id, level: 'own' as const, since: T0 }]
    const settings = { id: idOf(100), filters: '', archive: '', drafts: 'sortDraftsBy=newest&includeShared=false', recommend: null }
    const feed_settings = [{ ...settings, isIncognito: false, changedAt: T0 }]
    const data = testPageData({ ...rows({ post: draft }), authorships, feed_settings }, author)
    expect((await at('/drafts', data)).body).toMatch(/<option value="newest" selected="">[^]*<option value="false" selected="">/u)
    expect((await at('/drafts?sortDraftsBy=wordCountAscending', data)).body).toContain('<option value="wordCountAscending" selected="">')
  })

  test('drafts are listed, newest first, and can be put away', async () => {
    const draft = aPost({ status: 'draft', slug: null, publishedAt: null, title: 'Half' })
    const authorships = [{ id: `${idOf(100)}:${draft.id}`, userId: idOf(100), postId: draft.id, level: 'own' as const, since: T0 }]
    const { body } = await at('/drafts', testPageData({ ...rows({ post: draft }), authorships }, author))
    expect(body).toContain('Half')
    expect(fieldsOf(body, 'posts.archive')).toContain('postId')
    const away = { ...draft, status: 'removed' as const, archivedAt: T0, archivedById: idOf(100) }
    const binned = await at('/drafts', testPageData({ ...rows({ post: away }), authorships }, author))
    expect(fieldsOf(binned.body, 'posts.restore')).toContain('postId')
    expect((await at('/drafts', testPageData({}, author))).body).toContain('New post')
  })
})
