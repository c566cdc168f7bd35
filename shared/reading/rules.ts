import { isKeyChoice, isKeyCommand } from './key-commands.ts'
import { isLookChoice, lookNames } from './look.ts'

/**
 * How the reader's settings are named beside those of the look: whether single keys do anything,
 * and the key of a command.
 */
export const keysSetting = 'keys'
export const keySettingOf = (command: string): string => `key:${command}`

/** Whether that is a setting, and the value one of its choices. */
export function isReaderSetting(name: string, value: string): boolean {
  const look = lookNames.find((known) => known === name)
  if (look !== undefined) return isLookChoice(look, value)
  if (name === keysSetting) return value === 'on' || value === 'off'
  return name.startsWith('key:') && isKeyCommand(name.slice('key:'.length)) && isKeyChoice(value)
}
