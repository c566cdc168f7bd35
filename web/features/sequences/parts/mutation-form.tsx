import type { MutationFormProps, Given } from '../../../blocks/forms/mutation-form.tsx'
import { MutationForm as PlainMutationForm } from '../../../blocks/forms/mutation-form.tsx'
import type { MutationCall } from '../do-in-sequence.ts'

interface SequenceFormProps extends Omit<MutationFormProps, 'here'> {
  /** The same as the server makes of it, for the device; without it the server is asked. */
  readonly make?: (given: Given) => Promise<readonly MutationCall[]>
}

/** A plain form, which with a script does its mutations on the device or at the server. */
export function MutationForm({ make, ...form }: SequenceFormProps) {
  if (make === undefined) return <PlainMutationForm {...form} />
  return <PlainMutationForm {...form} here={async (given) => (await import('../do-in-sequence.ts')).doInSequence(() => make(given))} />
}
