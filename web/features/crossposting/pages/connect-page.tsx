import { links } from '#shared/links.ts'

/** Where accounts of two sites would be linked. */
export default function ConnectPage() {
  return (
    <div className="narrow">
      <h1 className="page-title">Connect an account</h1>
      <p className="stand">Cross-posting is not available on this site.</p>
      <p>Accounts can’t be linked with another site here. Nothing was connected, and the link you opened wasn’t used.</p>
      <p>
        <a href={links.front()}>Go to the front page</a>
      </p>
    </div>
  )
}
