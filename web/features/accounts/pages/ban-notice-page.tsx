import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { usePage } from '../../../data/page.ts'
import type { loadBanNotice } from '../sign-in.load.ts'

export default function BanNoticePage() {
  const { bannedUntil } = usePage<typeof loadBanNotice>()
  return (
    <div className="narrow">
      <h1 className="page-title">This account is suspended</h1>
      <p>
        {bannedUntil === null
          ? 'A moderator has suspended it.'
          : `A moderator has suspended it until ${new Date(bannedUntil).toISOString().slice(0, 10)}.`}{' '}
        You can’t post, comment or vote. You can still read everything.
      </p>
      <p>
        Your profile and the <a href={moderationLinks.log()}>moderation log</a> say why. To answer, use Feedback.
      </p>
      <p>
        <a href={links.front()}>Go to the front page</a>
      </p>
    </div>
  )
}
