import { useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'

type Newer = 'markdown' | 'title' | 'sameTitle'

/**
 * What was changed elsewhere since a plain form was opened, and may be replaced by what stands in
 * the form, and a title that is meant twice: said by a tick, for each by itself. An answer about
 * one does not take the tick at the other away.
 */
export function NewerChoices({ postId, error }: { readonly postId: string; readonly error: FormError | null }) {
  const [asked, setAsked] = useState<readonly Newer[]>(newerIn(error))
  const now = newerIn(error).filter((field) => !asked.includes(field))
  if (now.length > 0) setAsked([...asked, ...now])
  return (
    <>
      {asked.includes('markdown') ? (
        <p className="check">
          <input id="replace-newer" type="checkbox" name="replaceNewer" />
          <label htmlFor="replace-newer">
            Replace it with my text; the newer version stays in the{' '}
            <a href={links.postHistory({ id: postId, slug: null })} target="_blank" rel="noopener">
              history
            </a>
          </label>
        </p>
      ) : null}
      {asked.includes('title') ? (
        <p className="check">
          <input id="replace-title" type="checkbox" name="replaceTitle" />
          <label htmlFor="replace-title">
            Use my title instead of{' '}
            <a href={links.editPost(postId)} target="_blank" rel="noopener">
              the current one
            </a>
          </label>
        </p>
      ) : null}
      {asked.includes('sameTitle') ? (
        <p className="check">
          <input id="same-title" type="checkbox" name="sameTitle" />
          <label htmlFor="same-title">Publish a second post with this title</label>
        </p>
      ) : null}
    </>
  )
}

function newerIn(error: FormError | null): readonly Newer[] {
  if (error?.code === 'taken' && error.field === 'title') return ['sameTitle']
  if (error?.code !== 'conflict') return []
  return error.field === 'markdown' || error.field === 'title' ? [error.field] : []
}
