import { useState } from 'react'
import { links } from '#shared/links.ts'
import { useRefresh } from '../../data/navigation.ts'
import { sendForm } from '../../data/send-form.ts'
import { wordsFor } from '../wording.ts'

export interface Doing {
  readonly mutation: string
  readonly fields: Readonly<Record<string, string>>
}

/** Which rows are chosen, and one mutation after the other for them. */
export function useBulk(ids: readonly string[]) {
  const refresh = useRefresh()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  // A row that has gone from the list is chosen no more.
  const here = ids.filter((id) => chosen.has(id))

  const choose = (id: string) => {
    const next = new Set(here)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
    setMessage('')
  }

  /** Goes on past a refusal, and says how many there were; what was refused stays chosen. */
  const run = async (what: readonly (Doing & { readonly id: string })[]): Promise<void> => {
    setBusy(true)
    setMessage('')
    const refused: string[] = []
    let words = ''
    for (const { id, mutation, fields } of what) {
      const data = new FormData()
      for (const [name, value] of Object.entries(fields)) data.set(name, value)
      const answer = await sendForm(new URL(links.form(mutation), location.origin).href, data)
      if (answer?.ok === true) continue
      refused.push(id)
      words = answer === null ? 'You’re offline.' : wordsFor(answer.error)
    }
    await refresh()
    setChosen(new Set(refused))
    setBusy(false)
    setMessage(refused.length === 0 ? `${what.length} changed.` : `${refused.length} of ${what.length} weren’t changed. ${words}`)
  }

  return { chosen: new Set(here), choose, setAll: (isOn: boolean) => setChosen(new Set(isOn ? ids : [])), run, isBusy, message }
}
