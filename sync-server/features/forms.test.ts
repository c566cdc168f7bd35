import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from './testing/feature-site.ts'
import { featureSite, shownForm } from './testing/feature-site.ts'
import { comments } from '#shared/comments/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'
import { revisionsOf } from '#shared/posts/queries.ts'
import { plainText } from '#shared/text/measure.ts'
import { voteId, votes } from '#shared/votes/schema.ts'

let site: FeatureSite
/** Runs the place: whoever signs up first on one's own machine does. */
let ada: Browser
let ben: Browser
beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  await site.earn(ben)
})

const essay = {
  postId: '',
  title: 'On tides',
  markdown: 'Water *comes back*.',
  lang: 'en',
  tags: 'Water, Moon',
  kind: 'post',
  linkUrl: '',
  writtenOn: '1862-06',
  submitToFrontpage: 'on',
  from: '/newPost',
}
const idIn = (location: string | undefined): string => /(?:posts\/|postId=)([0-9a-z]{26})/u.exec(location ?? '')?.[1] ?? ''
const postOf = (id: string) => site.store.read((read) => read.get(posts, id))
const commentOf = (id: string) => site.store.read((read) => read.get(comments, id))
const everyPost = () =>
  site.store.read((read) =>
    read.list(defineQuery({ table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'ascending', limit: 100 })),
  )
const everyComment = () =>
  site.store.read((read) => read.list(defineQuery({ table: comments, index: ['postedAt'], equals: [], order: 'ascending', limit: 100 })))

async function published(by = ben): Promise<string> {
  return idIn((await by.form('posts.publish', essay)).headers['location'])
}
async function commented(postId: string, markdown = 'I wonder.', by = ben): Promise<string> {
  return ((await by.form('comments.post', { postId, parentId: '', markdown, from: '/' })).headers['location'] ?? '').split('#')[1] ?? ''
}

