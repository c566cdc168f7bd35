import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import type { ApplyRequest } from '#server/sync/apply.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { members } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { pollTallies, pollTallyId, pollVoteId, pollVotes } from '#shared/polls/schema.ts'
import { openDue } from './jobs.ts'

let site: FeatureSite
let ada: Browser
let ben: Browser
let postId = ''

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  const markdown =
    'Well?\n\n:::poll{uid=p} Tea?\n- {yes} Yes\n- {no} No\n:::\n\n:::poll{uid=q multiple} Which?\n- {a} A\n- {b} B\n- {c} C\n:::' +
    '\n\n:::poll{uid=v results=afterVoting} After a vote?\n- {yes} Yes\n- {no} No\n:::' +
    '\n\n:::poll{uid=z results=afterClose closes=2099-01-01T00:00Z} At the end?\n- {yes} Yes\n- {no} No\n:::'
  const essay = {
    postId: '',
    title: 'Tea',
    lang: 'en',
    tags: '',
    kind: 'post',
    linkUrl: '',
    writtenOn: '',
    submitToFrontpage: 'on',
    from: '/newPost',
  }
  const answer = await ben.form('posts.publish', { ...essay, markdown })
  postId = /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
})

const tally = (uid: string) => site.store.read((read) => read.get(pollTallies, pollTallyId(postId, uid)))

describe('voting in a poll by its form', () => {
  test('counts once, is changed and taken back, and leads to the results', async () => {
    const answer = await ada.form('polls.vote', { postId, pollUid: 'p', option: 'yes', from: '/' })
    expect([answer.status, answer.headers['location']]).toEqual([303, links.poll(postId, 'p')])
    await ada.form('polls.vote', { postId, pollUid: 'p', option: 'yes', from: '/' })
    await ben.form('polls.vote', { postId, pollUid: 'p', option: 'no', from: '/' })
    expect(await tally('p')).toMatchObject({
      voterCount: 2,
      counts: [
        { optionUid: 'yes', count: 1 },
        { optionUid: 'no', count: 1 },
      ],
    })
    await ada.form('polls.vote', { postId, pollUid: 'p', option: 'no', from: '/' })
    expect(await tally('p')).toMatchObject({ voterCount: 2, counts: [{ optionUid: 'no', count: 2 }] })
    await ada.form('polls.vote', { postId, pollUid: 'p', option: 'no', 'taken-back': 'yes', from: '/' })
    expect(await tally('p')).toMatchObject({ voterCount: 1, counts: [{ optionUid: 'no', count: 1 }] })
  })

  test('takes several where the poll does', async () => {
    await ada.form('polls.vote', { postId, pollUid: 'q', 'o-a': 'on', 'o-c': 'on', from: '/' })
    expect(await tally('q')).toMatchObject({
      voterCount: 1,
      counts: [
        { optionUid: 'a', count: 1 },
        { optionUid: 'c', count: 1 },
      ],
    })
  })

  test.each([
    ['an option that is none', { pollUid: 'p', option: 'maybe' }],
    ['two options of one', { pollUid: 'p', 'o-yes': 'on', 'o-no': 'on' }],
    ['no option', { pollUid: 'p' }],
    ['a poll that is none', { pollUid: 'x', option: 'yes' }],
    ['a field that is none', { pollUid: 'p', option: 'yes', isAdmin: 'yes' }],
  ])('%s is refused, and nothing is counted', async (_what, fields) => {
    const answer = await ada.form('polls.vote', { postId, from: '/', ...fields })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await tally('p')).toBeUndefined()
  })
})

describe('results that are not for everybody yet', () => {
  const shownTo = async (userId: string | null, uid: string) => {
    const viewer = userId === null ? visitor : await site.store.read((read) => viewerOfAccount(read, userId, Date.now()))
    return site.store.read((read) => permittedRead(read, viewer, policies).get(pollTallies, pollTallyId(postId, uid)))
  }
  const idOfMember = async (slug: string) => {
    const [member] = await site.store.read((read) =>
      read.list(defineQuery({ table: members, index: ['slug'], equals: [slug], order: 'ascending', limit: 1 })),
    )
    return member?.id ?? ''
  }

  test('are counted, and leave the server for those alone who have voted', async () => {
    await ada.form('polls.vote', { postId, pollUid: 'v', option: 'yes', from: '/' })
    expect(await tally('v')).toMatchObject({ voterCount: 1, held: 'afterVoting' })
    const [adaId, benId] = [await idOfMember('ada'), await idOfMember('ben')]
    const none = { voterCount: 0, counts: [] }
    for (const userId of [null, benId]) expect(await shownTo(userId, 'v')).toMatchObject(none)
    expect(await shownTo(adaId, 'v')).toMatchObject({ voterCount: 1, counts: [{ optionUid: 'yes', count: 1 }] })
    const own = await site.store.read((read) => read.get(pollVotes, pollVoteId(postId, 'v', adaId)))
    expect(own?.results).toEqual({ voterCount: 1, counts: [{ optionUid: 'yes', count: 1 }] })
  })

  test('of a poll that is open are nobody’s; when it has closed, everybody’s', async () => {
    await ada.form('polls.vote', { postId, pollUid: 'z', option: 'yes', from: '/' })
    const adaId = await idOfMember('ada')
    for (const userId of [null, adaId]) expect(await shownTo(userId, 'z')).toMatchObject({ voterCount: 0, counts: [] })
    const jobs = { store: site.store, apply: (request: ApplyRequest) => site.writer.apply(request) }
    const closesAt = Date.UTC(2099, 0, 1)
    await openDue(jobs, closesAt - 1)
    expect(await shownTo(null, 'z')).toMatchObject({ voterCount: 0 })
    await openDue(jobs, closesAt)
    expect(await shownTo(null, 'z')).toMatchObject({ voterCount: 1, counts: [{ optionUid: 'yes', count: 1 }] })
  })
})
