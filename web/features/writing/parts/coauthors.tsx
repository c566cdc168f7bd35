/**
 * Who is in the byline, who was asked, and the form that asks. The same rules as in the mutations
 * decide what is offered.
 */
import { useState } from 'react'
import { links } from '#shared/links.ts'
import { endCoauthor, inviteCoauthor } from '#shared/posts/coauthor-mutations.ts'
import { canEndCoauthor, canInvite, canManageCoauthors } from '#shared/posts/invitation-rules.ts'
import type { Invitation } from '#shared/posts/invitation-schema.ts'
import { invitationsBy } from '#shared/posts/invitation-schema.ts'
import { isPublic } from '#shared/posts/rules.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { reasonWords } from '../../../blocks/wording.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { useRow, useRows } from '../../../data/device/use-rows.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { useViewer } from '../../../data/viewer.ts'
import { useNow } from '../../../ui/clock.ts'
import type { Face } from '../editor-panel/member-named.ts'
import { NameForm } from '../editor-panel/name-form.tsx'
import { ActionForm } from './action-form.tsx'
import '../coauthors-styles.ts'

export interface CoauthorsProps {
  /** As the page's load found it; the device's own is newer. */
  readonly post: Post
  /** Faces that came with the page. */
  readonly known: readonly Face[]
  /** The viewer's invitations of the last day, and when the page was loaded. */
  readonly made: readonly Invitation[]
  readonly loadedAt: number
  /** Below the plain form: a section like the others there. */
  readonly isPlain?: boolean
}

export function Coauthors({ post: fromPage, known, made, loadedAt, isPlain = false }: CoauthorsProps) {
  const device = useDevice()
  const viewer = useViewer()
  const navigate = useNavigate()
  const now = useNow() ?? loadedAt
  const post = useRow(posts, fromPage.id, fromPage)
  const me = viewer.kind === 'member' ? viewer.userId : ''
  const own = useRows(invitationsBy(me, 0)) ?? made
  const [met, setMet] = useState<readonly Face[]>([])
  const [message, setMessage] = useState('')
  const face = (userId: string): Face =>
    [...met, ...known].find((one) => one.id === userId && one.name !== '') ?? { id: userId, name: 'A member', slug: '' }
  const invited = (post.shares ?? []).filter(({ isInvited, level }) => isInvited === true && level !== 'none').map(({ userId }) => userId)
  const isManaged = canManageCoauthors(viewer, post).allowed
  const invitable = canInvite(viewer, { made: own, now })

  const content = (
    <>
      <p className="soft">
        {post.coauthorIds.length === 0 ? 'No co-authors yet. ' : ''}
        Co-authors are named in the byline and can edit and publish this post. Nobody is named before they accept.
      </p>
      <ul className="plain-list coauthors">
        {post.coauthorIds.map((userId) => (
          <li key={userId}>
            <PersonLink person={face(userId)} />
            {userId === me ? (
              <Confirm
                summary="Leave"
                mutation={endCoauthor.name}
                fields={{ postId: post.id, userId }}
                action="Leave this post"
                onDevice={async (there) => {
                  await there.commit(endCoauthor, { id: post.id, userId })
                  await navigate(isPublic(post) ? links.post(post) : links.drafts())
                }}
              >
                Your name is removed from the byline, and you can no longer edit this post.
              </Confirm>
            ) : canEndCoauthor(viewer, post, userId).allowed ? (
              <End postId={post.id} face={face(userId)} label="Remove" onDone={() => setMessage(`${face(userId).name} was removed.`)} />
            ) : null}
          </li>
        ))}
        {invited.map((userId) => (
          <li key={userId}>
            <span>
              <PersonLink person={face(userId)} /> <span className="meta soft">Invited, no answer yet</span>
            </span>
            {canEndCoauthor(viewer, post, userId).allowed && userId !== me ? (
              <End
                postId={post.id}
                face={face(userId)}
                label="Withdraw invitation"
                onDone={() => setMessage(`The invitation to ${face(userId).name} was withdrawn.`)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {!isManaged ? null : !invitable.allowed ? (
        <p className="soft">{reasonWords[invitable.reason]}</p>
      ) : device === null ? (
        <InviteForm postId={post.id} />
      ) : (
        <NameForm
          label="Username"
          action="Invite"
          onMember={async (found, there) => {
            setMet((before) => [...before.filter((one) => one.id !== found.id), found])
            if (found.id === post.authorId) return setMessage('You are the author already.')
            if (post.coauthorIds.includes(found.id)) return setMessage(`${found.name} is a co-author already.`)
            await there.commit(inviteCoauthor, { id: post.id, userId: found.id })
            setMessage(`${found.name} was invited.`)
          }}
        />
      )}
      <p className="meta soft coauthor-status" role="status">
        {message}
      </p>
    </>
  )
  if (isPlain)
    return (
      <section className="after-form" aria-labelledby="coauthors">
        <h2 className="section" id="coauthors">
          Co-authors
        </h2>
        {content}
      </section>
    )
  return (
    <details className="editor-details" open={post.coauthorIds.length + invited.length > 0}>
      <summary>Co-authors</summary>
      {content}
    </details>
  )
}

interface EndProps {
  readonly postId: string
  readonly face: Face
  readonly label: string
  readonly onDone: () => void
}

function End({ postId, face: { id, name }, label, onDone }: EndProps) {
  return (
    <ActionForm
      name={endCoauthor.name}
      fields={{ postId, userId: id }}
      onDevice={(device) => device.commit(endCoauthor, { id: postId, userId: id }).then(onDone)}
    >
      {label}
      <span className="sr"> {name}</span>
    </ActionForm>
  )
}

/** Without a device the server looks for the member. */
function InviteForm({ postId }: { readonly postId: string }) {
  const { form, error, values, state, isSending, from } = useSendForm(inviteCoauthor.name, { fields: { postId } })
  return (
    <form {...form} className="inline-form">
      <input type="hidden" name="postId" value={postId} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} isNotSent={state.kind === 'not-sent'} fieldIds={{ userName: 'coauthor-name' }} />
      <TextField
        id="coauthor-name"
        name="userName"
        label="Username"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={values['userName']}
        error={error}
      />
      <button className="btn" aria-disabled={isSending || undefined}>
        Invite
      </button>
    </form>
  )
}
