import { links } from '#shared/links.ts'
import { SignOutForm } from '../../../blocks/sign-out/sign-out-form.tsx'
import { useViewer } from '../../../data/viewer.ts'

/** Signing out is a form: a link alone would sign people out from other sites. */
export default function LogoutPage() {
  const viewer = useViewer()
  if (viewer.kind === 'visitor') {
    return (
      <div className="narrow">
        <h1 className="page-title">You are signed out</h1>
        <p>
          <a href={links.front()}>Go to the front page</a> or <a href={links.login()}>sign in</a>
        </p>
      </div>
    )
  }
  return (
    <div className="narrow">
      <h1 className="page-title">Sign out?</h1>
      <p className="soft">Your data will be deleted from this device. If anything hasn’t been sent, we’ll ask first.</p>
      <SignOutForm className="btn primary">Sign out</SignOutForm>
    </div>
  )
}
