/**
 * Three real processes of the product on one real PostgreSQL behind a plain proxy, one of them with
 * a clock that is an hour fast.
 */
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { apiRates } from '#server/features/api/routes.ts'
import { postComment } from '#shared/comments/mutations.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { place } from '#server/http-tests/testing/answers.ts'
import { Client } from '#server/http-tests/testing/client.ts'
import { signUp } from '#server/http-tests/testing/newcomers.ts'
import { makeDrafts, ticketsOf } from '../documents/testing/drafts.ts'
import type { Draft } from '../documents/testing/drafts.ts'
import { stockWriter } from '../documents/testing/stock-writer.ts'
import { aDevice } from '../faults/testing/device.ts'
import { until } from '../faults/testing/world.ts'
import { askNode } from './testing/ask-node.ts'
import type { MailSink } from './testing/mail-sink.ts'
import { startMailSink } from './testing/mail-sink.ts'
import type { Nodes } from './testing/nodes.ts'
import { startNodes } from './testing/nodes.ts'
import { hourMs } from '#shared/kernel/durations.ts'

// Three servers and their database on what may be a busy machine.
vi.setConfig({ testTimeout: 240_000 })

const everyNode = [0, 1, 2] as const

let mails: MailSink
let nodes: Nodes
let drafts: readonly Draft[] = []
let openPosts: readonly string[] = []

beforeAll(async () => {
  mails = await startMailSink()
  nodes = await startNodes({
    count: everyNode.length,
    skewMs: [0, hourMs, 0],
    settings: { SMTP_URL: mails.url },
    async prepare(databaseUrl) {
      drafts = await makeDrafts({ databaseUrl, dataDir: '' }, 1)
    },
  })
  const open = (await nodes.table('posts')).filter(
    (post) => post['status'] === 'published' && post['kind'] === 'post' && post['commentsLocked'] === false,
  )
  openPosts = open.map((post) => String(post['id']))
}, 240_000)
afterEach(({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [at, node] of nodes.all.entries()) process.stdout.write(`  node ${at} said:\n${node.output().slice(-3_000)}\n`)
})
afterAll(async () => {
  await nodes.stop()
  await mails.close()
})

const commentsSaying = async (text: string) => (await nodes.table('comments')).filter((row) => JSON.stringify(row['body']).includes(text))
const cookieOf = ({ cookies }: Client): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

test('a form that is sent twice at once, to two nodes, is one comment; whoever sent it sees it on every node', async () => {
  const { client } = await nodes.member('teo')
  const [postId = ''] = openPosts
  // All nodes hold the page, as it was.
  for (const node of everyNode) await askNode(nodes, node, `/posts/${postId}`)
  const fields = { postId, parentId: '', markdown: 'Said once, sent twice.', isAnswer: '', from: '/' }
  const [answer] = await Promise.all([client.postForm('comments.post', fields), client.postForm('comments.post', fields)])
  expect(answer.status).toBe(303)
  const page = (answer.location ?? '').split('#')[0] ?? ''
  const seen = await Promise.all(everyNode.map((node) => askNode(nodes, node, page, cookieOf(client))))
  expect(seen.map(({ text }) => text.includes('Said once, sent twice.'))).toEqual([true, true, true])
  expect(await commentsSaying('Said once, sent twice.')).toHaveLength(1)
  await until('the other readers see it', async () =>
    (await Promise.all(everyNode.map((node) => askNode(nodes, node, page)))).every(({ text }) => text.includes('Said once')),
  )
})

test('what a device of one node says is on a device of another in a moment, under the time of the store', async () => {
  const postId = openPosts[1] ?? ''
  const shapes = [`thread:${postId}`]
  nodes.proxy.pin(1)
  const here = await aDevice({ origin: nodes.proxy.origin, ...(await nodes.member('teo')), shapes })
  await until('a link', () => here.status()?.link === 'on')
  nodes.proxy.pin(2)
  const there = await aDevice({ origin: nodes.proxy.origin, ...(await nodes.member('lina')), shapes })
  await until('a link', () => there.status()?.link === 'on' && there.contents().shapes.every(({ isComplete }) => isComplete))
  nodes.proxy.pin(null)
  const took: number[] = []
  for (const n of [1, 2, 3, 4, 5]) {
    const id = here.newId()
    const startedAt = performance.now()
    await here.commit(postComment, { id, postId, parentId: null, body: paragraph(`From node to node, ${n}.`) })
    await until('it is there', () =>
      there
        .contents()
        .rows('comments')
        .some((row) => row.id === id),
    )
    took.push(performance.now() - startedAt)
    const stored = (await nodes.table('comments')).find((row) => row['id'] === id)
    expect(Math.abs(Number(stored?.['postedAt']) - Date.now())).toBeLessThan(10_000)
  }
  const [, , medianMs = 0] = took.toSorted((a, b) => a - b)
  process.stdout.write(`  from node to node in ${Math.round(medianMs)} ms (median of ${took.length})\n`)
  here.stop()
  there.stop()
})

