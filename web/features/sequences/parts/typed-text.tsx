import { useEffect, useState } from 'react'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import type { TypedText } from '../edit-sequence.load.ts'
import { Was } from '../../../blocks/forms/mutation-form.tsx'

interface TypedTextFieldProps {
  readonly id: string
  readonly label: string
  readonly text: TypedText
}

/** A text as Markdown. On a device it is made of the body first, by what comes then. */
export function TypedTextField({ id, label, text }: TypedTextFieldProps) {
  const [made, setMade] = useState<{ readonly of: TypedText; readonly markdown: string } | null>(null)
  useEffect(() => {
    if ('markdown' in text) return
    import('#shared/text/markdown-out.ts')
      .then(({ docToMarkdown }) => setMade({ of: text, markdown: docToMarkdown(text.body).trimEnd() }))
      .catch(reportError)
  }, [text])
  const markdown = 'markdown' in text ? text.markdown : made?.of === text ? made.markdown : null
  // Without its text the field would set an empty one.
  if (markdown === null) return null
  return (
    <>
      <TextField key={markdown} id={id} name="markdown" label={label} rows={4} defaultValue={markdown} maxLength={50_000} dir="auto" />
      <Was name="markdown" value={markdown} />
    </>
  )
}
