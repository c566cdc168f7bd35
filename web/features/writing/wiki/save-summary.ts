/** Comes with the first summary that is sent. */
import { setSummary } from '#shared/wiki/summary-mutations.ts'
import { mutate } from '../../../blocks/mutate.ts'
import { freshId } from '../../../data/fresh-id.ts'

interface Said {
  readonly id: string
  /** `null`: a new one. */
  readonly summaryId: string | null
  readonly tabTitle: string
  readonly text: string
}

/** @returns words for what was not done. */
export async function saveSummary({ summaryId, ...said }: Said): Promise<string | null> {
  return (await mutate(setSummary, { ...said, summaryId: summaryId ?? freshId() })).message
}
