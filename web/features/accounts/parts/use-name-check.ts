import type { FocusEvent, FormEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { sendForm } from '../../../data/send-form.ts'

const pauseMs = 400

/**
 * Asks the server about a name while it is typed, by the rule that signing up asks. Says nothing
 * where nobody could be asked: then the form's answer does.
 * @param id of the field, for what was typed before the script was there.
 * @param error the form's refusal: what was said before it is over with it.
 */
export function useNameCheck(id: string, error: FormError | null) {
  const [found, setFound] = useState<{ readonly words: string; readonly since: FormError | null } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef('')
  const check = async (name: string): Promise<void> => {
    const data = new FormData()
    data.set('userName', name)
    const answer = await sendForm(links.form('accounts.checkName'), data)
    const isRefused = answer?.ok === false && answer.error.field === 'userName'
    const { wordsFor } = isRefused ? await import('../../../blocks/wording.ts') : { wordsFor: () => '' }
    if (asked.current === name) setFound({ words: isRefused ? wordsFor(answer.error) : '', since: error })
  }
  const ask = (typed: string): void => {
    const name = typed.trim()
    asked.current = name
    clearTimeout(timer.current)
    // A single letter is the beginning of a name, not a wrong one.
    if (name.length < 2) return setFound(null)
    timer.current = setTimeout(() => {
      // Without a network for the words, the form's answer says it.
      check(name).catch(() => undefined)
    }, pauseMs)
  }
  const early = useRef(ask)
  useEffect(() => {
    const field = document.getElementById(id)
    // A form that comes back refused has its answer already.
    const isTyped = field instanceof HTMLInputElement && field.value !== field.defaultValue
    if (isTyped) early.current(field.value)
    return () => clearTimeout(timer.current)
  }, [id])
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>): void => ask(currentTarget.value)
  return { live: found !== null && found.since === error ? found.words : null, onInput }
}

/** Only its form is looked at, once it is left: who has it is nobody else's business. */
export function useAddressCheck(error: FormError | null) {
  const [found, setFound] = useState<{ readonly words: string; readonly since: FormError | null } | null>(null)
  const onBlur = ({ currentTarget: { value, validity }, relatedTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    // Words that come between the press on a button and its release would move it away: the click
    // would be lost. Sending says them anyway.
    if (!(relatedTarget instanceof HTMLInputElement)) return
    if (value === '') return setFound(null)
    setFound({ words: validity.typeMismatch ? 'That doesn’t look like an email address.' : '', since: error })
  }
  return { live: found !== null && found.since === error ? found.words : null, onBlur }
}
