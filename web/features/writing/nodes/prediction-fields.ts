import type { DocNode } from '#shared/text/nodes.ts'
import { attrNumber, attrText, nodeRules } from '#shared/text/nodes.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { fieldOfTime, timeOfField } from '../editor-panel/zone-words.ts'

/** A prediction question while it is being made. */
interface PredictionFields {
  readonly uid: string
  readonly title: string
  readonly notes: string
  /** As the browser's field has it, in the writer's own time; `''`: nobody knows. */
  readonly by: string
}

export function predictionFields(prediction: DocNode | null): PredictionFields {
  if (prediction === null) return { uid: freshId(), title: '', notes: '', by: '' }
  const resolvesBy = attrNumber(prediction, 'resolvesBy')
  return {
    uid: attrText(prediction, 'uid'),
    title: attrText(prediction, 'title'),
    notes: attrText(prediction, 'notes'),
    by: resolvesBy === null ? '' : fieldOfTime(resolvesBy),
  }
}

/** The question, or in words what is missing. */
export function predictionNode({ uid, title: typed, notes: about, by }: PredictionFields): DocNode | string {
  const rules = nodeRules.prediction.attrs
  const title = rules['title']?.read(typed)
  if (typeof title !== 'string') return 'Enter a question.'
  const notes = rules['notes']?.read(about)
  if (typeof notes !== 'string') return 'Notes can have up to 1,000 characters.'
  const resolvesBy = by === '' ? null : (timeOfField(by) ?? Number.NaN)
  if (rules['resolvesBy']?.read(resolvesBy) === undefined) return 'Enter a valid date.'
  return { type: 'prediction', attrs: { uid, title, notes, resolvesBy } }
}
