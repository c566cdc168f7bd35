/**
 * Whom a text is shared with, how far, and who is here. The author alone changes it; others see
 * what their level shows them and may leave. Every change is a mutation of the device: done here at
 * once, sent when there is a connection.
 */
import { useState } from 'react'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { setLinkSharing, sharePost, unsharePost } from '#shared/posts/share-mutations.ts'
import type { Share } from '#shared/posts/shares.ts'
import { shareLevels } from '#shared/posts/shares.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { useOutbox } from '../../../data/outbox.ts'
import type { Face } from './member-named.ts'
import { NameForm } from './name-form.tsx'
import { SharingLink } from './sharing-link.tsx'
import { isShareLevel, levelNames } from './sharing-words.ts'
import { usePresent } from './use-present.ts'

interface SharingProps {
  readonly post: Post
  readonly title: string
  readonly open: OpenDocument
  /** Faces that came with the page. */
  readonly known: readonly Face[]
}

export function Sharing({ post, title, open, known }: SharingProps) {
  const device = useDevice()
  const present = usePresent(open.awareness)
  const { waiting } = useOutbox()
  const [met, setMet] = useState<readonly Face[]>([])
  const [error, setError] = useState<FormError | null>(null)
  const [message, setMessage] = useState('')
  const me = device?.account ?? ''
  const isMine = me === post.authorId
  // Invitations to the byline stand among the co-authors.
  const shares = (post.shares ?? []).filter(({ isInvited, userId }) => isInvited !== true || userId === me)
  const isWaiting = waiting.some(
    ({ pending, about }) =>
      pending !== null && about.some((name) => name.startsWith(`post:${post.id}:share:`) || name === `post:${post.id}:link`),
  )
  const face = (id: string): Face =>
    [...met, ...known].find((one) => one.id === id && one.name !== '') ?? { id, name: 'A member', slug: '' }

  const doIt = async <Args,>(mutation: Mutation<Args>, args: Args, words: string) => {
    if (device === null) return
    setError(null)
    try {
      await device.commit(mutation, args)
      setMessage(words)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    }
  }
  const setLevel = ({ userId }: Share, level: string) => {
    if (isShareLevel(level))
      doIt(sharePost, { id: post.id, userId, level }, `${face(userId).name}: ${levelNames[level].toLowerCase()}.`).catch(reportError)
  }
  const remove = (userId: string) =>
    doIt(unsharePost, { id: post.id, userId }, userId === me ? 'You have left.' : `${face(userId).name} no longer has access.`).catch(
      reportError,
    )

  return (
    <section className="sharing">
      {post.link === undefined && !isMine ? null : (
        <SharingLink
          postId={post.id}
          title={title}
          link={post.link}
          onLink={isMine ? (link, words) => void doIt(setLinkSharing, { id: post.id, ...link }, words).catch(reportError) : null}
        />
      )}
      {shares.length === 0 ? (
        <p className="soft">Not shared with anyone yet. Only co-authors appear in the byline.</p>
      ) : (
        <ul className="plain-list coauthors">
          {shares.map((share) => (
            <li key={share.userId}>
              <span>
                <PersonLink person={face(share.userId)} />
                <span className="meta soft">
                  {present.has(share.userId) ? ' here now' : ''}
                  {share.isByLink ? ' by the link' : ''}
                </span>
              </span>
              <ShareOf
                share={share}
                name={face(share.userId).name}
                isMine={isMine}
                isMe={share.userId === me}
                onLevel={setLevel}
                onRemove={remove}
              />
            </li>
          ))}
        </ul>
      )}
      {error === null ? null : <Refusal error={error} />}
      {isMine ? (
        <NameForm
          label="Share with"
          action="Share"
          onMember={async (found, here, form) => {
            setMet((before) => [...before.filter((one) => one.id !== found.id), found])
            const level = String(form.get('level'))
            if (!isShareLevel(level)) return
            if (found.id === post.authorId || post.coauthorIds.includes(found.id))
              return setMessage(`${found.name} already has access as a co-author.`)
            await here.commit(sharePost, { id: post.id, userId: found.id, level })
            setMessage(`Shared with ${found.name}.`)
          }}
        >
          <label className="sr" htmlFor={`share-level-${post.id}`}>
            Permission
          </label>
          <select className="input" id={`share-level-${post.id}`} name="level" defaultValue="comment">
            {shareLevels.slice(1).map((level) => (
              <option key={level} value={level}>
                {levelNames[level]}
              </option>
            ))}
          </select>
        </NameForm>
      ) : null}
      <p className="meta soft" role="status">
        {message}
        {isWaiting ? ' It takes effect when you’re back online.' : ''}
      </p>
    </section>
  )
}

interface ShareOfProps {
  readonly share: Share
  readonly name: string
  readonly isMine: boolean
  readonly isMe: boolean
  readonly onLevel: (share: Share, level: string) => void
  readonly onRemove: (userId: string) => void
}

function ShareOf({ share, name, isMine, isMe, onLevel, onRemove }: ShareOfProps) {
  if (!isMine)
    return (
      <span className="share-acts">
        <span className="meta soft">{levelNames[share.level]}</span>
        {isMe ? (
          <button className="btn quiet small" type="button" onClick={() => onRemove(share.userId)}>
            Leave<span className="sr"> this text</span>
          </button>
        ) : null}
      </span>
    )
  return (
    <span className="share-acts">
      <select
        className="input small"
        aria-label={`Permission of ${name}`}
        value={share.level}
        onChange={({ target }) => onLevel(share, target.value)}
      >
        {shareLevels.map((level) => (
          <option key={level} value={level}>
            {levelNames[level]}
          </option>
        ))}
      </select>
      <button className="btn quiet small" type="button" onClick={() => onRemove(share.userId)}>
        Remove<span className="sr"> {name}</span>
      </button>
    </span>
  )
}
