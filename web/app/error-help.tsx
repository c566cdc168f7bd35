import type { ReactNode } from 'react'
import { links } from '#shared/links.ts'
import { counted } from '../blocks/counts.ts'
import { openFeedbackAbout } from '../blocks/open-feedback-about.ts'
import { markerIn } from '../data/device/marker.ts'
import { useDeviceState } from '../data/device-state.ts'
import { useViewer } from '../data/viewer.ts'

/** Below the word that a page has failed: what became of one's work, and who can be told. */
export function ErrorHelp({ error }: { readonly error: unknown }): ReactNode {
  return (
    <>
      <UnsentLine />
      <p className="acts">
        <button className="btn quiet" type="button" onClick={() => void openFeedbackAbout(error)}>
          Send feedback
        </button>
      </p>
    </>
  )
}

/**
 * How much is unsent: mutations, refused ones, drafts. The mark outside of the database knows it,
 * whether or not that opens now.
 */
function UnsentLine() {
  const { trouble, account } = useDeviceState()
  const viewer = useViewer()
  if (trouble !== null) return <p className="soft">{trouble.words}</p>
  const count = markerIn(() => localStorage).read(viewer.kind === 'member' ? viewer.userId : account)
  return (
    <p className="soft">
      {count === 0 ? (
        'Unsent work is safe: nothing is waiting to be sent, and your text is saved on this device.'
      ) : (
        <>
          Unsent work is safe on this device: <a href={links.outbox()}>{counted(count, 'item')}</a>. Text you’ve typed is saved too.
        </>
      )}
    </p>
  )
}
