import type { LookName } from '../data/look.ts'
import { lookChoices, setLook, useLook } from '../data/look.ts'

const legends: Readonly<Record<LookName, string>> = {
  theme: 'Theme', size: 'Text size', face: 'Essays in', width: 'Column', lines: 'Lines', talk: 'Comments in',
}

/** The reader's settings as radio buttons; a choice holds at once and stays on this device. */
export function LookFields({ names }: { readonly names: readonly LookName[] }) {
  const look = useLook()
  return names.map((name) => (
    <fieldset className="choice" key={name}>
      <legend>{legends[name]}</legend>
      <div className="choice-row">
        {Object.entries(lookChoices[name]).map(([value, words]) => (
          <label key={value}>
            <input
              type="radio"
              name={`look-${name}`}
              value={value}
              checked={look[name] === value}
              onChange={() => setLook({ [name]: value })}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  ))
}
