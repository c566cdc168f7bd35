import { links } from '#shared/links.ts'
import { useSite } from '../../../data/site.ts'

export function AboutText() {
  const { name } = useSite()
  return (
    <>
      <h1 className="title">About {name}</h1>
      <div className="essay">
        <p>
          {name} is a place for long essays and the conversations they start. People write about what they have worked out, or tried to;
          others read slowly and reply. No algorithm learns what keeps you scrolling: the front page ranks posts by votes and age, the same
          for everyone until they <a href={links.customize()}>choose filters of their own</a>.
        </p>
        <p>
          You can read everything without an account. With one you can write, comment and vote. A vote says “I’m glad this was written.”
          Comments have a second vote for whether you agree, so you can upvote a good argument for the other side.
        </p>
        <h2>How we talk</h2>
        <ul>
          <li>Say what you believe, why, and how sure you are.</li>
          <li>Reply to the strongest version of the argument, not to the person.</li>
          <li>Ask before you assume. When you change your mind, say so.</li>
          <li>Don’t share other people’s names, health or addresses.</li>
        </ul>
        <p>
          Moderators remove what breaks these norms and leave a note in its place. You can follow everything public by{' '}
          <a href={links.feed()}>feed</a>, and anyone can <a href={links.archive()}>keep a copy</a>. You can{' '}
          <a href={links.settings()}>adjust how pages look</a>.
        </p>
        <p>
          See our <a href={links.privacy()}>privacy policy</a> and <a href={links.terms()}>terms of use</a>.
        </p>
      </div>
    </>
  )
}
