import { links } from '#shared/links.ts'
import { dismissHere } from '../../../data/dismissed.ts'
import { useViewer } from '../../../data/viewer.ts'

/**
 * What a newcomer can do here, below what the place is. The document is made for everyone: members,
 * and readers who have dismissed it, never see it, by their marks on `<html>`.
 */
export function Welcome() {
  const viewer = useViewer()
  if (viewer.kind === 'member') return null
  const dismiss = () => {
    dismissHere('welcome')
    // The button goes with it.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div className="welcome meta">
      <p>Read everything without an account. Join to write, discuss and vote.</p>
      <p>
        <a className="btn" href={links.login({ mode: 'signUp' })}>
          Join
        </a>
        <a className="btn quiet" href={links.about()}>
          About
        </a>
        <button className="btn quiet needs-js" type="button" data-live="" onClick={dismiss}>
          Dismiss
        </button>
      </p>
    </div>
  )
}
