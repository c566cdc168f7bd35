import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenPaused } from './when-paused.ts'

const form = document.createElement('form')
const field = form.appendChild(document.createElement('textarea'))
const isPaused = vi.fn<() => void>()
beforeEach(() => {
  vi.useFakeTimers()
  document.body.append(form)
  field.focus()
})
afterEach(() => {
  vi.useRealTimers()
  isPaused.mockReset()
  form.remove()
})

test('nobody is interrupted between two keys, nor in a word that a keyboard composes', () => {
  whenPaused(form, isPaused)
  for (let keys = 0; keys < 40; keys += 1) {
    vi.advanceTimersByTime(250)
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  }
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  vi.advanceTimersByTime(60_000)
  expect(isPaused).not.toHaveBeenCalled()
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  vi.advanceTimersByTime(300)
  expect(isPaused).toHaveBeenCalledTimes(1)
})

test('where nobody is in the form, or it is gone, nothing is waited for', () => {
  field.blur()
  whenPaused(form, isPaused)
  vi.advanceTimersByTime(1)
  expect(isPaused).toHaveBeenCalledTimes(1)
  field.focus()
  whenPaused(form, isPaused)()
  vi.advanceTimersByTime(1_000)
  expect(isPaused).toHaveBeenCalledTimes(1)
})
