/**
 * A server in forty lines, for property tests: takes numbered mutations, keeps a journal of one
 * thread, answers as the protocol says.
 */
import type { Page, Put, Result, ServerMessage, WireMutation } from '#shared/sync/protocol.ts'
import { Digest } from '#shared/sync/digest.ts'
import { voidName } from '#shared/sync/protocol.ts'
import type { InlineComment } from './a-device.ts'
import { page, post, inlineComment, result, thread, welcome } from './a-device.ts'

interface Taken {
  readonly payload: string
  readonly answer: Result
}

export interface TinyServer {
  /** In the order they were done; an id twice would be a mutation done twice. */
  readonly done: readonly string[]
  readonly rows: ReadonlyMap<string, { readonly text: string; readonly seq: number }>
  take(device: string, mutation: WireMutation): ServerMessage
  pageFrom(cursor: number, rows: number): Page
  greet(device: string): ServerMessage
  digest(): Extract<ServerMessage, { t: 'digest' }>
  /** Another device writes. */
  write(id: string, text: string): void
  erase(id: string): void
  /** What a backup would hold. */
  copy(epoch: string): TinyServer
}

interface State {
  readonly epoch: string
  seq: number
  readonly rows: Map<string, { text: string; seq: number }>
  readonly journal: { id: string; seq: number }[]
  readonly taken: Map<string, Map<number, Taken>>
  readonly done: string[]
}

export function tinyServer(state: State = { epoch: 'e1', seq: 0, rows: new Map(), journal: [], taken: new Map(), done: [] }): TinyServer {
  const set = (id: string, text: string | null) => {
    state.seq += 1
    state.journal.push({ id, seq: state.seq })
    if (text === null) state.rows.delete(id)
    else state.rows.set(id, { text, seq: state.seq })
  }
  const putOf = (id: string): Put => ({
    kind: 'remarks',
    version: state.rows.get(id)?.seq ?? 0,
    row: inlineComment(id, state.rows.get(id)?.text ?? ''),
  })

  function judge({ n, args }: WireMutation, wasOpen: boolean): Result {
    // The one kind of mutation that is sent here.
    const { id, text, postId } = args as InlineComment
    if (text.startsWith('bad') || postId !== post) return result(n, 'rejected', { seq: state.seq })
    if (text.startsWith('slow') && !wasOpen) return result(n, 'later', { afterMs: 1_000 })
    if (state.rows.get(id)?.text === text) return result(n, 'applied', { seq: state.seq })
    set(id, text)
    state.done.push(id)
    return result(n, 'applied', { seq: state.seq, shapes: [thread] })
  }

  return {
    done: state.done,
    rows: state.rows,
    take(device, mutation) {
      const answers = state.taken.get(device) ?? new Map<number, Taken>()
      state.taken.set(device, answers)
      const { n, name, args } = mutation
      const payload = JSON.stringify([name, args])
      const before = answers.get(n)
      if (before === undefined && n > answers.size + 1) return { t: 'gap', last: answers.size }
      if (before !== undefined && before.payload !== payload) return { t: 'bye', code: 'corrupt', afterMs: 0, spreadMs: 0 }
      if (before !== undefined && before.answer.outcome !== 'later') return before.answer
      const answer = name === voidName ? result(n, 'rejected') : judge(mutation, before !== undefined)
      answers.set(n, { payload, answer })
      return answer
    },
    pageFrom(cursor, rows) {
      if (cursor === 0) return page(thread, 0, state.seq, { epoch: state.epoch, puts: [...state.rows.keys()].map(putOf) })
      const changes = state.journal.filter(({ seq }) => seq > cursor).slice(0, rows)
      const ids = [...new Set(changes.map(({ id }) => id))]
      const here = ids.filter((id) => state.rows.has(id))
      const dels = ids.filter((id) => !state.rows.has(id)).map((id) => ({ kind: 'remarks', id }))
      const to = changes.at(-1)?.seq ?? cursor
      return page(thread, cursor, to, { epoch: state.epoch, puts: here.map(putOf), dels, more: to < state.seq })
    },
    greet(device) {
      const answers = [...(state.taken.get(device) ?? new Map<number, Taken>())]
      const open = answers.filter(([, { answer }]) => answer.outcome === 'later').map(([n]) => n)
      return welcome({ epoch: state.epoch, lastMutation: answers.length, open })
    },
    digest() {
      const digest = new Digest()
      for (const id of state.rows.keys()) digest.add('remarks', id, putOf(id).version)
      return { t: 'digest', shape: thread, to: state.seq, count: digest.count, hash: digest.hash }
    },
    write: (id, text) => set(id, text),
    erase: (id) => set(id, null),
    copy: (epoch) => tinyServer({ ...structuredClone(state), epoch }),
  }
}
