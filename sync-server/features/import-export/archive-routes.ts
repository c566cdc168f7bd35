import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Read } from '#shared/kernel/transaction.ts'
import type { ApplyRequest } from '#server/sync/apply.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import { importLinks } from '#shared/formats/archive-links.ts'
import { addToImport } from '#shared/formats/archive-mutations.ts'
import { importLimits } from '#shared/formats/archive-limits.ts'
import { accountImports } from '#shared/formats/archive-schema.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface ArchiveRoutesOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: (request: ApplyRequest) => Promise<Outcome>
  /** @throws AppError for a visitor. */
  readonly member: (request: FastifyRequest) => Promise<{ readonly userId: string }>
  readonly now: () => number
  readonly limits: Limits
}

export const archiveLimits = { partsAnHour: 600, looksAnHour: 3_600 } as const

/**
 * `POST /api/import/archive`: a part of a member's archive (`addToImport`), in the words that
 * `/api/mutations` answers in. `GET`: how far its import is. A job does the rest.
 */
export function archiveRoutes(app: FastifyInstance, { store, apply, member, now, limits }: ArchiveRoutesOptions): void {
  const parts = limits('archives', archiveLimits.partsAnHour, hourMs)
  const looks = limits('archive-looks', archiveLimits.looksAnHour, hourMs)

  app.post(importLinks.archive(), { bodyLimit: importLimits.bytesAtOnce }, async (request, reply) => {
    const { userId } = await member(request)
    parts.spend(userId, now())
    const outcome = await apply({ name: addToImport.name, args: request.body, userId, source: 'server' })
    if (outcome.kind === 'rejected') throw outcome.error
    return reply.header('cache-control', 'private, no-store').send({ ok: outcome.kind === 'applied' })
  })

  app.get(importLinks.archive(), async (request, reply) => {
    const { userId } = await member(request)
    looks.spend(userId, now())
    const found = await store.read((read) => read.get(accountImports, userId))
    return reply.header('cache-control', 'private, no-store').send({ import: found ?? null })
  })
}
