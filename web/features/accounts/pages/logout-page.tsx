import { links } from '#shared/links.ts'
import { forgetDevice } from '../../../data/forget.ts'
import { useViewer } from '../../../data/viewer.ts'

/** Signing out is a form: a link alone would sign people out from other sites. */
export default function LogoutPage() {
  const viewer = useViewer()
  if (viewer.kind === 'visitor') {
    return (
      <div className="narrow">
        <h1 className="page-title">You are signed out</h1>
        <p>
          <a href={links.front()}>To the front page</a> or <a href={links.login()}>sign in</a>
        </p>
      </div>
    )
  }
  return (
    <div className="narrow">
      <h1 className="page-title">Sign out?</h1>
      <p className="soft">Text that you have typed in this browser and not sent is removed from it.</p>
      <form method="post" action={links.form('accounts.signOut')} onSubmit={forgetDevice}>
        <button className="btn primary">Sign out</button>
      </form>
    </div>
  )
}
