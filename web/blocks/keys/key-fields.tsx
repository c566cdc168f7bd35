import { useEffect, useId, useState } from 'react'
import type { KeyCommand } from '#shared/reading/key-commands.ts'
import { commandNames, isKeyChoice, isKeyCommand, keyCommands } from '#shared/reading/key-commands.ts'
import { currentKeys, keyOf, setKeys, startKeySettings, useKeySettings } from '../../data/key-settings.ts'
import { keyGroups, keyWord } from './key-words.ts'

/** Single keys: on or off, and which does what. */
export function KeyFields() {
  const settings = useKeySettings()
  useEffect(() => {
    startKeySettings()
    import('../reading/comfort-styles.ts').catch(reportError)
  }, [])
  return (
    <div className="key-fields">
      <label className="check">
        <input type="checkbox" checked={settings.isOn} onChange={(event) => setKeys({ ...settings, isOn: event.currentTarget.checked })} />
        Enable single-key shortcuts
      </label>
      <p className="hint-line">Keys without Ctrl or Alt. Disabled while typing. Leave a field empty for no shortcut.</p>
      {keyGroups.map(({ title, words }) => (
        <fieldset key={title} disabled={!settings.isOn}>
          <legend>{title}</legend>
          <div className="key-grid">
            {Object.keys(words)
              .filter(isKeyCommand)
              .map((command) => (
                <KeyField key={command} command={command} value={keyOf(settings, command)} />
              ))}
          </div>
        </fieldset>
      ))}
      <p className="acts">
        <button type="button" className="btn" onClick={() => setKeys({ isOn: true, keys: {} })}>
          Reset all shortcuts
        </button>
      </p>
    </div>
  )
}

function KeyField({ command, value }: { readonly command: KeyCommand; readonly value: string }) {
  const id = useId()
  /** What stands in the field while it is being changed; it may be no key yet. */
  const [typed, setTyped] = useState<string | null>(null)
  const why = typed === null || typed === value ? null : whyNot(command, typed)
  const take = (next: string) => {
    setTyped(next)
    if (whyNot(command, next) !== null) return
    const settings = currentKeys()
    setKeys({ ...settings, keys: { ...settings.keys, [command]: next } })
  }
  return (
    <div className="key-field">
      <label htmlFor={id}>{keyWord(command)}</label>
      <input
        id={id}
        className="input"
        value={typed ?? value}
        maxLength={3}
        size={3}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={keyCommands[command]}
        aria-invalid={why === null ? undefined : true}
        aria-describedby={why === null ? undefined : `${id}-why`}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => take(event.currentTarget.value.trim())}
        onBlur={() => setTyped(null)}
      />
      {why === null ? null : (
        <p className="field-error" id={`${id}-why`} role="alert">
          {why}
        </p>
      )}
    </div>
  )
}

/** Why that cannot be the key of this command; `null` when it can. */
function whyNot(command: KeyCommand, key: string): string | null {
  if (!isKeyChoice(key)) return 'Use one character, or g and one character.'
  const settings = currentKeys()
  const other = key === '' ? undefined : commandNames.find((name) => name !== command && keyOf(settings, name) === key)
  if (other !== undefined) return `“${key}” is: ${keyWord(other)}`
  const isFirstOfTwo = commandNames.some((name) => name !== command && keyOf(settings, name).startsWith(`${key} `))
  return key !== '' && isFirstOfTwo ? `“${key}” starts another shortcut.` : null
}
