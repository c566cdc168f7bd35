import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { useSite } from '../../../data/site.ts'

/** What newcomers ask first. */
export function FaqText() {
  const { name } = useSite()
  return (
    <>
      <h1 className="title">Questions and answers</h1>
      <div className="essay">
        <h2>Do I need an account?</h2>
        <p>
          Not to read. You need one to write, comment and vote. <a href={links.login({ mode: 'signUp' })}>Signing up</a> takes a name, an
          email address and a password.
        </p>
        <h2>What do votes do?</h2>
        <p>
          A vote says “I’m glad this was written.” Votes rank posts and comments, and their sum is their author’s karma. Members with more
          karma have stronger votes. Comments have a second vote for whether you agree; it earns nobody karma.
        </p>
        <p>
          Your vote counts as much as your karma made it worth when you cast it. Agreement is different: whenever somebody votes, the other
          agreement votes on the same text (or some of them, if there are very many) are weighted again by their voters’ current karma. So
          the total can change by more than one vote.
        </p>
        <h2>How do I write a post?</h2>
        <p>
          Choose <a href={links.newPost()}>New post</a>. Every change is saved on your device at once, then on {name}. Nobody else can read
          a draft until you publish or share it. The <a href={links.editorGuide()}>editor guide</a> shows what a text can have.
        </p>
        <h2>Can I read and write without a network?</h2>
        <p>
          Yes. <a href={links.device()}>Offline storage</a> shows what is on your device. What you write without a network is sent when you
          are back online.
        </p>
        <h2>How do I hear about replies and new posts?</h2>
        <p>
          Follow an author, a tag, a post or a comment. Your <a href={links.notices({ tab: 'settings' })}>notification settings</a> say what
          reaches you on the site, by email and by push. You can also follow everything public by <a href={links.feed()}>feed</a>.
        </p>
        <h2>Why was my post or comment removed?</h2>
        <p>
          Moderators remove what breaks the norms on the <a href={links.about()}>about page</a> and leave a note in its place. The{' '}
          <a href={moderationLinks.log()}>moderation log</a> is public.
        </p>
        <h2>Can I take my texts with me?</h2>
        <p>
          Yes. <a href={links.exportTexts()}>Export</a> makes files of them, and <a href={links.importTexts()}>Import</a> turns files into
          drafts.
        </p>
        <p>
          Your question isn’t here? See <a href={links.contact()}>how to reach us</a>.
        </p>
      </div>
    </>
  )
}
