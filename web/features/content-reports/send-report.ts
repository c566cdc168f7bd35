import { sendReport } from '#shared/content-reports/mutations.ts'
import { reportReasons, reportTargets } from '#shared/content-reports/schema.ts'
import type { Given } from '../../blocks/forms/mutation-form.tsx'
import { mutate } from '../../blocks/mutate.ts'
import { freshId } from '../../data/fresh-id.ts'

/** @returns words where it was refused. */
export async function sendReportHere({ targetKind, targetId = '', reason, message = '' }: Given): Promise<string | null> {
  const kind = reportTargets.find((one) => one === targetKind)
  const why = reportReasons.find((one) => one === reason)
  if (kind === undefined || why === undefined) return 'Choose a reason.'
  return (await mutate(sendReport, { id: freshId(), targetKind: kind, targetId, reason: why, message })).message
}
