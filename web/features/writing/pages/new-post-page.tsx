import { usePage } from '../../../data/page.ts'
import { Preview } from '../parts/preview.tsx'
import { WriteForm } from '../parts/write-form.tsx'
import type { loadNewPost } from '../write.load.ts'

export default function NewPostPage() {
  const { fields, hasPreview } = usePage<typeof loadNewPost>()
  return (
    <div className="writing">
      <h1 className="page-title">New post</h1>
      {hasPreview ? <Preview fields={fields} /> : null}
      <WriteForm fields={fields} isPublished={false} />
    </div>
  )
}