describe('posts', () => {
  test('Markdown becomes a published post, at whose address one lands', async () => {
    const answer = await ben.form('posts.publish', essay)
    expect([answer.status, answer.headers['location']]).toEqual([303, expect.stringMatching(/^\/posts\/[0-9a-z]{26}\/on-tides$/u)])
    expect(await postOf(idIn(answer.headers['location']))).toMatchObject({
      title: 'On tides',
      tags: ['Water', 'Moon'],
      writtenOn: '1862-06',
      lang: 'en',
      status: 'published',
      submitToFrontpage: true,
      excerpt: 'Water comes back.',
      version: '1.0.0',
    })
    expect((await ben.get(answer.headers['location'] ?? '')).text).toContain('On tides')
  })
  test('an uploaded file fills in what was left empty, and what was typed stands before its front matter', async () => {
    const text = '---\ntitle: From the file\ndate: 1862-06-01\ntags: [Sea, Shore]\nlang: de\n---\n\nEbbe und Flut.\n'
    const answer = await ben.send(
      'POST',
      '/api/form/posts.publish',
      multipart.headers,
      multipart.body({ ...essay, title: 'Typed', markdown: '', lang: '', tags: '', writtenOn: '' }, text),
    )
    expect(await postOf(idIn(answer.headers['location']))).toMatchObject({
      title: 'Typed',
      tags: ['Sea', 'Shore'],
      lang: 'de',
      writtenOn: '1862-06-01',
      excerpt: 'Ebbe und Flut.',
    })
  })
  test('text in the field and in a file are both kept, and one is asked for', async () => {
    const answer = await ben.send('POST', '/api/form/posts.publish', multipart.headers, multipart.body(essay, 'Another text.'))
    expect(shownForm(answer)).toMatchObject({ error: { field: 'file' }, values: { markdown: essay.markdown } })
  })
  test('a refused form with a file goes on with the file’s text in its field', async () => {
    const answer = await ben.send(
      'POST',
      '/api/form/posts.publish',
      multipart.headers,
      multipart.body({ ...essay, title: '', markdown: '' }, 'No title here.'),
    )
    expect(shownForm(answer)).toMatchObject({
      error: { code: 'invalid', field: 'title' },
      values: { markdown: 'No title here.', from: '/newPost' },
    })
    expect(await everyPost()).toEqual([])
  })
  test('a visitor’s file goes through the sign-in form as text', async () => {
    const answer = await site
      .browser()
      .send('POST', '/api/form/posts.publish', multipart.headers, multipart.body({ ...essay, markdown: '' }, 'Kept.'))
    expect([answer.status, shownForm(answer).continueWith]).toMatchObject([
      401,
      { mutation: 'posts.publish', values: { markdown: 'Kept.' } },
    ])
  })
  test('a preview shows the form again and stores nothing', async () => {
    const answer = await ben.form('posts.publish', { ...essay, action: 'preview' })
    expect([answer.status, shownForm(answer)]).toMatchObject([
      200,
      { mutation: 'posts.publish', error: null, values: { action: 'preview', title: 'On tides' } },
    ])
    expect(await everyPost()).toEqual([])
  })
  test('a draft is saved, goes on, is published, taken back and published again with the same words', async () => {
    const saved = await ben.form('posts.saveDraft', { ...essay, title: '' })
    const postId = idIn(saved.headers['location'])
    expect(saved.headers['location']).toBe(`/editPost?postId=${postId}`)
    const states = []
    for (const [name, fields] of [
      ['posts.publish', { ...essay, postId }],
      ['posts.unpublish', { postId }],
      ['posts.publish', { ...essay, postId }],
    ] as const) {
      await ben.form(name, fields)
      states.push((await postOf(postId))?.status)
    }
    expect(states).toEqual(['published', 'draft', 'published'])
  })
  test.each([
    ['a new post', {}],
    ['a draft', { draft: true }],
  ])(
    '%s sent three times at once and once more is one post with one published text',
    async (_what, { draft = false }: { draft?: boolean }) => {
      const postId = draft ? idIn((await ben.form('posts.saveDraft', { ...essay, title: 'First' })).headers['location']) : ''
      const answers = await Promise.all([1, 2, 3].map(() => ben.form('posts.publish', { ...essay, postId })))
      site.clock.now += 30_000
      answers.push(await ben.form('posts.publish', { ...essay, postId }))
      expect(new Set(answers.map((answer) => answer.headers['location'])).size).toBe(1)
      const [post, ...others] = await everyPost()
      expect(others).toEqual([])
      expect((await site.store.read((read) => revisionsOf(read, post?.id ?? ''))).filter((revision) => !revision.isDraft)).toHaveLength(1)
    },
  )
  test.each([
    ['no text', { markdown: '  ' }, 400, 'markdown'],
    ['no title', { title: ' ' }, 400, 'title'],
    ['a language that is none', { lang: 'klingon!' }, 400, 'lang'],
    ['a wrong kind', { kind: 'event' }, 400, 'kind'],
    ['a linkpost without a link', { kind: 'linkpost' }, 400, 'linkUrl'],
    ['a link that runs', { kind: 'linkpost', linkUrl: 'javascript:alert(1)' }, 400, 'linkUrl'],
    ['a date that is none', { writtenOn: '1862-13' }, 400, 'writtenOn'],
    ['eleven tags', { tags: 'a1,b2,c3,d4,e5,f6,g7,h8,i9,j10,k11' }, 400, 'tags'],
    ['too much text', { markdown: 'x'.repeat(1_000_001) }, 413, 'markdown'],
    ['a score', { score: '9' }, 400, 'score'],
    ['a place in the sun', { curatedAt: '1' }, 400, 'curatedAt'],
    ['somebody as author', { authorId: 'x' }, 400, 'authorId'],
  ])('%s is refused, and the text comes back', async (_what, fields, status, field) => {
    const answer = await ben.form('posts.publish', { ...essay, ...fields })
    expect([answer.status, shownForm(answer).error?.['field'], shownForm(answer).values['tags'] !== undefined]).toEqual([
      status,
      field,
      true,
    ])
    expect(await everyPost()).toEqual([])
  })
  test('another member’s post is neither edited, taken back nor put away', async () => {
    const postId = await published()
    const eve = site.browser()
    await eve.signUp('Eve')
    const statuses = []
    for (const [name, fields] of [
      ['posts.publish', { ...essay, postId }],
      ['posts.saveDraft', { ...essay, postId }],
      ['posts.unpublish', { postId }],
      ['posts.archive', { postId }],
      ['posts.setCurated', { postId, on: 'yes' }],
    ] as const) {
      statuses.push((await eve.form(name, { ...fields, from: '/' })).status)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403])
    expect(await postOf(postId)).toMatchObject({ status: 'published', version: '1.0.0', curatedAt: null })
  })
  test('staff pin a post at a level and unpin it; other levels and other members are refused', async () => {
    const postId = await published()
    const pin = (browser: typeof ada, priority: string) => browser.form('posts.setSticky', { postId, priority, from: '/' })
    expect((await pin(ada, '3')).headers['location']).toBe(`/posts/${postId}/on-tides`)
    expect(await postOf(postId)).toMatchObject({ stickyPriority: 3 })
    for (const level of ['5', '', '1.5', 'high']) expect([level, (await pin(ada, level)).status]).toEqual([level, 400])
    expect((await pin(ben, '4')).status).toBe(403)
    expect(await postOf(postId)).toMatchObject({ stickyPriority: 3 })
    await pin(ada, '0')
    expect(await postOf(postId)).toMatchObject({ stickyPriority: 0 })
  })
  test('a second post under the same title within the hour is asked about, keeps its words, and is published when it is meant', async () => {
    await published()
    site.clock.now += 50 * 60_000
    const second = { ...essay, markdown: 'Another text.', asksAboutTitle: 'on' }
    const asked = await ben.form('posts.publish', second)
    expect([asked.status, shownForm(asked)]).toMatchObject([
      409,
      { error: { code: 'taken', field: 'title' }, values: { markdown: 'Another text.' } },
    ])
    expect(await everyPost()).toHaveLength(1)
    expect((await ada.form('posts.publish', second)).status).toBe(303)
    expect((await ben.form('posts.publish', { ...second, sameTitle: 'on' })).status).toBe(303)
    expect(await everyPost()).toHaveLength(3)
    site.clock.now += 61 * 60_000
    expect((await ben.form('posts.publish', { ...second, markdown: 'A third.' })).status).toBe(303)
  })
  test('an update says in the plain form how much has changed, and what', async () => {
    const postId = await published()
    const update = { ...essay, postId, markdown: 'Water comes back, twice.', note: 'Twice', level: 'major' }
    expect((await ben.form('posts.publish', { ...update, level: 'huge' })).status).toBe(400)
    expect((await ben.form('posts.publish', update)).status).toBe(303)
    const [newest] = await site.store.read((read) => revisionsOf(read, postId))
    expect(newest).toMatchObject({ version: '2.0.0', note: 'Twice', updateType: 'major' })
  })
  test('staff reject a post with a reason and accept it again; its author does neither', async () => {
    const postId = await published()
    const said = { postId, reason: 'Too short.', from: '/' }
    expect((await ben.form('moderation.rejectPost', said)).status).toBe(403)
    expect((await ada.form('moderation.rejectPost', said)).headers['location']).toBe(`/editPost?postId=${postId}#moderate`)
    expect(await postOf(postId)).toMatchObject({ rejectedReason: 'Too short.' })
    await ada.form('moderation.rejectPost', { ...said, reason: '' })
    expect(await postOf(postId)).toMatchObject({ rejectedReason: null })
  })
  test('staff curate, feature and lock, and set it back; a draft is put away by its author', async () => {
    const postId = await published()
    for (const [name, on] of [
      ['posts.setCurated', 'yes'],
      ['posts.setFrontpage', 'no'],
      ['posts.setCommentsLocked', 'yes'],
    ] as const) {
      expect((await ada.form(name, { postId, on, from: '/' })).headers['location']).toBe(`/posts/${postId}/on-tides`)
    }
    expect(await postOf(postId)).toMatchObject({ curatedAt: site.clock.now, frontpageAt: null, commentsLocked: true })
    expect((await ben.form('comments.post', { postId, parentId: '', markdown: 'Hello?', from: '/' })).status).toBe(403)
    expect((await ada.form('posts.setCurated', { postId, on: 'perhaps', from: '/' })).status).toBe(400)
    const draft = idIn((await ben.form('posts.saveDraft', { ...essay, title: 'Another' })).headers['location'])
    expect((await ben.form('posts.archive', { postId: draft, from: '/' })).headers['location']).toBe('/drafts')
    expect(await postOf(draft)).toMatchObject({ status: 'removed' })
  })
})