test('two who write a text together on two nodes see each other’s words and carets at once', async () => {
  const [draft] = drafts
  if (draft === undefined) throw new RangeError('a draft is needed')
  const [one, other] = await Promise.all(
    draft.authors.map(async (person, at) => {
      const ticket = (await ticketsOf(nodes.proxy.origin, person, [draft.room])).get(draft.room) ?? ''
      return { at, person, ticket }
    }),
  )
  if (one === undefined || other === undefined) throw new RangeError('two authors are needed')
  const open = async ({ at, person, ticket }: typeof one) => {
    nodes.proxy.pin(at)
    const writer = stockWriter({ origin: nodes.proxy.origin, person, room: draft.room, ticket })
    writer.provider.awareness.setLocalStateField('user', { userId: person.userId, name: 'x' })
    await until('in step', () => writer.provider.synced)
    return writer
  }
  const [here, there] = [await open(one), await open(other)]
  nodes.proxy.pin(null)
  const startedAt = performance.now()
  here.type('Words of node one')
  await until('the words are there', () => JSON.stringify(there.doc.getXmlFragment('body').toJSON()).includes('Words of node one'))
  const wordsMs = performance.now() - startedAt
  for (const [writer, seen] of [
    [here, there],
    [there, here],
  ] as const)
    await until('the caret is there', () => seen.provider.awareness.getStates().has(writer.doc.clientID))
  await until('saved', () => here.savedClock === here.clock)
  process.stdout.write(`  words from node to node in ${Math.round(wordsMs)} ms\n`)
  there.close()
  await until('who has left is gone', () => !here.provider.awareness.getStates().has(there.doc.clientID))
  here.close()
})

test('each mail goes out once, whichever node was asked for it', async () => {
  const names = Array.from({ length: 6 }, (_none, n) => `newcomer${n}`)
  await Promise.all(
    names.map((userName) =>
      new Client(nodes.proxy.origin).postForm('accounts.signUp', {
        ...{ userName, email: `${userName}@mail.test`, password: 'a quiet harbour at six', returnTo: '/', from: '/' },
      }),
    ),
  )
  await until('a mail for each', () => names.every((name) => mails.taken.some(({ to }) => to === `${name}@mail.test`)), 30_000)
  // What another node had taken for its own would be under way by now.
  await after(1_500)
  expect(mails.taken).toHaveLength(new Set(mails.taken.map(({ id }) => id)).size)
  expect(mails.taken.filter(({ to }) => to.startsWith('newcomer'))).toHaveLength(names.length)
})

test('a sign-in that was ended on one node is over on all', async () => {
  const { client } = await nodes.member('lina')
  const cookie = cookieOf(client)
  const isIn = async (node: number) => (await askNode(nodes, node, '/api/me', cookie)).text.includes('lina')
  for (const node of everyNode) expect(await isIn(node)).toBe(true)
  await client.postForm('accounts.signOut', { from: '/' })
  await after(300)
  for (const node of everyNode) expect(await isIn(node)).toBe(false)
})

test('what was said is found by search on every node', async () => {
  const { client } = await nodes.member('teo')
  await client.postForm('comments.post', {
    postId: openPosts[2] ?? '',
    parentId: '',
    markdown: 'A zymurgical aside.',
    isAnswer: '',
    from: '/',
  })
  for (const node of everyNode)
    await until(
      'found',
      async () => (await askNode(nodes, node, '/api/search?query=zymurgical')).text.includes('"kind":"comments"'),
      30_000,
    )
})

test('one node leads, and the fast clock of another brings nothing about early', async () => {
  const held = (await nodes.table('leases')).filter(({ id, holder }) => id === 'background' && holder !== '')
  expect(held).toHaveLength(1)
  const times = (await nodes.table('mutation_results')).map((row) => Number(row['at']))
  expect(Math.max(...times)).toBeLessThan(Date.now() + 60_000)
})

/**
 * A stranger's first quarter of an hour, one step for each node that is down: signs up and confirms
 * the address, publishes, is answered.
 */
