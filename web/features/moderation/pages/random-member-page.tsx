import { moderationLinks } from '#shared/moderation/links.ts'
import { usePage } from '../../../data/page.ts'
import type { loadRandomMember } from '../random-member.load.ts'
import '../moderation-styles.ts'

/** Three links, each to another member every time. */
export default function RandomMemberPage() {
  const { isNobody } = usePage<typeof loadRandomMember>()
  return (
    <section className="moderation-log">
      <h1 className="page-title">Random member</h1>
      <p className="soft">Each opens the profile of another member every time.</p>
      {isNobody ? <p role="status">No such member found. Try another kind.</p> : null}
      <p className="acts">
        <a className="btn" href={moderationLinks.randomMember('member')} rel="nofollow">
          Any member
        </a>{' '}
        <a className="btn" href={moderationLinks.randomMember('author')} rel="nofollow">
          Wrote in the past month
        </a>{' '}
        <a className="btn" href={moderationLinks.randomMember('reader')} rel="nofollow">
          Never wrote
        </a>
      </p>
    </section>
  )
}
