/** What happens to a reader of a newsletter; for code that writes rows of the server's own. */
import type { Transaction } from '../kernel/transaction.ts'
import type { NewsletterReader } from './schema.ts'
import { newsletterLimits, newsletterReaders } from './schema.ts'

/** Without its address: who has ended it is known by the id alone. */
export const ended = (reader: NewsletterReader, state: 'left' | 'bounced', now: number): NewsletterReader => ({
  ...reader,
  state,
  email: '',
  endedAt: now,
})

/**
 * A mail to a reader went out (`null`), or was refused: for the address at once, for anything else
 * after some in a row, the address counts as one that takes no mail.
 */
export async function noteLetter(tx: Transaction, readerId: string, refusedFor: 'address' | 'other' | null, now: number): Promise<void> {
  const reader = await tx.get(newsletterReaders, readerId)
  if (reader === undefined || reader.email === '') return
  const failures = refusedFor === null ? 0 : reader.failures + 1
  if (refusedFor === 'address' || failures >= newsletterLimits.failures) return tx.put(newsletterReaders, ended(reader, 'bounced', now))
  if (failures !== reader.failures) await tx.put(newsletterReaders, { ...reader, failures })
}
