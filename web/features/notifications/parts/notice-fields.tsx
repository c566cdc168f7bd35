/** The fields of how one is told: each says at once what was chosen. */
import type { ReactNode } from 'react'
import type { MailFrequency } from '#shared/notifications/types.ts'

const frequencyNames = ['off', 'now', 'daily', 'weekly'] as const satisfies readonly MailFrequency[]

/** @param off the word for none */
export const frequencyLabels = (off: string): Readonly<Record<MailFrequency, string>> => ({
  off,
  now: 'Instantly',
  daily: 'Daily',
  weekly: 'Weekly',
})

export const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
export const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

interface FrequencySelectProps {
  /** Also its id. */
  readonly name: string
  /** Where no label stands beside it. */
  readonly label?: string
  readonly value: MailFrequency
  readonly words: Readonly<Record<MailFrequency, string>>
  readonly onSet: (pace: MailFrequency) => void
}

/** How often something comes, or that it does not. */
export function FrequencySelect({ name, label, value, words, onSet }: FrequencySelectProps) {
  return (
    <select
      className="input"
      id={name}
      name={name}
      aria-label={label}
      value={value}
      onChange={(event) => onSet(frequencyNames.find((pace) => pace === event.target.value) ?? 'off')}
    >
      {frequencyNames.map((pace) => (
        <option key={pace} value={pace}>
          {words[pace]}
        </option>
      ))}
    </select>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly word: string
  readonly value: number
  readonly options: readonly string[]
  readonly onSet: (value: number) => void
}

export function Choice({ name, word, value, options, onSet }: ChoiceProps) {
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

export function Check({ name, isOn, onSet, children }: CheckProps) {
  return (
    <p className="check">
      <input id={name} name={name} type="checkbox" checked={isOn} onChange={(event) => onSet(event.target.checked)} />
      <label htmlFor={name}>{children}</label>
    </p>
  )
}
