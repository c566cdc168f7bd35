import type { NewsletterFacts } from '../pages/page-data.ts'
import type { Read } from '../kernel/transaction.ts'
import { issuesOf, readersOf } from './queries.ts'
import { newsletters } from './schema.ts'

const shownIssues = 10

/** What a writer learns of their newsletter: numbers, never addresses. `null`: never offered. */
export async function newsletterFacts(read: Read, userId: string): Promise<NewsletterFacts | null> {
  const newsletter = await read.get(newsletters, userId)
  if (newsletter === undefined) return null
  const issues = await read.list(issuesOf(userId, shownIssues))
  return {
    isOn: newsletter.isOn,
    confirmed: await read.count(readersOf(userId, 'confirmed', '')),
    pending: await read.count(readersOf(userId, 'pending', '')),
    bounced: await read.count(readersOf(userId, 'bounced', '')),
    issues: issues.map(({ id, state, dueAt, count }) => ({ postId: id, state, dueAt, count })),
  }
}
