import type { Post } from '#shared/posts/schema.ts'
import { links } from '#shared/links.ts'

interface ModerateProps {
  readonly post: Post
  readonly canModerate: boolean
  readonly canLock: boolean
}

/** What moderators decide about a post: where it stands, and whether it is discussed. */
export function Moderate({ post, canModerate, canLock }: ModerateProps) {
  return (
    <section className="after-form" id="moderate" aria-labelledby="moderate-title">
      <h2 className="section" id="moderate-title">
        Moderation
      </h2>
      {canModerate ? (
        <>
          <Switch
            post={post}
            deed="posts.setFrontpage"
            isOn={post.frontpageAt !== null}
            on="On the front page"
            off="Not on the front page"
            turnOn="Put on the front page"
            turnOff="Take off the front page"
          />
          <Switch
            post={post}
            deed="posts.setCurated"
            isOn={post.curatedAt !== null}
            on="Curated"
            off="Not curated"
            turnOn="Curate"
            turnOff="Take out of Curated"
          />
        </>
      ) : null}
      {canLock ? (
        <Switch
          post={post}
          deed="posts.setCommentsLocked"
          isOn={post.commentsLocked}
          on="Comments are closed"
          off="Comments are open"
          turnOn="Close comments"
          turnOff="Open comments"
        />
      ) : null}
    </section>
  )
}

interface SwitchProps {
  readonly post: Post
  readonly deed: string
  readonly isOn: boolean
  readonly on: string
  readonly off: string
  readonly turnOn: string
  readonly turnOff: string
}

function Switch({ post, deed, isOn, on, off, turnOn, turnOff }: SwitchProps) {
  return (
    <form className="switch-line" method="post" action={links.form(deed)}>
      <input type="hidden" name="postId" value={post.id} />
      <input type="hidden" name="on" value={isOn ? 'no' : 'yes'} />
      <input type="hidden" name="from" value={links.editPost(post.id)} />
      <span>{isOn ? on : off}</span>
      <button className="btn quiet">{isOn ? turnOff : turnOn}</button>
    </form>
  )
}
