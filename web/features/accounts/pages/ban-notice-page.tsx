import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { usePage } from '../../../data/page.ts'
import { banWords } from '../../../blocks/ban-words.ts'
import type { loadBanNotice } from '../sign-in.load.ts'

export default function BanNoticePage() {
  const { ban, profile } = usePage<typeof loadBanNotice>()
  return (
    <div className="narrow">
      <h1 className="page-title">This account is suspended</h1>
      <p dir="auto">{ban === null ? 'A moderator has suspended it.' : banWords(ban)}</p>
      <p>You can’t post, comment or vote. You can still read everything.</p>
      <p>
        {profile === null ? 'Your profile' : <a href={profile.href}>{profile.name}’s profile</a>} and the{' '}
        <a href={moderationLinks.log()}>moderation log</a> say so too. To answer, use Feedback.
      </p>
      <p>
        <a href={links.front()}>Go to the front page</a>
      </p>
    </div>
  )
}
