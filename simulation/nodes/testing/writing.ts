/**
 * People who write, vote and mark through the proxy while nodes fail, and what has to be true of it
 * in the end.
 */
import { setTimeout as after } from 'node:timers/promises'
import type { Mutation } from '#shared/kernel/mutation.ts'
import { postComment } from '#shared/comments/mutations.ts'
import { setBookmark } from '#shared/reading/mutations.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { setVote } from '#shared/votes/mutations.ts'
import { voteLimits } from '#shared/votes/rules.ts'
import type { Device } from '../../faults/testing/device.ts'
import { aDevice, newId } from '../../faults/testing/device.ts'
import { until } from '../../faults/testing/world.ts'
import type { Random } from '../../world/random.ts'
import type { Nodes, Row } from './nodes.ts'

export interface Writing {
  readonly typed: number
  nudge(): void
  /**
   * Resolves when everything that was done has been answered. @returns what is not as it has to be
   */
  end(): Promise<readonly string[]>
}

interface Person {
  readonly userId: string
  readonly device: Device
  readonly acknowledged: Set<number>
  /** By the row's id, as last set. */
  readonly votes: Map<string, number>
  readonly bookmarks: Map<string, boolean>
}

/** The first moderates and may comment without a pause. */
const names = ['teo', 'marit', 'lina', 'oskar']
const patienceMs = 120_000
/** What is beyond the hour's votes waits in the queue for longer than any run. */
const maxVotes = voteLimits.perHour - 20

export async function startWriting(nodes: Nodes, random: Random): Promise<Writing> {
  const open = (await nodes.table('posts')).filter(
    (post) => post['status'] === 'published' && post['kind'] !== 'wiki' && post['commentsLocked'] === false,
  )
  const targets = open.map((post) => String(post['id']))
  const threads = targets.slice(0, 3)
  const people: readonly Person[] = await Promise.all(
    names.map(async (name) => {
      const member = await nodes.member(name)
      const device = await aDevice({ origin: nodes.proxy.origin, ...member, shapes: threads.map((id) => `thread:${id}`) })
      return { userId: member.userId, device, acknowledged: new Set<number>(), votes: new Map(), bookmarks: new Map() }
    }),
  )
  const typed: string[] = []
  let isOver = false

  async function act(person: Person, at: number): Promise<void> {
    const own = random.fork(`person ${at}`)
    const { device } = person
    let votes = 0
    const commit = <Args>(mutation: Mutation<Args>, args: Args) => device.commit(mutation, args)
    while (!isOver) {
      const targetId = own.pick(targets)
      if (at === 0) {
        const text = `typed on failing nodes, ${typed.length}.`
        typed.push(text)
        await commit(postComment, { id: newId(), postId: own.pick(threads), parentId: null, body: paragraph(text) })
      } else if (votes < maxVotes && own.chance(0.5)) {
        votes += 1
        const value = own.pick([-1, 0, 1] as const)
        person.votes.set(targetId, value)
        await commit(setVote, { targetKind: 'post', targetId, axis: 'approval', value })
      } else {
        const isSaved = own.chance(0.5)
        person.bookmarks.set(targetId, isSaved)
        await commit(setBookmark, { targetKind: 'post', targetId, isSaved })
      }
      for (const { n } of device.contents().sent) person.acknowledged.add(n)
      await after(own.whole(50, 250))
    }
  }

  const acting = people.map(act)
  return {
    get typed() {
      return typed.length
    },
    nudge: () => people.forEach(({ device }) => device.nudge('online')),
    async end() {
      isOver = true
      await Promise.all(acting)
      const hope = setInterval(() => people.forEach(({ device }) => device.nudge('online')), 1_000)
      try {
        for (const { device } of people) await emptied(device)
      } finally {
        clearInterval(hope)
        for (const { device } of people) device.stop()
      }
      return [
        ...people.flatMap(({ device }) => device.reports),
        ...people.flatMap(({ device }) =>
          device.contents().refused.map(({ name, error }) => `${name} was refused: ${JSON.stringify(error)}`),
        ),
        ...(await faultsOfMutations(nodes, people)),
        ...(await faultsOfTexts(nodes, typed)),
        ...(await faultsOfSums(nodes, targets)),
        ...(await faultsOfJournal(nodes)),
      ]
    },
  }
}

/** A queue may be long and a machine slow: it is stuck when nothing of it has moved for so long. */
async function emptied(device: Device): Promise<void> {
  const length = () => device.contents().queue.length
  for (let left = length(); left > 0; left = length())
    await until(`less than the ${left} mutations of a queue`, () => length() < left, patienceMs)
}

/** Acknowledged = done, and as it was set last. */
async function faultsOfMutations(nodes: Nodes, people: readonly Person[]): Promise<readonly string[]> {
  const outcomes = new Map((await nodes.table('mutation_results')).map((row) => [String(row['id']), row['outcome']]))
  const [votes, bookmarks] = [await nodes.table('votes'), await nodes.table('bookmarks')]
  const found: string[] = []
  for (const { userId, device, acknowledged, ...last } of people) {
    const deviceId = String(device.contents().meta.get('device'))
    for (const n of acknowledged) if (outcomes.get(`${deviceId}:${n}`) !== 'applied') found.push(`mutation ${n} of ${userId} is lost`)
    const isOwn = (row: Row, targetId: string): boolean => row['userId'] === userId && row['targetId'] === targetId
    for (const [targetId, value] of last.votes) {
      const stored = votes.find((row) => isOwn(row, targetId) && row['axis'] === 'approval')?.['value'] ?? 0
      if (stored !== value) found.push(`the vote of ${userId} on ${targetId} is ${String(stored)} and not ${value}`)
    }
    for (const [targetId, isSaved] of last.bookmarks) {
      const stored = bookmarks.find((row) => isOwn(row, targetId))?.['isSaved'] ?? false
      if (stored !== isSaved) found.push(`the bookmark of ${userId} on ${targetId} is ${String(stored)}`)
    }
  }
  return found
}

/** Exactly once. */
async function faultsOfTexts(nodes: Nodes, typed: readonly string[]): Promise<readonly string[]> {
  const bodies = (await nodes.table('comments')).map((row) => JSON.stringify(row['body']))
  return typed.flatMap((text) => {
    const count = bodies.filter((body) => body.includes(`"${text}"`)).length
    return count === 1 ? [] : [`“${text}” is there ${count} times`]
  })
}

async function faultsOfSums(nodes: Nodes, targets: readonly string[]): Promise<readonly string[]> {
  const votes = (await nodes.table('votes')).filter((vote) => vote['axis'] === 'approval')
  return (await nodes.table('tallies')).flatMap((tally) => {
    if (!targets.includes(String(tally['id']))) return []
    const sum = votes.filter((vote) => vote['targetId'] === tally['id']).reduce((total, vote) => total + Number(vote['power']), 0)
    return sum === tally['baseScore'] ? [] : [`the tally of ${String(tally['id'])} is ${String(tally['baseScore'])}, its votes are ${sum}`]
  })
}

/** Without holes, and no further than the sequencer. */
async function faultsOfJournal(nodes: Nodes): Promise<readonly string[]> {
  const [row] = await nodes.ask(
    'select count(*)::int as n, min(seq)::int as low, max(seq)::int as high, (select seq::int from sequencer) as at from journal',
  )
  const isWhole = row !== undefined && Number(row['n']) === Number(row['high']) - Number(row['low']) + 1 && row['high'] === row['at']
  return isWhole ? [] : [`the journal has holes: ${JSON.stringify(row)}`]
}
