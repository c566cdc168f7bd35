import type { SettingChoice, SettingValues, Settings } from '#shared/kernel/settings.ts'

interface SettingFieldsProps<Named extends Settings> {
  readonly settings: Named
  /** Those of this one alone. */
  readonly section: string
  readonly values: SettingValues<Named>
  /** With scripting, each at once. */
  readonly onSet: (choice: SettingChoice<Named>) => void
}

/** Settings of one section of a form, in the order in which they are declared. */
export function SettingFields<Named extends Settings>({ settings, section, values, onSet }: SettingFieldsProps<Named>) {
  const own = Object.entries(settings).filter(([, setting]) => setting.section === section)
  // A choice of the setting of that very name.
  const set = (field: string, value: boolean | string) => onSet({ field, value } as SettingChoice<Named>)
  return own.map(([name, { label, help, choices }]) => {
    const described = help === undefined ? {} : { 'aria-describedby': `${name}-help` }
    const quietLine =
      help === undefined ? null : (
        <span className="meta soft" id={`${name}-help`}>
          {help}
        </span>
      )
    return choices === undefined ? (
      <p className="check" key={name}>
        <input
          id={name}
          name={name}
          type="checkbox"
          checked={values[name] === true}
          onChange={(event) => set(name, event.target.checked)}
          {...described}
        />
        <span>
          <label htmlFor={name}>{label}</label>
          {quietLine === null ? null : <br />}
          {quietLine}
        </span>
      </p>
    ) : (
      <div className="field" key={name}>
        <label htmlFor={name}>{label}</label>
        <select
          className="input"
          id={name}
          name={name}
          value={String(values[name])}
          onChange={(event) => set(name, event.target.value)}
          {...described}
        >
          {Object.entries(choices).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        {quietLine}
      </div>
    )
  })
}
