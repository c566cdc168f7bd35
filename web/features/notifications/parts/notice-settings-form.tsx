import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import type { NoticeChoice } from '#shared/notifications/mutations.ts'
import type { NoticeSettings } from '#shared/notifications/schema.ts'
import type { Channels, NoticeTypeName } from '#shared/notifications/types.ts'
import { inAppChannels, inAppFrequency } from '#shared/notifications/rules.ts'
import { noticeTypes, noticeTypesInOrder } from '#shared/notifications/all-types.ts'
import { noticeFlags } from '#shared/notifications/settings.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { SettingFields } from '../../../blocks/forms/setting-fields.tsx'
import { FrequencySelect, frequencyLabels } from './notice-fields.tsx'
import { Karma, Times } from './notice-times.tsx'
import { PushPart } from './push-part.tsx'
import '../../../blocks/forms/highlight.css'

interface NoticeSettingsFormProps {
  readonly settings: NoticeSettings
}

/**
 * How one is told. With a script every choice holds at once, also without a network; without one
 * there is a button.
 */
export function NoticeSettingsForm({ settings: given }: NoticeSettingsFormProps) {
  const { form } = useSendForm('notifications.choose')
  const [changes, setChanges] = useState<Partial<NoticeSettings>>({})
  const [message, setMessage] = useState<string | null>(null)
  const settings = { ...given, ...changes, types: { ...given.types, ...changes.types } }
  useEffect(() => setChanges({}), [given])
  const choose = (choice: NoticeChoice, shown: Partial<NoticeSettings>) => {
    setChanges((before) => ({ ...before, ...shown, types: { ...before.types, ...shown.types } }))
    import('../../../blocks/bell/notice-actions.ts')
      .then((mutations) => mutations.choose(choice))
      .then(
        (words) => {
          setMessage(words ?? 'Saved.')
          if (words !== null) setChanges({})
        },
        (error: unknown) => {
          setChanges({})
          setMessage('This device couldn’t store it.')
          reportError(error)
        },
      )
  }
  const flags = (section: string) => (
    <SettingFields
      settings={noticeFlags}
      section={section}
      values={settings}
      onSet={(choice) => choose(choice, { [choice.field]: choice.value })}
    />
  )
  const setType = (type: NoticeTypeName, value: Channels) => choose({ field: 'type', type, value }, { types: { [type]: value } })
  return (
    <form {...form} className="notice-settings" onSubmit={(event) => event.preventDefault()}>
      <p className="meta soft" role="status">
        {message}
      </p>
      <section aria-labelledby="kinds-title">
        <h2 className="section" id="kinds-title">
          Notify me about
        </h2>
        <table className="notice-table">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">In app</th>
              <th scope="col">Push</th>
              <th scope="col">Email</th>
            </tr>
          </thead>
          <tbody>
            {noticeTypesInOrder.map((type) => (
              <TypeRow key={type} type={type} channels={settings.types[type] ?? noticeTypes[type].standard} onSet={setType} />
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="own-title">
        <h2 className="section" id="own-title">
          Auto-follow
        </h2>
        {flags('follow')}
        <p className="meta soft">
          <a href={links.manageSubscriptions()}>Manage subscriptions</a>
        </p>
      </section>
      <PushPart />
      <section aria-labelledby="emails-title">
        <h2 className="section" id="emails-title">
          Emails
        </h2>
        {flags('emails')}
      </section>
      <Times settings={settings} choose={choose} />
      <Karma settings={settings} choose={choose} />
      <section aria-labelledby="signs-title">
        <h2 className="section" id="signs-title">
          {' '}
          Badges
        </h2>
        {flags('badges')}
      </section>
      <p className="no-js after-form">
        <button className="btn">Save</button>
      </p>
    </form>
  )
}

interface TypeRowProps {
  readonly type: NoticeTypeName
  readonly channels: Channels
  readonly onSet: (type: NoticeTypeName, value: Channels) => void
}

function TypeRow({ type, channels, onSet }: TypeRowProps) {
  const words = noticeTypes[type].label
  const { email, push } = channels
  return (
    <tr>
      <th scope="row">{words}</th>
      <td data-of="In app">
        <FrequencySelect
          name={`app-${type}`}
          label={`${words}: in app`}
          value={inAppFrequency(channels)}
          words={frequencyLabels('Off')}
          onSet={(pace) => onSet(type, { ...inAppChannels(pace), email, push })}
        />
      </td>
      <td data-of="Push">
        <label>
          <input
            type="checkbox"
            name={`push-${type}`}
            aria-label={`${words}: Push`}
            checked={push}
            onChange={(event) => onSet(type, { ...channels, push: event.target.checked })}
          />
        </label>
      </td>
      <td data-of="Email">
        <FrequencySelect
          name={`email-${type}`}
          label={`${words}: email`}
          value={email}
          words={frequencyLabels('Off')}
          onSet={(pace) => onSet(type, { ...channels, email: pace })}
        />
      </td>
    </tr>
  )
}
