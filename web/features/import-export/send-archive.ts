import type { ImportPlan } from '#shared/formats/archive-plan.ts'
import type { AccountImport, Step } from '#shared/formats/archive-schema.ts'
import { importLimits } from '#shared/formats/archive-limits.ts'
import { importLinks } from '#shared/formats/archive-links.ts'
import { ask } from '../../data/connection.ts'

/** For what stands around the steps. */
const aroundBytes = 50_000

/** Requests of an archive, one after another, as the server takes them. */
export function partsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const parts: Step[][] = []
  const encoder = new TextEncoder()
  let bytes = 0
  for (const step of steps) {
    const own = encoder.encode(JSON.stringify(step)).length
    const last = parts.at(-1)
    if (last === undefined || last.length >= importLimits.stepsAtOnce || bytes + own > importLimits.bytesAtOnce - aroundBytes) {
      parts.push([step])
      bytes = own
    } else {
      last.push(step)
      bytes += own
    }
  }
  return parts
}

export type Sent = 'sent' | 'running' | 'failed'

/**
 * `running`: another import of this account is not done yet. @throws TypeError without a connection
 */
export async function sendArchive({ steps, leftOut }: ImportPlan, onSent: (count: number) => void): Promise<Sent> {
  let from = 0
  for (const part of partsOf(steps)) {
    const body = JSON.stringify({ from, total: steps.length, steps: part, leftOut })
    const { ok, status } = await ask(importLinks.archive(), { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    if (!ok) return status === 409 ? 'running' : 'failed'
    from += part.length
    onSent(from)
  }
  return 'sent'
}

/** `null`: there is none, or nobody can be asked now. */
export async function importState(): Promise<AccountImport | null> {
  try {
    const response = await ask(importLinks.archive(), { cache: 'no-store', headers: { accept: 'application/json' } })
    if (!response.ok) return null
    const { import: found } = (await response.json()) as { readonly import: AccountImport | null } // of this build's type
    return found
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
