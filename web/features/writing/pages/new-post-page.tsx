import { useState } from 'react'
import { usePage } from '../../../data/page.ts'
import { useLocation } from '../../../data/navigation.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useDesk } from '../desk/use-desk.ts'
import { Preview } from '../parts/preview.tsx'
import { WriteForm } from '../parts/write-form.tsx'
import { isKind } from '../kinds.ts'
import type { loadNewPost } from '../write.load.ts'

export default function NewPostPage() {
  const { fields, hasForm, hasPreview } = usePage<typeof loadNewPost>()
  const { search, key } = useLocation()
  const Desk = useDesk('post:new', !search.includes('form=1') && !hasPreview)
  // Another visit is another post.
  const [draft, setDraft] = useState(() => ({ key, id: freshId() }))
  if (draft.key !== key) setDraft({ key, id: freshId() })
  if (typeof Desk === 'function')
    return (
      <div className="writing">
        <h1 className="sr">New post</h1>
        <Desk
          key={draft.id}
          postId={draft.id}
          isNew
          post={null}
          writing={{ kind: isKind(fields.kind) ? fields.kind : 'post', lang: fields.lang }}
          coauthors={[]}
        />
      </div>
    )
  return (
    <div className="writing">
      <h1 className="page-title">New post</h1>
      {hasPreview ? <Preview fields={fields} /> : null}
      {Desk === 'coming' || !hasForm ? <p className="soft">Opening the editor…</p> : <WriteForm fields={fields} isPublished={false} />}
    </div>
  )
}
