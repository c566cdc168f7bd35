import { forgetSentMails } from '#server/notify/mail-operations.ts'
import { runOperation } from '#server/sync/operations.ts'
import type { JobPorts } from '../define-server-domain.ts'

/** Drops the records of mails that have been kept for long enough. */
export async function dropOldMails({ writer }: Pick<JobPorts, 'writer'>, _now: number, isStopping: AbortSignal): Promise<void> {
  while (!isStopping.aborted && (await runOperation(writer, forgetSentMails, null)));
}
