import type { ComponentProps, ReactNode } from 'react'
import { Fragment, useEffect, useId } from 'react'
import { links } from '#shared/links.ts'
import type { Messages } from '../../../blocks/forms/messages.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { RefusalWords, refusedFor } from '../../../blocks/forms/refusal-words.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { RecipientsField, recipientsHint } from '../../../blocks/messages/recipients-field.tsx'
import { RemoveMessage } from '../../../blocks/messages/remove-message.tsx'
import { useOutbox } from '../../../data/outbox.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { useBodies, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Body } from '../../../ui/body.tsx'
import { Time } from '../../../ui/time.tsx'
import type { loadInbox } from '../messages.load.ts'
import { MessageForm } from './message-form.tsx'
import { PeopleHere } from './people-here.tsx'
import { JoinForm, ReadingNotice } from './staff-reading.tsx'
import { TemplatePicker } from './template-picker.tsx'

type Open = Extract<Awaited<ReturnType<typeof loadInbox>>['shown'], { kind: 'open' }>

interface ViewProps {
  readonly conversation: Open
}

interface PageProps extends ViewProps {
  /** In the moderators' inbox: texts for the composer, and what stands in it. */
  readonly templates?: ComponentProps<typeof TemplatePicker>['groups']
  readonly draft?: string
}

/** Oldest first, and where one answers below them. */
export function ConversationView({ conversation, templates, draft }: PageProps) {
  const { id, title, participants, latestN, isUnread, older, newest, refusal, messages, isModerators, canUse, reading } = conversation
  useEffect(() => {
    if (!isUnread || newest !== null) return
    const read = async () => {
      const { readConversation } = await import('../../../blocks/messages/own-conversation.ts')
      await readConversation(id, latestN)
    }
    read().catch(reportError)
  }, [id, latestN, isUnread, newest])
  // Moderators who take no part are not here to the others, nor the others to them.
  const withPeople = (form: ReactNode) => (canUse ? <PeopleHere conversationId={id}>{form}</PeopleHere> : form)
  return (
    <>
      <h2 className="section" dir="auto">
        {title}
      </h2>
      <p className="meta soft">
        {participants.map(({ id: userId, name, slug }, at) => (
          <Fragment key={userId}>
            {at === 0 ? '' : ', '}
            {slug === '' ? name : <a href={links.user(slug)}>{name}</a>}
          </Fragment>
        ))}
      </p>
      {isModerators === undefined ? null : (
        <p className="meta soft">A conversation with the moderators: all of them can read it and answer in it.</p>
      )}
      {reading === undefined ? null : <ReadingNotice reading={reading} />}
      {canUse ? <Options conversation={conversation} /> : null}
      {older === null ? null : (
        <p>
          <a className="btn quiet" href={older}>
            Older messages
          </a>
        </p>
      )}
      <ol className="plain-list" aria-label="Messages">
        {messages.map((message) => (
          <OneMessage key={message.id} message={message} />
        ))}
      </ol>
      {newest !== null ? (
        <p>
          <a className="btn quiet" href={newest}>
            Newest messages
          </a>
        </p>
      ) : reading !== undefined ? (
        <JoinForm conversationId={id} />
      ) : refusal === null ? (
        withPeople(
          <MessageForm
            conversationId={id}
            draft={draft}
            {...(templates !== undefined && {
              above: (fieldId) => (
                <TemplatePicker
                  {...{ groups: templates, fieldId }}
                  hrefOf={(templateId) => links.moderatorInbox({ conversation: id, templateId })}
                />
              ),
            })}
          />,
        )
      ) : (
        <p className="notice-line">
          <RefusalWords of={refusedFor(refusal)} />
        </p>
      )}
    </>
  )
}

