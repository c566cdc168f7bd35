import { usePage } from '../../../data/page.ts'
import { Welcome } from '../parts/welcome.tsx'
import type { loadWelcome } from '../sign-in.load.ts'

/** Right after signing up. */
export default function WelcomePage() {
  const { name, email, hasDevInbox, returnTo } = usePage<typeof loadWelcome>()
  return (
    <div className="narrow">
      <h1 className="page-title">
        Welcome, <bdi>{name}</bdi>
      </h1>
      <Welcome {...{ email, hasDevInbox, returnTo }} />
    </div>
  )
}
