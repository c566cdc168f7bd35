import { useBodies } from '../../../data/page.ts'
import { Body } from '../../../ui/body.tsx'
import { directionOf } from '../languages.ts'
import type { WritingFields } from '../write.load.ts'

/** The typed text as readers would see it. Nothing of it is saved. */
export function Preview({ fields }: { readonly fields: WritingFields }) {
  const bodies = useBodies()
  return (
    <section className="preview" aria-labelledby="preview-title">
      <p className="meta warm">
        Preview: not saved, not published. <a href="#writing">Continue writing</a>
      </p>
      <h2 className="title" id="preview-title" dir="auto" lang={fields.lang}>
        {fields.title || 'Untitled'}
      </h2>
      <Body className="essay" html={bodies['preview']} version="preview" lang={fields.lang} dir={directionOf(fields.lang)} />
    </section>
  )
}
