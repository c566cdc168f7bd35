import type * as z from 'zod/mini'
import type { AnyOperation, Operation } from '#shared/api/operations.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SearchPort } from '#shared/search/port.ts'
import type { BodyText } from '#server/pages/page-renderer.ts'
import type { CachedParts } from '#server/pages/cached-parts.ts'
import type { Rooms } from '#server/documents/rooms.ts'
import type { Caller, CallerTools } from './callers.ts'
import { policies } from '#shared/policies.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { recordedRead } from '#server/pages/recorded-read.ts'

export interface ApiTools extends CallerTools {
  readonly rooms: Rooms
  readonly search: SearchPort
  readonly origin: () => string
  readonly text: () => Promise<BodyText>
  /** Answers to whoever has no key. */
  readonly kept: CachedParts
  /** What has been committed so far shows in what is read without a key from now on. */
  readonly caughtUp: () => Promise<void>
}

/** One request that was let in and understood. */
export interface Call<Path, Query, Body> {
  readonly params: Path
  readonly query: Query
  readonly body: Body
  readonly caller: Caller
  readonly now: number
  /** As sent; `null` without one. */
  readonly idempotencyKey: string | null
  /** Permitted for the caller. */
  reading<T>(work: (read: Read) => Promise<T>): Promise<T>
}

export interface Handler {
  readonly operation: AnyOperation
  /**
   * @param dependsOn collects the rows and lists that were read
   * @throws AppError 'invalid' with the field at fault, and whatever the operation refuses.
   */
  run(asked: Asked, caller: Caller, now: number, dependsOn?: Set<string>): Promise<unknown>
  /** The same for all ways to ask for the same. @throws AppError 'invalid' */
  nameOf(asked: Pick<Asked, 'params' | 'query'>): string
}

/** A request as it came. */
export interface Asked {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly idempotencyKey: string | null
}

/** What an operation does, with its own types; what comes in is parsed by its schemas. */
export function handle<Path, Query, Body, Answer>(
  { store }: Pick<ApiTools, 'store'>,
  operation: Operation<Path, Query, Body, Answer>,
  work: (call: Call<Path, Query, Body>) => Promise<Answer>,
): Handler {
  return {
    // Types of one operation stand in one list with others: each parses what it is given by itself.
    operation: operation as unknown as AnyOperation,
    nameOf: ({ params, query }) => JSON.stringify([operation.id, parsed(operation.params, params), parsed(operation.query, query)]),
    async run(asked, caller, now, dependsOn) {
      const params = parsed(operation.params, asked.params)
      const query = parsed(operation.query, asked.query)
      // Without a body schema there is none, and `Body` is `null`.
      const body = operation.body === null ? (null as Body) : parsed(operation.body, asked.body ?? {})
      const { idempotencyKey } = asked
      const reading = <T>(read: (read: Read) => Promise<T>): Promise<T> =>
        store.read((all) => read(permittedRead(dependsOn === undefined ? all : recordedRead(all, dependsOn), caller.viewer, policies)))
      return work({ params, query, body, caller, now, idempotencyKey, reading })
    },
  }
}

function parsed<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const at = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.map(String).join('.')
  throw new AppError('invalid', { field: at, message: issue?.message ?? 'invalid' })
}
