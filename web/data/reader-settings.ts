/**
 * Keeps the reader's settings of this device and those of the account together, each setting by
 * itself. What was agreed on last is remembered: what the account says otherwise was set on another
 * device and is taken over; what this device has otherwise was set here and is sent. A device that
 * meets an account for the first time takes what the account says, and gives it what it says
 * nothing of. A visitor's stay here.
 */
import { isKeyCommand, keyCommands } from '#shared/reading/key-commands.ts'
import type { Look } from '#shared/reading/look.ts'
import { defaultLook, lookNames } from '#shared/reading/look.ts'
import { setReaderSetting } from '#shared/reading/mutations.ts'
import { isReaderSetting, keysSetting, keySettingOf } from '#shared/reading/rules.ts'
import { readerSettings } from '#shared/reading/schema.ts'
import { whenDevice } from './device/bring.ts'
import { currentDevice } from './device/current.ts'
import type { Changed } from './device/device-api.ts'
import { reportUnlessClosed } from './device/report-unless-closed.ts'
import { currentKeys, setKeys, startKeySettings, whenKeysChange } from './key-settings.ts'
import { currentLook, setLook, startLook, whenLookChanges } from './look.ts'

type Values = Readonly<Record<string, string>>

const agreedKey = 'reader-settings'

/** Follows both sides from now on, whoever is here. */
export function followReaderSettings(): void {
  startLook()
  startKeySettings()
  let turn: Promise<void> = Promise.resolve()
  const meet = () => {
    turn = turn.then(meetAccount).catch(reportUnlessClosed)
  }
  const hear = ({ kinds, shapes }: Changed) => {
    if (kinds.has(readerSettings.name) || [...shapes].some((shape) => shape.startsWith('me:'))) meet()
  }
  let leave = () => {}
  const follow = () => {
    leave()
    leave = currentDevice.get()?.subscribe(hear) ?? (() => {})
    meet()
  }
  currentDevice.subscribe(follow)
  whenLookChanges(meet)
  whenKeysChange(meet)
  void whenDevice().then(follow)
}

async function meetAccount(): Promise<void> {
  const device = currentDevice.get()
  // Before all of the account's own rows are here, that there is none says nothing.
  if (device === null || device.account === null || !device.holds(`me:${device.account}`)) return
  const row = await device.read.get(readerSettings, device.account)
  const { agreed, toSet, toSend } = compare(agreedWith(device.account), localValues(), row?.values ?? {})
  if (Object.keys(toSet).length > 0) take(toSet)
  for (const [name, value] of Object.entries(toSend)) await device.commit(setReaderSetting, { name, value })
  // Not before it is kept: another tab would take what the account still says for another device's
  // word, and undo the choice.
  remember(device.account, agreed)
}

/**
 * Three sides: what was agreed, what is here, what the account says. A setting that none of them
 * names is as from the start.
 */
export function compare(
  agreed: Values,
  here: Values,
  account: Values,
): { readonly agreed: Values; readonly toSet: Values; readonly toSend: Values } {
  const toSet: Record<string, string> = {}
  const toSend: Record<string, string> = {}
  const next: Record<string, string> = {}
  for (const name of new Set([...Object.keys(here), ...Object.keys(account), ...Object.keys(agreed)])) {
    const [then, now, there] = [agreed[name], here[name] ?? valueFromTheStart(name), account[name]]
    if (there !== undefined && there !== then) {
      // A newer app's: left alone, and not agreed on.
      if (!isReaderSetting(name, there)) continue
      if (there !== now) toSet[name] = there
      next[name] = there
    } else {
      // Agreed on by a newer app that was here before: this one cannot say it.
      if (!isReaderSetting(name, now)) continue
      if (now !== (then ?? valueFromTheStart(name))) toSend[name] = now
      next[name] = now
    }
  }
  return { agreed: next, toSet, toSend }
}

function valueFromTheStart(name: string): string {
  const look = lookNames.find((known) => known === name)
  if (look !== undefined) return defaultLook[look]
  const command = name.slice('key:'.length)
  return name === keysSetting ? 'on' : isKeyCommand(command) ? keyCommands[command] : ''
}

function localValues(): Values {
  const { isOn, keys } = currentKeys()
  const chosen = Object.entries(keys).map(([command, key]) => [keySettingOf(command), key] as const)
  return { ...currentLook(), [keysSetting]: isOn ? 'on' : 'off', ...Object.fromEntries(chosen) }
}

function take(values: Values): void {
  const look = Object.fromEntries(lookNames.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))
  // Each was found to be one of its choices.
  if (Object.keys(look).length > 0) setLook(look as Partial<Look>)
  const { isOn, keys } = currentKeys()
  const chosen = Object.entries(values).flatMap(([name, key]) => (name.startsWith('key:') ? [[name.slice('key:'.length), key]] : []))
  const on = values[keysSetting]
  if (chosen.length > 0 || on !== undefined)
    setKeys({ isOn: on === undefined ? isOn : on === 'on', keys: { ...keys, ...Object.fromEntries(chosen) } })
}

function agreedWith(account: string): Values {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(agreedKey) ?? 'null')
    if (typeof value !== 'object' || value === null || !('account' in value) || value.account !== account || !('values' in value)) return {}
    const { values } = value
    if (typeof values !== 'object' || values === null) return {}
    return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
  } catch {
    return {}
  }
}

function remember(account: string, values: Values): void {
  try {
    localStorage.setItem(agreedKey, JSON.stringify({ account, values }))
  } catch {
    // Full or forbidden: the account's word stands at the next meeting.
  }
}