function firstSteps(): readonly (() => Promise<void>)[] {
  const [stranger, visitor] = [new Client(nodes.proxy.origin), new Client(nodes.proxy.origin)]
  const address = 'wilhelmina@mail.test'
  let post = ''
  return [
    async () => {
      place(await signUp(stranger, 'Wilhelmina'))
      await until('the mail is there', () => mails.taken.some(({ to }) => to === address))
      // Long lines of a mail are folded with a "=" at their end.
      const mail = mails.taken.find(({ to }) => to === address)?.source.replace(/=\r?\n/gu, '')
      const link = /https?:\/\/[^/\s]+(\/emailToken\/\S+)/u.exec(mail ?? '')?.[1] ?? ''
      place(await stranger.submit(await stranger.get(link), 'accounts.useToken', {}))
      expect((await stranger.get('/account')).text).toContain(address)
    },
    async () => {
      const form = await stranger.get('/newPost')
      post = place(await stranger.submit(form, 'posts.publish', { title: 'A first essay', markdown: 'It begins with one line.' }))
      await until('a visitor reads it', async () => (await visitor.open(post)).text.includes('It begins with one line.'))
    },
    async () => {
      const { client } = await nodes.member('lina')
      const fields = { markdown: 'Said by somebody else.' }
      // Where the post was published, another node may hear of it a moment later.
      await until('she reads it', async () => (await client.get(post)).status === 200)
      place(await client.submit(await client.get(post), 'comments.post', fields, ({ parentId }) => parentId === ''))
      const vote = await client.postForm('votes.set', { vote: `post:${post.split('/')[2] ?? ''}:approval:1`, from: post })
      expect(vote.status).toBe(303)
      await until('its author reads it', async () => (await stranger.open(post)).text.includes('Said by somebody else.'))
      await until('it is counted', async () =>
        (await nodes.table('tallies')).some(({ postId, baseScore }) => postId === post.split('/')[2] && baseScore === 2),
      )
    },
  ]
}

test('nodes are restarted one after the other: nobody who reads is shown an error, a stranger signs up, publishes and is answered, and each is gone within ten seconds', async () => {
  const paths = ['/', `/posts/${openPosts[0]}`, '/allPosts', '/api/me']
  const failedBefore = nodes.proxy.failed.length
  let isOver = false
  let read = 0
  const bad: string[] = []
  const reading = everyNode.map(async (reader) => {
    const client = new Client(nodes.proxy.origin)
    while (!isOver) {
      const path = paths[(read += 1) % paths.length] ?? '/'
      const status = await client.open(path).then(
        (answer) => answer.status,
        (error: unknown) => String(error),
      )
      if (status !== 200) bad.push(`${reader}: ${path} ${status}`)
      await after(15)
    }
  })
  const stopMs: number[] = []
  const steps = firstSteps()
  try {
    for (const [at, node] of nodes.all.entries()) {
      stopMs.push(await node.stop())
      await steps[at]?.()
      await node.start()
      await after(300)
    }
  } finally {
    isOver = true
    await Promise.all(reading)
  }
  process.stdout.write(`  ${read} pages read; nodes stopped in ${stopMs.map((ms) => Math.round(ms)).join(', ')} ms\n`)
  expect(bad).toEqual([])
  expect(nodes.proxy.failed.slice(failedBefore)).toEqual([])
  expect(Math.max(...stopMs)).toBeLessThan(10_000)
})

test('a node that was frozen while it led does no harm: another leads, and what was taken back meanwhile it does not show', async () => {
  const leaseNow = async () => (await nodes.table('leases')).find(({ id }) => id === 'background')
  await until('somebody leads', async () => (await leaseNow())?.['holder'] !== '', 30_000)
  const before = await leaseNow()
  const { client } = await nodes.member('teo')
  const postId = openPosts[3] ?? ''
  const answer = await client.postForm('comments.post', { postId, parentId: '', markdown: 'Soon taken back.', isAnswer: '', from: '/' })
  const page = (answer.location ?? '').split('#')[0] ?? ''
  // Whoever leads: all are frozen in turn but one, since only the database knows which it is.
  for (const node of everyNode) await until('shown', async () => (await askNode(nodes, node, page)).text.includes('Soon taken back.'))
  const [frozen, awake] = [nodes.all.slice(0, 2), 2] as const
  for (const node of frozen) node.freeze()
  const [comment] = await commentsSaying('Soon taken back.')
  nodes.proxy.pin(awake)
  await client.postForm('comments.remove', { commentId: String(comment?.['id']), reason: 'no longer', from: '/' })
  nodes.proxy.pin(null)
  // Longer than a page is believed without a look into the journal, and than a lease may stand
  // still.
  await after(16_000)
  for (const node of frozen) node.thaw()
  const shown = await Promise.all([0, 1].map((node) => askNode(nodes, node, page)))
  expect(shown.map(({ text }) => text.includes('Soon taken back.'))).toEqual([false, false])
  const now = await leaseNow()
  expect(Number(now?.['term'])).toBeGreaterThanOrEqual(Number(before?.['term']))
  await after(2_500)
  expect((await leaseNow())?.['term']).toBe(now?.['term'])
})

test('what a network may ask for is counted by all nodes together', async () => {
  const statuses: number[] = []
  const startedAt = performance.now()
  for (let n = 0; n < 1.5 * apiRates.address; n += 1) {
    const answer = await fetch(`${nodes.proxy.origin}/api/v1/tags/none`)
    await answer.arrayBuffer()
    statuses.push(answer.status)
  }
  // All within one window, or it shows nothing.
  expect(performance.now() - startedAt).toBeLessThan(60_000)
  const within = statuses.filter((status) => status === 404).length
  expect(new Set(statuses)).toEqual(new Set([404, 429]))
  expect(within).toBeGreaterThanOrEqual(apiRates.address)
  // A twentieth of the limit for each of two others, and what was on its way.
  expect(within).toBeLessThan(1.15 * apiRates.address)
})
