import { links } from '#shared/links.ts'
import { useSite } from '../../../data/site.ts'

export default function AboutPage() {
  const { name } = useSite()
  return (
    <article className="plain-text">
      <h1 className="title">About {name}</h1>
      <div className="essay">
        <p>
          {name} is a place for long essays and for the conversation under them. People write here about what they have worked out, or tried
          and failed to; others read slowly, and answer. There is no algorithm that learns what keeps you here: the front page orders posts
          by votes and age, in the same way for everybody.
        </p>
        <p>
          You can read everything without an account. With one you can write, comment and vote. A vote says “I am glad this was written”;
          for comments there is a second one, which says only whether you agree, so that a good argument for the other side need not be
          voted down.
        </p>
        <h2>How we talk</h2>
        <ul>
          <li>Say what you believe and why; say how sure you are.</li>
          <li>Answer the strongest form of what somebody said, and the point rather than the person.</li>
          <li>Ask before you assume. Change your mind in public when you have changed it.</li>
          <li>Leave other people’s names, health and homes out of it.</li>
        </ul>
        <p>
          Moderators remove what breaks these norms and leave a note in its place, so that a conversation still makes sense. Everything
          public can be followed by <a href={links.feed()}>feed</a>, anybody may <a href={links.archive()}>keep a copy of all of it</a>, and{' '}
          <a href={links.settings()}>the page can look the way you read best</a>.
        </p>
      </div>
    </article>
  )
}
