import { useEffect, useState } from 'react'
import type { NoticeChoice } from '#shared/notifications/mutations.ts'
import type { KarmaChoice, NoticeSettings } from '#shared/notifications/schema.ts'
import { karmaChoiceOf } from '#shared/notifications/schema.ts'
import { Check, Choice, days, hours, FrequencySelect, frequencyLabels } from './notice-fields.tsx'

interface TimesProps {
  readonly settings: NoticeSettings
  readonly choose: (choice: NoticeChoice, shown: Partial<NoticeSettings>) => void
}

/** When what is told once a day or once a week is told, and when nothing is. */
export function Times({ settings, choose }: TimesProps) {
  const { digestHour, digestDay, quiet, timeZone } = settings
  const digest = (hour: number, day: number) => choose({ field: 'digest', value: { hour, day } }, { digestHour: hour, digestDay: day })
  const night = (value: NoticeSettings['quiet']) => choose({ field: 'quiet', value }, { quiet: value })
  // Only a browser knows where its reader lives.
  const [deviceZone, setDeviceZone] = useState<string | null>(null)
  useEffect(() => setDeviceZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return (
    <section aria-labelledby="times-title">
      <h2 className="section" id="times-title">
        When
      </h2>
      <div className="two-fields">
        <Choice name="digestHour" word="Once a day, at" value={digestHour} options={hours} onSet={(hour) => digest(hour, digestDay)} />
        <Choice name="digestDay" word="Once a week, on" value={digestDay} options={days} onSet={(day) => digest(digestHour, day)} />
      </div>
      <Check name="isQuiet" isOn={quiet !== null} onSet={(isOn) => night(isOn ? { from: 22, until: 7 } : null)}>
        Quiet hours: no push or email at night
      </Check>
      {quiet === null ? null : (
        <div className="two-fields">
          <Choice name="quietFrom" word="Quiet from" value={quiet.from} options={hours} onSet={(from) => night({ ...quiet, from })} />
          <Choice name="quietUntil" word="until" value={quiet.until} options={hours} onSet={(until) => night({ ...quiet, until })} />
        </div>
      )}
      <p className="meta soft">
        Time zone: {timeZone}.
        <input type="hidden" name="timeZone" value={timeZone} />{' '}
        {deviceZone === null || deviceZone === timeZone ? null : (
          <button
            type="button"
            className="btn quiet"
            onClick={() => choose({ field: 'timeZone', value: deviceZone }, { timeZone: deviceZone })}
          >
            Use {deviceZone} (this browser’s)
          </button>
        )}
      </p>
    </section>
  )
}

/** When one is told what votes gave to one's work. */
export function Karma({ settings, choose }: TimesProps) {
  const karma = karmaChoiceOf(settings)
  const set = (change: Partial<KarmaChoice>) => {
    const value = { ...karma, ...change }
    choose({ field: 'karma', value }, { karma: { ...value, chosenAt: settings.karma?.chosenAt ?? 0 } })
  }
  return (
    <section aria-labelledby="karma-choice-title">
      <h2 className="section" id="karma-choice-title">
        Karma
      </h2>
      <div className="field">
        <label htmlFor="karmaPace">Karma changes</label>
        <FrequencySelect name="karmaPace" value={karma.pace} words={frequencyLabels('Never')} onSet={(pace) => set({ pace })} />
      </div>
      <div className="two-fields">
        <Choice name="karmaHour" word="Daily karma at" value={karma.hour} options={hours} onSet={(hour) => set({ hour })} />
        <Choice name="karmaDay" word="Weekly karma on" value={karma.day} options={days} onSet={(day) => set({ day })} />
      </div>
      <Check name="karmaNegative" isOn={karma.showsNegative} onSet={(showsNegative) => set({ showsNegative })}>
        Include karma losses
      </Check>
    </section>
  )
}
