import { useState } from 'react'
import { revisions } from '#shared/posts/schema.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useNavigate } from '../../../data/navigation.ts'

interface LoadVersionProps {
  readonly postId: string
  readonly revisionId: string
  readonly version: string
  /** Where it is written on. */
  readonly editorHref: string
}

/**
 * Goes back to that version and on from there, in the editor. For those who may write the text,
 * where there is a device.
 */
export function LoadVersion({ postId, revisionId, version, editorHref }: LoadVersionProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const [error, setError] = useState<FormError | 'absent' | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (device === null || device.account === null) return null

  const load = async () => {
    setBusy(true)
    setError(null)
    try {
      const revision = await device.read.get(revisions, revisionId)
      if (revision === undefined) return setError('absent')
      const { loadVersionAlone } = await import('../../../data/documents/load-version.ts')
      await loadVersionAlone(device, postId, revision)
      await navigate(editorHref)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <details className="confirm load-version">
      <summary>
        Load<span className="sr"> version {version}</span>
      </summary>
      <p className="soft">It replaces the text in the editor; the current text is saved as a version. Readers see it once you publish.</p>
      {error === 'absent' ? <p role="alert">That version isn’t on this device yet. Open the post in the editor, then try again.</p> : null}
      {error === null || error === 'absent' ? null : <Refusal error={error} fieldIds={{}} />}
      <button className="btn" type="button" disabled={isBusy} onClick={() => void load().catch(reportError)}>
        Load version {version}
      </button>
    </details>
  )
}
