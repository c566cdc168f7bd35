import type { DocNode } from '#shared/text/nodes.ts'
import { attrFlag, attrNumber, attrText, childrenOf, nodeRules } from '#shared/text/nodes.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { fieldOfTime, timeOfField } from '../editor-panel/zone-words.ts'

/** A poll while it is being made: its options may still be empty. */
export interface PollFields {
  readonly uid: string
  readonly question: string
  readonly options: readonly { readonly uid: string; readonly text: string }[]
  readonly isMultiple: boolean
  /** As the browser's field has it, in the writer's own time; `''`: never. */
  readonly closes: string
  readonly results: 'always' | 'afterVoting' | 'afterClose'
}

export const maxOptions = nodeRules.poll.atMost ?? 20

const emptyOption = () => ({ uid: freshId(), text: '' })

export function pollFields(poll: DocNode | null): PollFields {
  if (poll === null)
    return { uid: freshId(), question: '', options: [emptyOption(), emptyOption()], isMultiple: false, closes: '', results: 'always' }
  const closesAt = attrNumber(poll, 'closesAt')
  const results = attrText(poll, 'resultsVisible')
  return {
    uid: attrText(poll, 'uid'),
    question: attrText(poll, 'question'),
    options: childrenOf(poll).map((option) => ({ uid: attrText(option, 'uid'), text: attrText(option, 'text') })),
    isMultiple: attrFlag(poll, 'multiple'),
    closes: closesAt === null ? '' : fieldOfTime(closesAt),
    results: results === 'afterVoting' || results === 'afterClose' ? results : 'always',
  }
}

export function withOption(fields: PollFields): PollFields {
  return fields.options.length >= maxOptions ? fields : { ...fields, options: [...fields.options, emptyOption()] }
}

/** The poll, or in words what is missing. Empty options are left out. */
export function pollNode(fields: PollFields): DocNode | string {
  const question = nodeRules.poll.attrs['question']?.read(fields.question)
  if (typeof question !== 'string') return 'Enter a question.'
  const options: DocNode[] = []
  for (const { uid, text } of fields.options) {
    const read = nodeRules.pollOption.attrs['text']?.read(text)
    if (typeof read === 'string') options.push({ type: 'pollOption', attrs: { uid, text: read } })
  }
  if (options.length < 2) return 'Add at least two options.'
  const closesAt = fields.closes === '' ? null : (timeOfField(fields.closes) ?? Number.NaN)
  if (closesAt !== null && nodeRules.poll.attrs['closesAt']?.read(closesAt) === undefined) return 'Enter a valid closing time.'
  if (fields.results === 'afterClose' && closesAt === null) return 'Set a closing time to show results after it.'
  return {
    type: 'poll',
    attrs: { uid: fields.uid, question, multiple: fields.isMultiple, closesAt, resultsVisible: fields.results },
    content: options,
  }
}
