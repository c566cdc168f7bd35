/** What has to hold in every state of the server's store, and over all that led to it. */
import type { Comment } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Tally, Vote } from '#shared/votes/schema.ts'
import type { MutationResult } from '#server/sync/device-tables.ts'
import { applyDeps, applyMutation } from '#server/sync/apply.ts'
import { serverRegistry } from '#server/server-registry.ts'
import type { Note, State } from './world/state.ts'
import { rowsOf } from './world/state.ts'
import { Clockwork } from './world/clockwork.ts'
import { Database } from './world/database.ts'
import { Life } from './world/life.ts'
import { randomFrom } from './world/random.ts'
import { idMaker } from './world/ids.ts'

/**
 * In the order in which the store took them: a mutation's effect, then its answer if it had a
 * number.
 */
export type WorldEvent =
  | {
      readonly what: 'effect'
      readonly name: string
      readonly args: unknown
      readonly userId: string | null
      readonly now: number
      readonly isDirect: boolean
    }
  | { readonly what: 'answer'; readonly result: MutationResult }

export function eventsOf(notes: readonly Note[]): readonly WorldEvent[] {
  // The simulation alone notes things down, and these are all that it notes.
  return notes as readonly WorldEvent[]
}

/** Tallies are the sums of votes; counts are counts. */
export function* sumsThatAreWrong(state: State): Generator<string> {
  const sums = new Map<string, { approval: number; agreement: number; voters: number }>()
  for (const vote of rowsOf<Vote>(state, 'votes')) {
    const sum = sums.get(vote.targetId) ?? { approval: 0, agreement: 0, voters: 0 }
    sum[vote.axis] += vote.power
    if (vote.axis === 'approval' && vote.power !== 0) sum.voters += 1
    sums.set(vote.targetId, sum)
  }
  for (const tally of rowsOf<Tally>(state, 'tallies')) {
    const sum = sums.get(tally.id) ?? { approval: 0, agreement: 0, voters: 0 }
    if (tally.baseScore !== sum.approval || tally.agreement !== sum.agreement || tally.approvalVoteCount !== sum.voters) {
      yield `the tally of ${tally.id} is ${tally.baseScore}/${tally.agreement}, its votes make ${sum.approval}/${sum.agreement}`
    }
  }
  const counts = new Map<string, number>()
  for (const comment of rowsOf<Comment>(state, 'comments')) {
    if (comment.isCounted) counts.set(comment.postId, (counts.get(comment.postId) ?? 0) + 1)
  }
  for (const post of rowsOf<Post>(state, 'posts')) {
    if (post.commentCount !== (counts.get(post.id) ?? 0))
      yield `post ${post.id} counts ${post.commentCount} comments, there are ${counts.get(post.id) ?? 0}`
  }
}

/**
 * Each number's effect once, and no effect of a device's mutation without its number (R1, R2).
 * Reads on from where it was last asked.
 */
export function* numbersThatAreWrong(notes: readonly WorldEvent[], from: number, answered: Set<string>): Generator<string> {
  let effect: Extract<WorldEvent, { what: 'effect' }> | undefined
  for (let at = from; at < notes.length; at += 1) {
    const event = notes[at]
    if (event === undefined) continue
    if (event.what === 'effect') {
      if (effect !== undefined) yield `${effect.name} by ${effect.userId} took effect without a number`
      effect = event.isDirect ? undefined : event
      continue
    }
    const { id, outcome } = event.result
    if (outcome === 'applied') {
      if (effect === undefined) yield `${id} is answered as applied, and nothing was done`
      if (answered.has(id)) yield `${id} was applied twice`
      answered.add(id)
    } else if (effect !== undefined) yield `${id} is answered as ${outcome}, and ${effect.name} was done`
    effect = undefined
  }
  if (effect !== undefined) yield `${effect.name} by ${effect.userId} took effect without a number`
}

const compared = [
  ...['members', 'standings', 'posts', 'revisions', 'comments', 'votes', 'tallies', 'listings', 'bookmarks', 'read_marks'],
  ...['conversations', 'messages', 'conversation_states', 'mutes'],
]

/**
 * The same mutations, one after another on an empty store, make the same rows: whatever was
 * grouped, repeated or interrupted left no trace.
 */
export async function differencesFromOracle(state: State): Promise<readonly string[]> {
  const clockwork = new Clockwork(0)
  const database = new Database(serverRegistry.tables, randomFrom('oracle'))
  const store = database.open(new Life('oracle', clockwork))
  const deps = applyDeps(serverRegistry, { clock: () => 0, newId: idMaker(randomFrom('oracle ids')) })
  const faults: string[] = []
  const writing = store.write(async (batch) => {
    for (const event of eventsOf(state.notes)) {
      if (event.what !== 'effect') continue
      const { name, args, userId, now } = event
      const attempt = await applyMutation(batch, deps, { name, args, userId, now, source: 'server', isOperator: true })
      if (attempt.kind !== 'applied') faults.push(`the oracle refuses ${name} by ${userId}: ${JSON.stringify(attempt)}`)
    }
  })
  // Nobody else lives in this world: its one commit is due within its first moments.
  let isDone = false
  void writing.finally(() => (isDone = true))
  for (let turn = 0; !isDone && turn < 1_000; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    await clockwork.runUntil(clockwork.now + 10, () => undefined)
  }
  await writing
  for (const table of compared) {
    const [ours, oracle] = [bodiesOf(state, table), bodiesOf(database.state, table)]
    for (const [id, body] of ours)
      if (oracle.get(id) !== body) faults.push(`${table} ${id}: ${body} · in order: ${oracle.get(id) ?? 'absent'}`)
    for (const id of oracle.keys()) if (!ours.has(id)) faults.push(`${table} ${id} is missing`)
  }
  return faults
}

function bodiesOf(state: State, table: string): ReadonlyMap<string, string> {
  const bodies = new Map<string, string>()
  for (const [id, cell] of state.tables.get(table) ?? []) if (!cell.isDeleted) bodies.set(id, cell.body)
  return bodies
}