describe('comments', () => {
  test('a comment and a reply land at their place in the thread', async () => {
    const postId = await published()
    const first = await commented(postId)
    site.clock.now += 1
    const reply = await ada.form('comments.post', { postId, parentId: first, markdown: 'So do **I**.', from: '/' })
    expect(reply.headers['location']).toMatch(new RegExp(`^/posts/${postId}/on-tides#[0-9a-z]{26}$`, 'u'))
    expect((await everyComment()).map((comment) => [comment.parentId, plainText(comment.body)])).toEqual([
      [null, 'I wonder.'],
      [first, 'So do I.'],
    ])
  })
  test('sent three times at once and again within a minute it is one; later it is meant', async () => {
    const postId = await published()
    const send = () => commented(postId, 'Twice?')
    const ids = await Promise.all([send(), send(), send()])
    site.clock.now += 59_000
    ids.push(await send())
    expect([new Set(ids).size, (await everyComment()).length]).toEqual([1, 1])
    site.clock.now += 1_000
    await send()
    expect(await everyComment()).toHaveLength(2)
  })
  test('the same words by somebody else, elsewhere, or after a removal are another comment', async () => {
    const postId = await published()
    const id = await commented(postId, 'Agreed.')
    await commented(postId, 'Agreed.', ada)
    await ada.form('comments.post', { postId, parentId: id, markdown: 'Agreed.', from: '/' })
    expect(await everyComment()).toHaveLength(3)
    // Past the pause that a member makes between comments.
    site.clock.now += 20_000
    const lone = await commented(postId, 'A slip.')
    await ben.form('comments.remove', { commentId: lone, reason: '', from: '/' })
    site.clock.now += 20_000
    await commented(postId, 'A slip.')
    expect((await everyComment()).filter((comment) => plainText(comment.body) === 'A slip.')).toHaveLength(2)
  })
  test('is edited over the version one began from, not over a later one', async () => {
    const postId = await published()
    const commentId = await commented(postId)
    const edited = await ben.form('comments.edit', { commentId, markdown: 'I know.', bodyVersion: '1', from: '/' })
    expect(edited.headers['location']).toBe(`/posts/${postId}/on-tides#${commentId}`)
    const late = await ben.form('comments.edit', { commentId, markdown: 'I doubt.', bodyVersion: '1', from: '/' })
    expect([late.status, shownForm(late).values['markdown'], shownForm(late).error?.['code']]).toEqual([409, 'I doubt.', 'conflict'])
    expect(plainText((await commentOf(commentId))?.body ?? { type: 'doc', content: [] })).toBe('I know.')
  })
  test('is removed and restored; strangers do neither', async () => {
    const postId = await published()
    const commentId = await commented(postId)
    const eve = site.browser()
    await eve.signUp('Eve')
    expect((await eve.form('comments.remove', { commentId, reason: 'mine', from: '/' })).status).toBe(403)
    await ben.form('comments.remove', { commentId, reason: '', from: '/' })
    expect(await commentOf(commentId)).toMatchObject({ removedBy: 'author' })
    expect((await eve.form('comments.restore', { commentId, from: '/' })).status).toBe(403)
    await ben.form('comments.restore', { commentId, from: '/' })
    expect(await commentOf(commentId)).toMatchObject({ removedBy: null })
  })
  test.each([
    ['nothing', { markdown: ' \n ' }, 400, 'markdown'],
    ['too much', { markdown: 'x '.repeat(30_000) }, 413, 'markdown'],
    ['much too much', { markdown: 'x'.repeat(100_001) }, 413, 'markdown'],
    ['a parent that is no id', { parentId: 'x' }, 400, 'parentId'],
    ['a date', { postedAt: '1' }, 400, 'postedAt'],
    ['another author', { authorId: 'x' }, 400, 'authorId'],
  ])('%s is refused, and what was typed comes back', async (_what, fields, status, field) => {
    const postId = await published()
    const answer = await ben.form('comments.post', { postId, parentId: '', markdown: 'I wonder.', from: '/', ...fields })
    expect([answer.status, shownForm(answer).error?.['field'], shownForm(answer).values['postId']]).toEqual([status, field, postId])
    expect(await everyComment()).toEqual([])
  })
  test('a visitor’s comment is kept through signing up, and stands in the thread at once', async () => {
    const postId = await published()
    const asked = await site
      .browser()
      .form('comments.post', { postId, parentId: '', markdown: 'New here.', from: `/posts/${postId}/on-tides` })
    const carried = shownForm(asked).continueWith
    const cleo = site.browser()
    const done = await cleo.signUp('Cleo', { continueMutation: carried?.mutation ?? '', continueValues: JSON.stringify(carried?.values) })
    const [comment] = await everyComment()
    expect(done.headers['location']).toBe(`/posts/${postId}/on-tides#${comment?.id}`)
    expect(comment?.authorId).toBe((await cleo.me()).viewer.userId)
  })
})

