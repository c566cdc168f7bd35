import { links } from '#shared/links.ts'
import { useMe } from '../../../data/viewer.ts'

/** Back to the first steps, until its reader is through them or has dismissed them. */
export default function FirstSteps() {
  const { hasFirstSteps = false } = useMe()
  return hasFirstSteps ? (
    <p className="meta soft">
      <a href={links.welcome()}>Finish setting up your account</a>
    </p>
  ) : null
}
