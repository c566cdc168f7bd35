import { glossaryLimits } from '#shared/glossary/limits.ts'
import { TextField } from '../../../blocks/forms/text-field.tsx'

interface TermFieldsProps {
  readonly id: string
  readonly term: string | undefined
  readonly altTerms: string | undefined
  readonly markdown: string | undefined
}

/** The form fields of a glossary term. */
export function TermFields({ id, term = '', altTerms = '', markdown = '' }: TermFieldsProps) {
  return (
    <>
      <TextField id={`${id}-term`} name="term" label="Term" defaultValue={term} required maxLength={glossaryLimits.term} dir="auto" />
      <TextField
        id={`${id}-alt`}
        name="altTerms"
        label="Other spellings"
        hint="Exactly as in the text, separated by commas."
        defaultValue={altTerms}
        maxLength={2_500}
        dir="auto"
      />
      <TextField
        id={`${id}-text`}
        name="markdown"
        label="Definition"
        rows={3}
        defaultValue={markdown}
        required
        maxLength={2 * glossaryLimits.definitionCharacters}
        dir="auto"
      />
    </>
  )
}
