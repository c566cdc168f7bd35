import type { JobPorts } from '#server/features/define-server-domain.ts'
import type { AccountImport, Counts, Step } from '#shared/formats/archive-schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { comments } from '#shared/comments/schema.ts'
import { noteImport } from '#shared/formats/archive-mutations.ts'
import { runningImports, stepsFrom } from '#shared/formats/archive-queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'

type Ports = Pick<JobPorts, 'store' | 'apply' | 'log'>

const importsAtOnce = 20
const stepsAtOnce = 50
/** For each import and turn: many at once go on side by side. */
const pagesAtOnce = 10

/**
 * Goes on with what members import, each as its member: their rights count, and their rate limits
 * are waited for. What was tried is noted page by page, so that a crash repeats a page at most, and
 * a repeat changes nothing.
 */
export async function goOnImporting(ports: Ports, now: number, isStopping: AbortSignal): Promise<void> {
  for (const one of await ports.store.read((read) => read.list(runningImports(importsAtOnce)))) {
    let from = one.done
    for (let page = 0; page < pagesAtOnce && one.waitsUntil <= now && !isStopping.aborted; page += 1) {
      const next = await importPage(ports, one, from, now)
      if (next === null) break
      from = next
    }
  }
}

/** @returns where the next page begins; `null`: not now. */
async function importPage({ store, apply, log }: Ports, { id: userId, total }: AccountImport, from: number, now: number) {
  const found = await store.read((read) => read.list(stepsFrom(userId, stepsAtOnce)))
  const [inPlace, leftOut]: [Record<string, number>, Record<string, number>] = [{}, {}]
  let upTo = from
  let waitsUntil = 0
  for (const { n, step } of found) {
    // Left of an archive that was sent before this one, and longer.
    if (n >= total) {
      upTo = n + 1
      continue
    }
    const result = await attempt(userId, step)
    if (typeof result === 'number') {
      waitsUntil = now + result
      break
    }
    const [counts, key] = result === null ? [inPlace, step.name] : [leftOut, result]
    counts[key] = (counts[key] ?? 0) + 1
    upTo = n + 1
  }
  const isDone = waitsUntil === 0 && found.length < stepsAtOnce
  const args = { userId, from, upTo, isDone, inPlace, leftOut, waitsUntil } satisfies NoteArgs
  await apply({ name: noteImport.name, args, userId: null, source: 'server' })
  return waitsUntil > 0 || isDone ? null : upTo

  /** `null`: it stands. A number: it has to wait as many ms. Else why it is left out. */
  async function attempt(by: string, { name, args }: Step): Promise<null | number | string> {
    const holder = await store.read((read) => holderOf(read, name, args['id']))
    if (holder === by) return null
    const outcome = await apply({ name, args, userId: by, source: 'member' }).catch((error: unknown) => {
      // A step that breaks is no reason to try it for ever. Of a store that fails nothing is noted.
      log.error({ err: error, mutation: name }, 'a step of an import broke')
      return null
    })
    if (outcome === null) return 'broken'
    if (outcome.kind === 'applied') return null
    if (outcome.kind === 'later') return outcome.retryAfterMs
    const { reason, code } = outcome.error
    return reason ?? code
  }
}

interface NoteArgs {
  readonly userId: string
  readonly from: number
  readonly upTo: number
  readonly isDone: boolean
  readonly inPlace: Counts
  readonly leftOut: Counts
  readonly waitsUntil: number
}

const made = { 'posts.saveDraft': posts, 'comments.post': comments, 'comments.postQuickTake': comments, 'sequences.create': sequences }

/** Whose the row is that a step would make: what its member has changed since stays as it is. */
async function holderOf(read: Read, name: string, id: unknown): Promise<string | null> {
  const table = name in made ? made[name as keyof typeof made] : null
  if (table === null || typeof id !== 'string') return null
  // Tables of different rows, each with an author.
  const row: { readonly authorId: string } | undefined = await read.get<{ id: string; authorId: string }>(table as never, id)
  return row?.authorId ?? null
}