function OneMessage({ message: { id, by, isMine, at, event, canRemove } }: { readonly message: Open['messages'][number] }) {
  const now = useNow()
  const bodies = useBodies()
  const pending = useOutbox().pendingByAbout.get(id)
  return (
    <li className="message" id={id}>
      {event === null ? (
        <>
          <p className="meta">
            {by.slug === '' ? by.name : <a href={links.user(by.slug)}>{by.name}</a>}{' '}
            <span className="soft">
              <Time at={at} now={now} />
              {pending === undefined ? '' : ' · On this device, not sent yet'}
            </span>
            {isMine ? null : (
              <>
                {' · '}
                <a className="soft" href={links.report('message', id)} rel="nofollow">
                  Report<span className="sr"> message by {by.name}</span>
                </a>
              </>
            )}
          </p>
          <Body className="c-body" name={id} html={bodies[id]} version={id} dir="auto" />
          {canRemove === undefined ? null : <RemoveMessage id={id} />}
        </>
      ) : (
        <p className="meta soft" dir="auto">
          {event} · <Time at={at} now={now} />
        </p>
      )}
    </li>
  )
}

const forms: Messages = {
  'to:invalid': 'No member has one of these names, or there are too many participants.',
  'to:not-found': 'One of these members can’t get messages: the account is closed or banned.',
}

/** What can be done to a conversation; each a form that works without a script. */
function Options({ conversation }: ViewProps) {
  const { id, ownTitle, isArchived, isMuted, canRename, canAdd } = conversation
  const [titleId, toId] = [useId(), useId()]
  const navigate = useNavigate()
  const renamed = useRefusedForm('conversations.rename', {})
  const added = useRefusedForm('conversations.addParticipants', {})
  return (
    <details className="confirm" open={renamed !== null || added !== null}>
      <summary>Options</summary>
      <div className="own-acts">
        <OwnSwitch id={id} field="isArchived" isOn={isArchived} words={['Archive', 'Move to inbox']} />
        <OwnSwitch id={id} field="isMuted" isOn={isMuted} words={['Mute', 'Unmute']} />
        <MutationForm
          name="conversations.setRead"
          about={{ conversationId: id, upTo: '' }}
          here={unread}
          onDone={() => navigate(links.inbox())}
        >
          <button className="btn quiet">Mark unread</button>
        </MutationForm>
      </div>
      {canRename ? (
        <MutationForm name="conversations.rename" about={{ id }}>
          <TextField
            {...{ id: titleId, name: 'title', label: 'Title', maxLength: 200, dir: 'auto', error: renamed?.error ?? null }}
            defaultValue={renamed?.values['title'] ?? ownTitle}
          />
          <button className="btn">Save title</button>
        </MutationForm>
      ) : null}
      {canAdd ? (
        <MutationForm name="conversations.addParticipants" about={{ conversationId: id }} messages={forms}>
          <RecipientsField
            {...{ id: toId, label: 'Add participants', error: added?.error ?? null, messages: forms }}
            hint={`${recipientsHint} They’ll see all messages so far.`}
            defaultValue={added?.values['to'] ?? ''}
            required
          />
          <button className="btn">Add participants</button>
        </MutationForm>
      ) : null}
      <details className="confirm">
        <summary>Leave</summary>
        <MutationForm name="conversations.leave" about={{ conversationId: id }} onDone={(location) => navigate(location)}>
          <p className="soft">You’ll no longer see any of its messages. The others see that you left.</p>
          <button className="btn danger">Leave conversation</button>
        </MutationForm>
      </details>
    </details>
  )
}

const unread = async ({ conversationId = '' }: Readonly<Record<string, string>>): Promise<string | null> => {
  const { readConversation } = await import('../../../blocks/messages/own-conversation.ts')
  return readConversation(conversationId, null)
}

interface SwitchProps {
  readonly id: string
  readonly field: 'isArchived' | 'isMuted'
  readonly isOn: boolean
  readonly words: readonly [on: string, off: string]
}

function OwnSwitch({ id, field, isOn, words: [on, off] }: SwitchProps) {
  const here = async (): Promise<string | null> => {
    const { setOwn } = await import('../../../blocks/messages/own-conversation.ts')
    return setOwn(id, field, !isOn)
  }
  return (
    <MutationForm name="conversations.setOwn" about={{ conversationId: id, field, value: String(!isOn) }} here={here}>
      <button className="btn quiet">{isOn ? off : on}</button>
    </MutationForm>
  )
}
