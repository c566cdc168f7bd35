import type { DetailField } from '#shared/kernel/details.ts'
import type { Post } from '#shared/posts/schema.ts'
import { links } from '#shared/links.ts'
import { measureLimits } from '#shared/moderation/measure-schema.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'

interface ModerateProps {
  readonly post: Post
  /** The fields of the form with the rest; `null`: not for this viewer. */
  readonly staff: { readonly fields: readonly DetailField[]; readonly typed: Readonly<Record<string, string>> } | null
  readonly canModerate: boolean
  readonly canLock: boolean
  /** Ids of those in its text that may be taken off the site. */
  readonly pictures: readonly string[]
}

/**
 * What moderators decide about a post: where it stands, whether it is discussed, and which of its
 * pictures are shown.
 */
export function Moderate({ post, staff, canModerate, canLock, pictures }: ModerateProps) {
  return (
    <section className="after-form" id="moderate" aria-labelledby="moderate-title">
      <h2 className="section" id="moderate-title">
        Moderation
      </h2>
      {canModerate ? (
        <>
          <Switch
            post={post}
            mutation="posts.setFrontpage"
            isOn={post.frontpageAt !== null}
            on="On the front page"
            off="Not on the front page"
            turnOn="Put on the front page"
            turnOff="Remove from the front page"
          />
          <Switch
            post={post}
            mutation="posts.setCurated"
            isOn={post.curatedAt !== null}
            on="Curated"
            off="Not curated"
            turnOn="Curate"
            turnOff="Uncurate"
          />
          <Switch
            post={post}
            mutation="posts.setIgnoresRateLimits"
            isOn={post.ignoresRateLimits === true}
            on="No rate limits in its comments"
            off="Rate limits in its comments as elsewhere"
            turnOn="Lift rate limits here"
            turnOff="Use rate limits here"
          />
          <Pin post={post} />
          {post.publishedAt === null ? null : <Rejection post={post} />}
          {staff === null ? null : (
            <DetailsForm name="posts.setStaffDetails" id={post.id} summary="Lists, comments and reading time" {...staff} />
          )}
        </>
      ) : null}
      {canLock ? (
        <Switch
          post={post}
          mutation="posts.setCommentsLocked"
          isOn={post.commentsLocked}
          on="Comments are closed"
          off="Comments are open"
          turnOn="Close comments"
          turnOff="Open comments"
        />
      ) : null}
      {pictures.length === 0 ? null : (
        <ul className="plain-list" aria-label="Pictures">
          {pictures.map((id, at) => (
            <li key={id} className="moderated-picture">
              <img src={links.picture(id, 480)} alt="" width={160} loading="lazy" />
              <Confirm
                summary={`Remove picture ${at + 1} from the site`}
                mutation="pictures.remove"
                fields={{ pictureId: id, postId: post.id }}
                action="Remove permanently"
              >
                It’s removed from every text, and the same file can’t be uploaded again. This can’t be undone.
              </Confirm>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** As the mutation counts them. */
const pinLevels = ['Not pinned', 'Low', 'Medium', 'High', 'Highest']

/** Where it stands among the pinned posts of the front page. */
function Pin({ post }: { readonly post: Post }) {
  return (
    <form className="switch-line" method="post" action={links.form('posts.setSticky')}>
      <input type="hidden" name="postId" value={post.id} />
      <input type="hidden" name="from" value={links.editPost(post.id)} />
      <label htmlFor="priority">
        <span>Pinned to the front page</span>
      </label>
      <select className="input" id="priority" name="priority" defaultValue={post.stickyPriority}>
        {pinLevels.map((word, level) => (
          <option key={word} value={level}>
            {word}
          </option>
        ))}
      </select>
      <button className="btn quiet">Save</button>
    </form>
  )
}

/** Out of every list, and closed to comments; its author reads why. */
function Rejection({ post }: { readonly post: Post }) {
  const isRejected = post.rejectedReason !== null
  return (
    <form className="switch-line" method="post" action={links.form('moderation.rejectPost')}>
      <input type="hidden" name="postId" value={post.id} />
      <input type="hidden" name="from" value={links.editPost(post.id)} />
      {isRejected ? (
        <span>Rejected: {post.rejectedReason}</span>
      ) : (
        <>
          <label htmlFor="reject-reason">
            <span>Reason for rejecting it</span>
          </label>
          <input
            className="input"
            id="reject-reason"
            name="reason"
            required
            maxLength={measureLimits.reason}
            autoComplete="off"
            dir="auto"
          />
        </>
      )}
      <button className="btn quiet">{isRejected ? 'Accept post' : 'Reject post'}</button>
    </form>
  )
}

interface SwitchProps {
  readonly post: Post
  readonly mutation: string
  readonly isOn: boolean
  readonly on: string
  readonly off: string
  readonly turnOn: string
  readonly turnOff: string
}

export function Switch({ post, mutation, isOn, on, off, turnOn, turnOff }: SwitchProps) {
  return (
    <form className="switch-line" method="post" action={links.form(mutation)}>
      <input type="hidden" name="postId" value={post.id} />
      <input type="hidden" name="on" value={isOn ? 'no' : 'yes'} />
      <input type="hidden" name="from" value={links.editPost(post.id)} />
      <span>{isOn ? on : off}</span>
      <button className="btn quiet">{isOn ? turnOff : turnOn}</button>
    </form>
  )
}
