import type { JobPorts } from '../define-server-domain.ts'
import { newId } from '#server/http/new-id.ts'
import { runOperation } from '#server/sync/operations.ts'
import { firstMailings } from '#shared/events/guest-queries.ts'
import { eraseGuests, guestMailsAtOnce, prunePendingGuests, putGuestsInLine } from './guest-operations.ts'

const atOnce = 100

/** Puts what guests have to hear in line, as far as there is room. */
export async function mailGuests(
  { store, writer }: Pick<JobPorts, 'store' | 'writer'>,
  now: number,
  isStopping?: AbortSignal,
): Promise<void> {
  for (const { id } of await store.read((read) => read.list(firstMailings(atOnce)))) {
    let answer: 'more' | 'later' | 'done' = 'more'
    while (answer === 'more' && isStopping?.aborted !== true) {
      const mailIds = Array.from({ length: guestMailsAtOnce }, () => newId(now))
      answer = await runOperation(writer, putGuestsInLine, { mailingId: id, mailIds })
    }
    if (answer === 'later' || isStopping?.aborted === true) return
  }
}

export async function forgetGuests({ writer }: Pick<JobPorts, 'writer'>, _now: number, isStopping?: AbortSignal): Promise<void> {
  while (isStopping?.aborted !== true && (await runOperation(writer, prunePendingGuests, null)));
  let after: string | null = ''
  while (after !== null && isStopping?.aborted !== true) after = await runOperation(writer, eraseGuests, { after })
}
