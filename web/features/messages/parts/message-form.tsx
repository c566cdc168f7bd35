import type { ReactNode } from 'react'
import { useId } from 'react'
import { links } from '#shared/links.ts'
import { FormatChoice, MarkdownField } from '../../../blocks/comments/markdown-field.tsx'
import { SavedWords } from '../../../blocks/comments/saved-words.tsx'
import { useCompose } from '../../../blocks/comments/use-compose.ts'
import type { Messages } from '../../../blocks/forms/messages.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { RecipientsField } from '../../../blocks/messages/recipients-field.tsx'
import { useNavigate, useRefresh } from '../../../data/navigation.ts'

const longest = 100_000
/** What is said of a refused message, and of whom it was to. */
export const newMessages: Messages = {
  'to:invalid': 'Name 1 to 29 other members by username or profile address, separated by commas.',
  'to:not-found': 'One of these members can’t get messages: the account is closed or banned.',
  'markdown:invalid': 'A message has between 1 and 50,000 characters.',
  'markdown:too-large': 'A message has between 1 and 50,000 characters.',
}

interface MessageProps {
  readonly conversationId: string
  /** Stands in the field from the start. */
  readonly draft?: string | undefined
  /** Above the field, for which it has the id. */
  readonly above?: (fieldId: string) => ReactNode
}

/** Writing in a conversation. */
export function MessageForm({ conversationId, draft, above }: MessageProps) {
  const fieldId = useId()
  const refresh = useRefresh()
  const { form, error, values, from, place, isBack, isSending, isSlow, isNotSent } = useCompose({
    ...{ mutation: 'messages.send', fields: { conversationId } },
    onDone: () => void refresh(),
    send: async (_comments, device, data) => {
      const { sendOnDevice } = await import('../../../blocks/messages/message-actions.ts')
      return sendOnDevice(device, conversationId, String(data.get('markdown') ?? ''))
    },
  })
  return (
    <form className="compose" {...form}>
      <input type="hidden" name="conversationId" value={conversationId} />
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} fieldIds={{ markdown: fieldId, body: fieldId }} isNotSent={isNotSent} />
      {above?.(fieldId)}
      <MarkdownField
        {...{ id: fieldId, name: 'markdown', label: 'Message', rows: 3, maxLength: longest, dir: 'auto', error, messages: newMessages }}
        defaultValue={values['markdown'] ?? draft}
        required
      />
      <Acts {...{ place, isBack, isSlow, isSending }} />
    </form>
  )
}

interface NewProps {
  readonly to: { readonly id: string; readonly name: string; readonly slug: string } | null
}

/** The first message of a conversation: there is none before it is sent. */
export function NewConversationForm({ to }: NewProps) {
  const [toId, titleId, fieldId] = [useId(), useId(), useId()]
  const navigate = useNavigate()
  const { form, error, values, from, place, isBack, isSending, isSlow, isNotSent } = useCompose({
    ...{ mutation: 'conversations.begin', fields: {} },
    onDone: (location) => void navigate(location.startsWith('#') ? links.inbox({ conversation: location.slice(1) }) : location),
    send: async (_comments, device, data) => {
      const { beginOnDevice } = await import('../../../blocks/messages/message-actions.ts')
      const [names, title, markdown] = ['to', 'title', 'markdown'].map((name) => String(data.get(name) ?? ''))
      return beginOnDevice(device, { to: names ?? '', title: title ?? '', markdown: markdown ?? '', known: to })
    },
  })
  return (
    <form className="compose" {...form}>
      <input type="hidden" name="from" value={from} />
      <Refusal error={error} fieldIds={{ to: toId, title: titleId, markdown: fieldId, body: fieldId }} isNotSent={isNotSent} />
      <RecipientsField
        {...{ id: toId, label: 'To', error, messages: newMessages }}
        defaultValue={values['to'] ?? to?.slug ?? ''}
        required
      />
      <TextField
        {...{ id: titleId, name: 'title', label: 'Title (optional)', error, maxLength: 200, dir: 'auto', autoComplete: 'off' }}
        defaultValue={values['title'] ?? ''}
      />
      <MarkdownField
        {...{ id: fieldId, name: 'markdown', label: 'Message', rows: 5, maxLength: longest, dir: 'auto', error, messages: newMessages }}
        defaultValue={values['markdown']}
        required
      />
      <Acts {...{ place, isBack, isSlow, isSending }} />
    </form>
  )
}

interface ActsProps {
  readonly place: string
  readonly isBack: boolean
  readonly isSlow: boolean
  readonly isSending: boolean
}

const Acts = ({ place, isBack, isSlow, isSending }: ActsProps) => (
  <div className="compose-acts">
    <button className="btn primary" aria-disabled={isSending || undefined}>
      Send
    </button>
    <p className="meta soft">
      <SavedWords place={place} isBack={isBack} isSlow={isSlow} />
      <FormatChoice />
    </p>
  </div>
)
