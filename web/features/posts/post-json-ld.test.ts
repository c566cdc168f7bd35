import { expect, test } from 'vitest'
import type { MemberCard } from '#shared/accounts/queries.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import type { Comment } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Thread } from '#shared/posts/queries.ts'
import { plainReports } from '#shared/reports/site-reports.ts'
import { aComment, aPost, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { postJsonLd } from './post-json-ld.ts'

const site = { name: 'Lyceum', tagline: '', origin: 'https://example.org', build: 'b1', hasDevInbox: false, reports: plainReports }
const ada: MemberCard = { id: idOf(100), name: 'Ada', slug: 'ada', isModerator: false, joinedAt: T0 }

function answer(n: number, karma: number, changes: Partial<Comment> = {}) {
  const comment = aComment({ id: idOf(n), rootId: idOf(n), isAnswer: true, body: paragraph(`Answer ${n}.`), ...changes })
  return { comment, author: ada, tally: { ...emptyTally('comment', comment.id, comment.postId), baseScore: karma } }
}

function thread(post: Partial<Post>, comments: Thread['comments'] = []): Thread {
  const whole = aPost(post)
  const revision = {
    ...({ id: idOf(2), subjectKind: 'post', subjectId: whole.id, postId: whole.id, n: 1, version: '1.0.0', isDraft: false } as const),
    ...{ title: whole.title, body: paragraph('Why do tides turn?'), wordCount: 4, authorId: ada.id, at: T0 },
  }
  return {
    post: whole,
    authors: [ada],
    tally: emptyTally('post', whole.id, whole.id),
    revision,
    comments,
    hasMoreComments: false,
    mentionedIn: [],
    related: null,
    tags: [{ id: idOf(700), name: 'Water', slug: 'water', relevance: 1, isCore: false }],
  }
}

const facts = { title: 'On tides', description: 'Water.' }

test('an essay is a posting with its author, its dates and its counts', () => {
  expect(postJsonLd(site, thread({}), { ...facts, series: { title: 'Engines', href: '/s/1', place: { at: 2, of: 3 } } })).toMatchObject({
    isPartOf: { '@type': 'CreativeWorkSeries', name: 'Engines', url: `${site.origin}/s/1` },
    position: 2,
  })
  expect(postJsonLd(site, thread({ commentCount: 3 }), facts)).toMatchObject({
    '@type': 'BlogPosting',
    headline: 'On tides',
    author: [{ '@type': 'Person', name: 'Ada', url: 'https://example.org/users/ada' }],
    datePublished: new Date(T0).toISOString(),
    commentCount: 3,
    keywords: ['Water'],
  })
})

test('a question has its best answers, and none that was taken away or not accepted', () => {
  const comments = [
    answer(10, 1),
    answer(11, 7),
    answer(12, 9, { removedBy: 'moderator' }),
    answer(13, 9, { rejectedReason: '' }),
    answer(14, 9, { isAnswer: false }),
    answer(15, 9, { parentId: idOf(10), rootId: idOf(10) }),
  ]
  const found = postJsonLd(site, thread({ kind: 'question' }, comments), facts) as {
    mainEntity: { answerCount: number; suggestedAnswer: { text: string }[] }
  }
  expect(found).toMatchObject({ '@type': 'QAPage', mainEntity: { '@type': 'Question', name: 'On tides', text: 'Why do tides turn?' } })
  expect(found.mainEntity.answerCount).toBe(2)
  expect(found.mainEntity.suggestedAnswer.map(({ text }) => text)).toEqual(['Answer 11.', 'Answer 10.'])
})

test('a question without an answer is one all the same', () => {
  expect(JSON.stringify(postJsonLd(site, thread({ kind: 'question' }), facts))).not.toContain('suggestedAnswer')
})
