import { Suspense, useEffect } from 'react'
import { canSpeak } from '#shared/comments/rules.ts'
import { endCoauthor } from '#shared/posts/coauthor-mutations.ts'
import { isInvitedTo } from '#shared/posts/invitation-rules.ts'
import { isAuthor } from '#shared/posts/rules.ts'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { useViewer } from '../../../data/viewer.ts'
import { Body } from '../../../ui/body.tsx'
import { useNow } from '../../../ui/clock.ts'
import { latePart } from '../../../ui/late-part.ts'
import { Time } from '../../../ui/time.tsx'
import type { MessageView } from '../dialogue-view.ts'
import type { PostPageData } from '../post-page-data.ts'

/** For those who take part. */
const DialogueForm = latePart(() => import('./dialogue-form.tsx').then((part) => part.DialogueForm))

/** For those who are asked to. */
const Invitation = latePart(() => import('./invitation.tsx').then((part) => part.Invitation))

interface DialogueTextProps {
  readonly page: PostPageData
  readonly dialogue: NonNullable<PostPageData['dialogue']>
  readonly bodies: Readonly<Record<string, string>>
}

/** What was said, turn by turn: who goes on speaking is named once. */
export function DialogueText({ page, dialogue: { speakers, messages, invited }, bodies }: DialogueTextProps) {
  const viewer = useViewer()
  const now = useNow()
  const { post } = page
  useEffect(() => void import('../dialogue-styles.ts').catch(() => undefined), [])
  return (
    <div className="dialogue" id="text">
      {messages.length === 0 ? <p className="soft">No messages yet.</p> : null}
      <ol className="turns">
        {messages.map((message, at) => (
          <li key={message.id} id={message.id} data-speaker={message.by === null ? undefined : message.by % 6}>
            {isSameSpeaker(messages[at - 1], message) ? null : (
              <p className="turn-by meta">
                <b>{message.name}</b> <Time at={message.at} now={now} />
              </p>
            )}
            <Body className="essay" name={message.id} html={bodies[message.id]} version={message.version} dir="auto" />
          </li>
        ))}
      </ol>
      {isInvitedTo(viewer, post) ? (
        <Suspense>
          <Invitation postId={post.id} by={speakers[0]?.name ?? 'Its author'} />
        </Suspense>
      ) : null}
      {invited.length > 0 && isAuthor(viewer, post) ? (
        <p className="meta soft">Invited: {invited.join(', ')}. Their names appear once they accept.</p>
      ) : null}
      {canSpeak(viewer, post).allowed ? (
        <Suspense>
          <DialogueForm post={post} speakers={speakers} known={messages} />
        </Suspense>
      ) : null}
      {viewer.kind === 'member' && post.coauthorIds.includes(viewer.userId) ? (
        <Confirm
          summary="Leave this dialogue"
          mutation={endCoauthor.name}
          fields={{ postId: post.id, userId: viewer.userId }}
          action="Leave"
        >
          Your name is removed from the byline. Your messages stay until you remove them.
        </Confirm>
      ) : null}
    </div>
  )
}

const isSameSpeaker = (before: MessageView | undefined, message: MessageView): boolean =>
  before !== undefined && before.by === message.by && before.name === message.name
