import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { useSite } from '../../../data/site.ts'

/** What members and the people who run the site owe each other, in plain words. */
export function TermsText() {
  const { name } = useSite()
  return (
    <>
      <h1 className="title">Terms of use</h1>
      <div className="essay">
        <h2>Your texts stay yours</h2>
        <p>
          You keep the rights to what you write. By publishing it here you let {name} show it, store it, and pass it on in feeds, emails,
          the API and the public archive. Post only what you have the right to post, and name your sources.
        </p>
        <h2>How we talk</h2>
        <p>
          The norms on the <a href={links.about()}>about page</a> hold for everyone. Moderators can remove posts and comments, limit how
          often somebody writes, and close accounts. They leave a note in place of what they remove. Removals, limits and bans stand in the
          public <a href={moderationLinks.log()}>moderation log</a>.
        </p>
        <h2>Your account</h2>
        <p>
          An account belongs to one person. Keep your password to yourself. Votes are your own opinion: don’t trade them, and don’t vote
          from several accounts.
        </p>
        <h2>What we can’t promise</h2>
        <p>
          {name} is run with care and comes without a warranty. What members write is their opinion, not ours. You can{' '}
          <a href={links.exportTexts()}>take your texts with you</a> at any time.
        </p>
        <p>
          What is kept about you stands on the <a href={links.privacy()}>privacy page</a>. Questions? See{' '}
          <a href={links.contact()}>how to reach us</a>.
        </p>
      </div>
    </>
  )
}
