import type { DeedFormProps, Given } from '../../../blocks/forms/deed-form.tsx'
import { DeedForm as PlainDeedForm } from '../../../blocks/forms/deed-form.tsx'
import type { Deed } from '../do-in-sequence.ts'

interface SequenceFormProps extends Omit<DeedFormProps, 'here'> {
  /** The same as the server makes of it, for the device; without it the server is asked. */
  readonly make?: (given: Given) => Promise<readonly Deed[]>
}

/** A plain form, which with a script does its deeds on the device or at the server. */
export function DeedForm({ make, ...form }: SequenceFormProps) {
  if (make === undefined) return <PlainDeedForm {...form} />
  return <PlainDeedForm {...form} here={async (given) => (await import('../do-in-sequence.ts')).doInSequence(() => make(given))} />
}
