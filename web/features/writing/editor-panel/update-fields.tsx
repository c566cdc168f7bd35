import { useId } from 'react'

/** What an author says of an update. */
export interface UpdateChoice {
  readonly note: string
  readonly level: 'minor' | 'major'
}

interface UpdateFieldsProps {
  readonly choice: UpdateChoice
  readonly onChoice: (choice: UpdateChoice) => void
}

export function UpdateFields({ choice, onChoice }: UpdateFieldsProps) {
  const id = useId()
  return (
    <div className="two-fields">
      <div className="field">
        <label htmlFor={`${id}-note`}>Edit summary</label>
        <input
          className="input"
          id={`${id}-note`}
          maxLength={200}
          autoComplete="off"
          value={choice.note}
          onChange={(event) => onChoice({ ...choice, note: event.target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-level`}>Size of the change</label>
        <select
          className="input"
          id={`${id}-level`}
          value={choice.level}
          onChange={(event) => onChoice({ ...choice, level: event.target.value === 'major' ? 'major' : 'minor' })}
        >
          <option value="minor">Minor version</option>
          <option value="major">Major version</option>
        </select>
      </div>
    </div>
  )
}
