import type { NewsletterIssue } from '#shared/newsletters/schema.ts'
import { issuesDue } from '#shared/newsletters/queries.ts'
import { newId } from '#server/http/new-id.ts'
import { runOperation } from '#server/sync/operations.ts'
import type { JobPorts } from '../define-server-domain.ts'
import { lettersAtOnce, prunePending, putInLine } from './operations.ts'

const maxAtOnce = 100

/** Puts the mails of essays that are due in line, as far as there is room. */
export async function mailDue({ store, writer }: Pick<JobPorts, 'store' | 'writer'>, now: number, isStopping?: AbortSignal): Promise<void> {
  const due = await store.read(async (read) => {
    const states: readonly NewsletterIssue['state'][] = ['sending', 'waiting']
    return (await Promise.all(states.map((state) => read.list(issuesDue(state, now, maxAtOnce))))).flat()
  })
  for (const { id } of due) {
    let answer: 'more' | 'later' | 'done' = 'more'
    while (answer === 'more' && isStopping?.aborted !== true) {
      const mailIds = Array.from({ length: lettersAtOnce }, () => newId(now))
      answer = await runOperation(writer, putInLine, { postId: id, mailIds })
    }
    if (answer === 'later' || isStopping?.aborted === true) return
  }
}

export async function pruneDue({ writer }: Pick<JobPorts, 'writer'>, _now: number, isStopping: AbortSignal): Promise<void> {
  while (!isStopping.aborted && (await runOperation(writer, prunePending, null)));
}
