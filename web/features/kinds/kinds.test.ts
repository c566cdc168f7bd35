import { describe, expect, test } from 'vitest'
import { listingsOfPost } from '#shared/feed/listings-of-post.ts'
import type { Post } from '#shared/posts/schema.ts'
import { aComment, aMember, aPost, idOf, namedTags, paragraph, T0 } from '#shared/testing/factories.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (url: string, rows: Rows) => web.render({ url, as: 'html' }, testPageData(rows))
const place = aPost({ id: idOf(7), slug: 'adas-shortform', title: 'Ada’s Shortform', holds: 'quickTakes', noIndex: true })
const revisionOf = (post: Post) => ({
  ...{ id: post.revisionId ?? '', subjectKind: 'post', subjectId: post.id, postId: post.id, n: 1, version: '1.0.0', isDraft: false },
  ...{ title: post.title, body: paragraph(''), wordCount: 0, authorId: post.authorId, at: T0 },
})
const take = aComment({ id: idOf(10), postId: place.id, authorId: idOf(100), isQuickTake: true, activeAt: T0, tags: ['Tides'] })
const answer = aComment({ id: idOf(11), postId: place.id, parentId: take.id, rootId: take.id })
const people = [aMember(), aMember({ id: idOf(200), displayName: 'Bob', slug: 'bob', userName: 'bob' })]

