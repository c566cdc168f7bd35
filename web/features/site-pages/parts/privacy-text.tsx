import { traceFigures } from '#shared/alt-accounts/figures.ts'
import { guestLimits } from '#shared/events/guest-limits.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'
import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { useSite } from '../../../data/site.ts'

/** What is kept of readers and members, by whom it is seen, and until when. */
export function PrivacyText() {
  const { name } = useSite()
  return (
    <>
      <h1 className="title">Privacy</h1>
      <div className="essay">
        <p>
          {name} shows no ads and has no trackers. It loads nothing from other companies until you open a video or another embed. This page
          says what is kept and who can see it.
        </p>
        <h2>If you only read</h2>
        <p>
          You get no cookie, unless you customize the front page or send a form. Reading settings, visited pages and unsent text stay in
          your browser; <a href={links.device()}>Offline storage</a> shows them and can delete them. The server counts how often a post is
          opened, not by whom. Its logs have no addresses of readers.
        </p>
        <h2>If you have an account</h2>
        <ul>
          <li>Public: your name, profile, posts, comments and karma, and your public edits.</li>
          <li>Only you: bookmarks, reading history, settings and answers to seasonal polls. Of those answers, sums are shown.</li>
          <li>You and those you share it with: a draft. Moderators can still read a post that was public and is a draft again.</li>
          <li>
            You and administrators: your email address, your payment details, which are stored encrypted, and payments to you. Your password
            is stored as a hash that nobody can read back.
          </li>
          <li>
            Votes: everyone sees sums and, after an annual review, its single votes without names. Whose votes follow a pattern of abuse is
            shown to moderators.
          </li>
          <li>Messages: the members of a conversation. A moderator can open one for a stated reason, which is recorded.</li>
          <li>
            Which emails were sent to you: you. An administrator can see their subjects, addresses and times for a stated reason, which is
            recorded, but not their text.
          </li>
        </ul>
        <h2>If you answer an event or get a newsletter without an account</h2>
        <p>
          The organizers of the event see your name and email address; others see your name, unless you choose that only the organizers do.
          The author of a newsletter sees how many readers it has, not who they are. A link in each mail removes you at any time.
        </p>
        <h2>Cookies</h2>
        <p>
          When you sign in: one keeps you signed in and ends after 180 days without use, one marks this browser so that somebody who guesses
          passwords can’t lock you out, one tells this browser from others, and one tells the page to load the app. All are this site’s own.
        </p>
        <h2>How long things are kept</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">How long</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">What you publish or write</th>
              <td>Until you or a moderator deletes it</td>
            </tr>
            <tr>
              <th scope="row">From which browser and network you signed in, as hashes</th>
              <td>{traceFigures.traceMs / dayMs} days</td>
            </tr>
            <tr>
              <th scope="row">Attempts to sign in or sign up, with a hash of the network</th>
              <td>A day</td>
            </tr>
            <tr>
              <th scope="row">Which emails were sent to you</th>
              <td>90 days</td>
            </tr>
            <tr>
              <th scope="row">Your answer to an event without an account</th>
              <td>
                {guestLimits.erasedAfterMs / dayMs} days after the event; {guestLimits.pendingMs / hourMs} hours if you don’t confirm it
              </td>
            </tr>
            <tr>
              <th scope="row">Error reports, without text, email addresses and tokens</th>
              <td>90 days at most</td>
            </tr>
            <tr>
              <th scope="row">What moderators did, and why</th>
              <td>
                For good; the <a href={moderationLinks.log()}>moderation log</a> is public
              </td>
            </tr>
          </tbody>
        </table>
        <h2>Your choices</h2>
        <p>
          You can <a href={links.exportTexts()}>export your texts</a> at any time, choose what is{' '}
          <a href={links.notices({ tab: 'settings' })}>sent to you</a>, and <a href={links.contact()}>ask us</a> to correct or delete what
          we have about you. What was public may have been copied by others.
        </p>
      </div>
    </>
  )
}
