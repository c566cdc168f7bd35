import type { ComponentType } from 'react'
import { useSyncExternalStore } from 'react'
import { createStore } from '../../data/store.ts'
import { useMe } from '../../data/viewer.ts'

export interface SmallEditorProps {
  /** Its Markdown is what is kept and sent. */
  readonly field: HTMLTextAreaElement
  /** For screen readers. */
  readonly label: string
  readonly placeholder: string
  /** The text is longer than a comment may be: the plain field has it. */
  readonly onTooMuch: () => void
}

type Bring = () => Promise<ComponentType<SmallEditorProps>>

/**
 * The app brings the editor (web/app/device-side.ts); `null` where there is none, as for visitors.
 */
export const smallEditor = createStore<Bring | null>(null)

const key = 'comment-editor'
const inMarkdown = 'markdown'
const choice = createStore(true)
const following = { hasBegun: false }

function follow(): void {
  if (following.hasBegun) return
  following.hasBegun = true
  try {
    choice.set(localStorage.getItem(key) !== inMarkdown)
  } catch {
    return // storage is forbidden: nothing to follow
  }
  window.addEventListener('storage', (event) => {
    if (event.key === key) choice.set(event.newValue !== inMarkdown)
  })
}

/** Members write comments with formatting on this device, unless they chose Markdown. */
export function useIsFormatted(): boolean {
  const bring = useSyncExternalStore(smallEditor.subscribe, smallEditor.get, () => null)
  const isChosen = useSyncExternalStore(choice.subscribe, choice.get, () => false)
  const { isKnown, viewer } = useMe()
  return bring !== null && isChosen && isKnown && viewer.kind === 'member'
}

/** Whether there is a choice here. */
export const useHasSmallEditor = (): boolean => useSyncExternalStore(smallEditor.subscribe, smallEditor.get, () => null) !== null

export function bringSmallEditor(bring: Bring): void {
  follow()
  smallEditor.set(bring)
}

export function setFormatted(isOn: boolean): void {
  choice.set(isOn)
  try {
    if (isOn) localStorage.removeItem(key)
    else localStorage.setItem(key, inMarkdown)
  } catch {
    // Storage is full or forbidden: the choice holds until the page is left.
  }
}