describe('votes', () => {
  test('a button sets one’s vote, twice is once, and 0 takes it back', async () => {
    const postId = await published()
    const adaId = (await ada.me()).viewer.userId ?? ''
    const value = async () => (await site.store.read((read) => read.get(votes, voteId(adaId, postId, 'approval'))))?.value
    const values = []
    for (const vote of ['1', '1', '-2', '0']) {
      const answer = await ada.form('votes.set', { vote: `post:${postId}:approval:${vote}`, from: '/' })
      expect(answer.headers['location']).toBe(`/vote?target=${postId}`)
      values.push(await value())
    }
    expect(values).toEqual([1, 1, -2, 0])
  })
  test.each([
    '',
    'post',
    'post:x:approval:1',
    'event:ID:approval:1',
    'post:ID:approval:3',
    'post:ID:approval:1.5',
    'post:ID:karma:1',
    'post:ID:approval:1:1',
    'post:ID:approval:',
  ])('%j is no vote', async (vote) => {
    const postId = await published()
    expect((await ada.form('votes.set', { vote: vote.replace('ID', postId), from: '/' })).status).toBe(400)
  })
  test('a visitor is asked to sign in', async () => {
    const postId = await published()
    const answer = await site.browser().form('votes.set', { vote: `post:${postId}:approval:1`, from: '/' }, { accept: 'application/json' })
    expect([answer.status, JSON.parse(answer.text).viewerNeeded]).toEqual([401, true])
  })
})

test('a form from another site does nothing', async () => {
  const postId = await published()
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { referer: 'https://evil.test/x' },
  ]) {
    expect((await ben.form('comments.post', { postId, parentId: '', markdown: 'Bought.', from: '/' }, headers)).status).toBe(403)
    expect((await ben.form('accounts.signOut', {}, headers)).status).toBe(403)
  }
  const plain = await ben.send('POST', '/api/form/comments.post', { 'content-type': 'text/plain' }, `postId=${postId}&markdown=Bought.`)
  expect([plain.status, (await everyComment()).length, (await ben.me()).name]).toEqual([415, 0, 'Ben'])
})

/** A form with a file, as a browser sends it. */
const multipart = {
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  body(fields: Readonly<Record<string, string>>, file: string): string {
    const parts = Object.entries(fields).map(
      ([name, value]) => `--edge\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    return `${parts.join('')}--edge\r\ncontent-disposition: form-data; name="file"; filename="tides.md"\r\ncontent-type: text/markdown\r\n\r\n${file}\r\n--edge--\r\n`
  },
}