describe('/quicktakes', () => {
  test('is whole without a script: the entry box, the thread, buttons to vote, ways to answer', async () => {
    const { status, body } = await at('/quicktakes', { posts: [place], comments: [take, answer], members: people })
    expect(status).toBe(200)
    expect(body).toContain('action="/api/form/comments.postQuickTake"')
    for (const name of ['markdown', 'tags', 'isOnFrontpage', 'from']) expect(body).toContain(`name="${name}"`)
    expect(body).toContain(`value="comment:${take.id}:approval:1"`)
    expect(body).toContain(`href="/posts/${place.id}/adas-shortform?commentId=${answer.id}#reply"`)
    expect(body).toContain('Tides')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('with none yet there is the entry box, and a word', async () => {
    const { body } = await at('/quicktakes', {})
    expect(body).toContain('No quick takes yet.')
    expect(body).toContain('id="new-quick-take"')
  })

  test('the place itself says what it is, has no vote and no text, and a visitor begins nothing there', async () => {
    const rows = { posts: [place], revisions: [revisionOf(place)], comments: [take, answer], members: people }
    const { body } = await at(`/posts/${place.id}/adas-shortform`, rows)
    expect(body.replaceAll('<!-- -->', '')).toContain('This is where Ada posts quick takes')
    expect(body).not.toContain(`value="post:${place.id}:approval:1"`)
    expect(body).not.toContain('id="new-comment"')
    expect(body).toContain('content="noindex"')
  })
})

describe('/questions', () => {
  const question = (n: number, karma: number, lastCommentedAt: number) => {
    const post = aPost({ id: idOf(n), slug: `q-${n}`, title: `Question ${n}`, kind: 'question', lastCommentedAt })
    const tally = { ...emptyTally('post', post.id, post.id), baseScore: karma }
    return { post, tally, listings: listingsOfPost(post, tally, T0, namedTags(post)) }
  }
  test('has those of 40 karma or more by their newest comment, then what was talked about last', async () => {
    const all = [question(1, 50, T0 + 1), question(2, 39, T0 + 9), question(3, 40, T0 + 5)]
    const { body } = await at('/questions', {
      posts: all.map(({ post }) => post),
      tallies: all.map(({ tally }) => tally),
      listings: all.flatMap(({ listings }) => listings),
      members: people,
    })
    const [top = '', recent = ''] = body.split('id="recent-questions"')
    const named = (html: string) => [...html.matchAll(/>(Question \d)</gu)].map((match) => match[1])
    expect(named(top.slice(top.indexOf('id="top-questions"')))).toEqual(['Question 3', 'Question 1'])
    expect(named(recent)).toEqual(['Question 2', 'Question 3', 'Question 1'])
  })

  test('with none, each block is hidden', async () => {
    const { body } = await at('/questions', {})
    expect(body).toContain('No questions yet.')
    expect(body).not.toContain('id="top-questions"')
  })
})

describe('the page of a question', () => {
  const post = aPost({ kind: 'question', commentCount: 3 })
  const answers = [aComment({ id: idOf(20), isAnswer: true }), aComment({ id: idOf(21), parentId: idOf(20), rootId: idOf(20) })]
  const rows = { posts: [post], revisions: [revisionOf(post)], comments: [...answers, aComment({ id: idOf(22) })], members: people }

  test('has its answers, with what is said to them, above its comments; no id twice; a form that asks which', async () => {
    const { body } = await at(`/posts/${post.id}/on-tides`, rows)
    const [above = '', below = ''] = body.slice(body.indexOf('id="answers"')).split('id="comments"')
    for (const { id } of answers) expect(above).toContain(`id="${id}"`)
    expect(below).toContain(`id="${idOf(22)}"`)
    expect(below).not.toContain(`id="${idOf(20)}"`)
    expect(body).toContain('1 answer')
    expect(body).toContain('name="isAnswer"')
    const ids = [...body.matchAll(/\sid="([^"]+)"/gu)].map((match) => match[1])
    expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
  })
})

test('a dialogue stands turn by turn in the place of a text, and its messages are no comments', async () => {
  const post = aPost({ holds: 'dialogue', coauthorIds: [idOf(200)] })
  const said = (n: number, authorId: string) => aComment({ id: idOf(n), authorId, postedAt: T0 + n, message: 'said', isCounted: false })
  const rows = {
    posts: [post],
    revisions: [revisionOf(post)],
    comments: [said(30, idOf(100)), said(31, idOf(100)), said(32, idOf(200)), aComment({ id: idOf(40) })],
    members: people,
  }
  const { body } = await at(`/posts/${post.id}/on-tides`, rows)
  const [turns = '', discussion = ''] = body.slice(body.indexOf('class="turns"')).split('id="comments"')
  expect(turns.match(/class="turn-by/gu)).toHaveLength(2)
  for (const n of [30, 31, 32]) expect(turns).toContain(`id="${idOf(n)}"`)
  expect(discussion).toContain(`id="${idOf(40)}"`)
  expect(discussion).not.toContain(`id="${idOf(30)}"`)
})

describe('questions that were asked under another', () => {
  const parent = aPost({ id: idOf(20), slug: 'why-tides', title: 'Why tides?', kind: 'question' })
  const child = aPost({ id: idOf(21), slug: 'why-two', title: 'Why two a day?', kind: 'question', parentQuestionId: parent.id })
  const rows = {
    posts: [parent, child],
    revisions: [revisionOf(parent)],
    related_questions: [{ id: child.id, parentId: parent.id, at: T0 }],
    members: people,
  }
  const block = (body: string): string => /<section[^>]*aria-labelledby="related-questions".*?<\/section>/su.exec(body)?.[0] ?? ''

  test('stand on its page, with the way to ask another', async () => {
    const { body } = await at(`/posts/${parent.id}/why-tides`, rows)
    expect(block(body)).toContain(`href="/posts/${child.id}/why-two"`)
    expect(block(body)).toContain(`href="/newPost?category=question&amp;parentId=${parent.id}"`)
  })

  test('name it on their own', async () => {
    const { body } = await at(`/posts/${child.id}/why-two`, { ...rows, revisions: [revisionOf(child)] })
    expect(block(body)).toContain('Asked under')
    expect(block(body)).toContain(`href="/posts/${parent.id}/why-tides"`)
  })

  test('say nothing of one that is a draft', async () => {
    const hidden = { ...rows, posts: [parent, { ...child, status: 'draft' as const }] }
    expect(block((await at(`/posts/${parent.id}/why-tides`, hidden)).body)).not.toContain('why-two')
  })

  test('an essay has no such part', async () => {
    const essay = { ...parent, kind: 'post' as const }
    expect(block((await at(`/posts/${parent.id}/why-tides`, { ...rows, posts: [essay, child] })).body)).toBe('')
  })

  test('kept out of the lists they are in /questions only where that is asked for', async () => {
    const kept = { ...child, isOffLists: true }
    const lists = {
      ...rows,
      posts: [parent, kept],
      listings: [parent, kept].flatMap((post) => listingsOfPost(post, undefined, T0, namedTags(post))),
    }
    expect((await at('/questions', lists)).body).not.toContain('why-two')
    expect((await at('/questions?includeRelatedQuestions=true', lists)).body).toContain('why-two')
  })
})
