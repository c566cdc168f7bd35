import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { links } from '#shared/links.ts'
import type { NoticeChoice } from '#shared/notifications/mutations.ts'
import type { NoticeSettings } from '#shared/notifications/schema.ts'
import type { Channels, NoticeTypeName } from '#shared/notifications/types.ts'
import { noticeTypes } from '#shared/notifications/types.ts'
import { typeWords } from '#shared/notifications/words.ts'
import { useSendForm } from '../../../data/send-form.ts'
import { PushPart } from './push-part.tsx'

interface NoticeSettingsFormProps {
  readonly settings: NoticeSettings
}

const paces = { off: 'No mail', now: 'At once', daily: 'Once a day', weekly: 'Once a week' } as const
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
// The names of a table made by hand, in the order in which they are read.
const types = Object.keys(typeWords) as readonly NoticeTypeName[]

/** How one is told. With a script every choice holds at once, also without a network; without one there is a button. */
export function NoticeSettingsForm({ settings: given }: NoticeSettingsFormProps) {
  const { form } = useSendForm('notifications.choose')
  const [changes, setChanges] = useState<Partial<NoticeSettings>>({})
  const [said, setSaid] = useState<string | null>(null)
  const settings = { ...given, ...changes, types: { ...given.types, ...changes.types } }
  useEffect(() => setChanges({}), [given])
  const choose = (choice: NoticeChoice, shown: Partial<NoticeSettings>) => {
    setChanges((before) => ({ ...before, ...shown, types: { ...before.types, ...shown.types } }))
    import('../../../blocks/bell/notice-deeds.ts')
      .then((deeds) => deeds.choose(choice))
      .then(
        (words) => {
          setSaid(words ?? 'Stored.')
          if (words !== null) setChanges({})
        },
        (error: unknown) => {
          setChanges({})
          setSaid('That could not be stored on this device.')
          reportError(error)
        },
      )
  }
  const setFlag = (field: 'ownPosts' | 'ownComments' | 'noEmails' | 'badge' | 'countInTitle') => (value: boolean) =>
    choose({ field, value }, { [field]: value })
  const setType = (type: NoticeTypeName, value: Channels) => choose({ field: 'type', type, value }, { types: { [type]: value } })
  return (
    <form {...form} className="notice-settings" onSubmit={(event) => event.preventDefault()}>
      <p className="meta soft" role="status">
        {said}
      </p>
      <section aria-labelledby="kinds-title">
        <h2 className="section" id="kinds-title">
          Kinds of news
        </h2>
        <table className="notice-table">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Here</th>
              <th scope="col">Push</th>
              <th scope="col">E-mail</th>
            </tr>
          </thead>
          <tbody>
            {types.map((type) => (
              <TypeRow key={type} type={type} channels={settings.types[type] ?? noticeTypes[type].standard} onSet={setType} />
            ))}
          </tbody>
        </table>
      </section>
      <section aria-labelledby="own-title">
        <h2 className="section" id="own-title">
          Of your own
        </h2>
        <Check name="ownPosts" isOn={settings.ownPosts} onSet={setFlag('ownPosts')}>
          I follow the comments on my posts
        </Check>
        <Check name="ownComments" isOn={settings.ownComments} onSet={setFlag('ownComments')}>
          I follow the replies to my comments
        </Check>
        <p className="meta soft">
          <a href={links.manageSubscriptions()}>What you follow</a>, one by one
        </p>
      </section>
      <PushPart />
      <Times settings={settings} choose={choose} />
      <section aria-labelledby="signs-title">
        <h2 className="section" id="signs-title">
          Signs
        </h2>
        <Check name="badge" isOn={settings.badge} onSet={setFlag('badge')}>
          The number of new ones on the app’s icon
        </Check>
        <Check name="countInTitle" isOn={settings.countInTitle} onSet={setFlag('countInTitle')}>
          The number before the title of the page
        </Check>
        <Check name="noEmails" isOn={settings.noEmails} onSet={setFlag('noEmails')}>
          No e-mail at all but about my account
        </Check>
      </section>
      <p className="no-js after-form">
        <button className="btn">Store</button>
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
  const words = typeWords[type]
  const box = (name: 'inApp' | 'push', field: string, word: string) => (
    <td data-of={word}>
      <label>
        <input
          type="checkbox"
          name={field}
          aria-label={`${words}: ${word}`}
          checked={channels[name]}
          onChange={(event) => onSet(type, { ...channels, [name]: event.target.checked })}
        />
      </label>
    </td>
  )
  return (
    <tr>
      <th scope="row">{words}</th>
      {box('inApp', `app-${type}`, 'Here')}
      {box('push', `push-${type}`, 'Push')}
      <td>
        <select
          className="input"
          name={`email-${type}`}
          aria-label={`${words}: e-mail`}
          value={channels.email}
          onChange={(event) => {
            const email = (['off', 'now', 'daily', 'weekly'] as const).find((pace) => pace === event.target.value) ?? 'off'
            onSet(type, { ...channels, email })
          }}
        >
          {Object.entries(paces).map(([pace, word]) => (
            <option key={pace} value={pace}>
              {word}
            </option>
          ))}
        </select>
      </td>
    </tr>
  )
}

interface TimesProps {
  readonly settings: NoticeSettings
  readonly choose: (choice: NoticeChoice, shown: Partial<NoticeSettings>) => void
}

function Times({ settings, choose }: TimesProps) {
  const { digestHour, digestDay, quiet, timeZone } = settings
  const digest = (hour: number, day: number) => choose({ field: 'digest', value: { hour, day } }, { digestHour: hour, digestDay: day })
  const night = (value: NoticeSettings['quiet']) => choose({ field: 'quiet', value }, { quiet: value })
  // Only a browser knows where its reader lives.
  const [zoneHere, setZoneHere] = useState<string | null>(null)
  useEffect(() => setZoneHere(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return (
    <section aria-labelledby="times-title">
      <h2 className="section" id="times-title">
        When
      </h2>
      <div className="two-fields">
        <Choice name="digestHour" word="Daily mails at" value={digestHour} options={hours} onSet={(hour) => digest(hour, digestDay)} />
        <Choice name="digestDay" word="Weekly mails on" value={digestDay} options={days} onSet={(day) => digest(digestHour, day)} />
      </div>
      <Check name="isQuiet" isOn={quiet !== null} onSet={(isOn) => night(isOn ? { from: 22, until: 7 } : null)}>
        Quiet hours: no push and no e-mail at night
      </Check>
      {quiet === null ? null : (
        <div className="two-fields">
          <Choice name="quietFrom" word="Quiet from" value={quiet.from} options={hours} onSet={(from) => night({ ...quiet, from })} />
          <Choice name="quietUntil" word="until" value={quiet.until} options={hours} onSet={(until) => night({ ...quiet, until })} />
        </div>
      )}
      <p className="meta soft">
        Times are those of {timeZone}.
        <input type="hidden" name="timeZone" value={timeZone} />{' '}
        {zoneHere === null || zoneHere === timeZone ? null : (
          <button
            type="button"
            className="btn quiet"
            onClick={() => choose({ field: 'timeZone', value: zoneHere }, { timeZone: zoneHere })}
          >
            Use {zoneHere}, where this browser is
          </button>
        )}
      </p>
    </section>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

interface ChoiceProps {
  readonly name: string
  readonly word: string
  readonly value: number
  readonly options: readonly string[]
  readonly onSet: (value: number) => void
}

function Choice({ name, word, value, options, onSet }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={name}>{word}</label>
      <select className="input" id={name} name={name} value={value} onChange={(event) => onSet(Number(event.target.value))}>
        {options.map((option, at) => (
          <option key={option} value={at}>
            {option}
          </option>
        ))}
      </select>
    </div>
  )
}

interface CheckProps {
  readonly name: string
  readonly isOn: boolean
  readonly onSet: (isOn: boolean) => void
  readonly children: ReactNode
}

function Check({ name, isOn, onSet, children }: CheckProps) {
  return (
    <p className="check">
      <input id={name} name={name} type="checkbox" checked={isOn} onChange={(event) => onSet(event.target.checked)} />
      <label htmlFor={name}>{children}</label>
    </p>
  )
}
