import { readingTime } from '../../../ui/time-words.ts'
import { useMemo } from 'react'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { excerpt, firstImage, readingMinutes, wordCount } from '#shared/text/measure.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'

interface PreviewCardProps {
  readonly open: OpenDocument
  readonly title: string
  readonly lang: string
}

/** How the post stands in lists and link cards: as the text was when the sheet was opened. */
export function PreviewCard({ open, title, lang }: PreviewCardProps) {
  const text = useMemo(() => {
    const checked = checkedText(open.doc)
    return checked.ok ? checked.doc : null
  }, [open])
  const picture = text === null ? null : firstImage(text)
  return (
    <article className="preview-card" aria-label="How it looks in lists" lang={lang} dir="auto">
      {picture === null || picture === undefined ? null : <img src={picture.src} alt="" />}
      <h3 className="row-title">{title === '' ? 'Untitled' : title}</h3>
      {text === null ? null : (
        <>
          <p className="preview-words">{excerpt(text, 180)}</p>
          <p className="meta soft">{readingTime(readingMinutes(wordCount(text)))}</p>
        </>
      )}
    </article>
  )
}
