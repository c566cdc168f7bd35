import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Poll } from '#shared/polls/rules.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { asVisitor } from '../../testing/device.ts'
import { nextId, showHtml } from '../../testing/dom.tsx'
import { livePoll } from './live-poll.ts'

const options = ['Yes', 'No'].map((text, at) => ({ uid: idOf(at + 1), text }))
const poll: Poll = { uid: 'tea', question: 'Tea?', isMultiple: false, closesAt: null, resultsVisible: 'afterVoting', options }

test('a visitor learns that results are for those who vote, and their vote goes the plain way, through signing in', async () => {
  asVisitor()
  const fields = options.map(({ uid, text }) => `<p class="poll-option"><label><input type="radio" name="optionUid" value="${uid}"> ${text}</label></p>`) // oxfmt-ignore
  const main = showHtml(
    `<form method="post" action="/api/form/polls.vote">${fields.join('')}<p class="poll-foot"><button>Vote</button></p></form>`,
  )
  const form = main.querySelector('form')
  if (form === null) throw new Error('no form')
  const stop = livePoll(form, nextId(), { poll, counts: [1, 1], voterCount: 2, isHeld: false }, () => T0)
  try {
    await expect.element(page.getByText('Vote to see the results.')).toBeVisible()
    const sent: boolean[] = []
    form.addEventListener('submit', (event) => {
      sent.push(!event.defaultPrevented)
      event.preventDefault()
    })
    await page.getByRole('radio').first().click()
    await page.getByRole('button', { name: 'Vote' }).click()
    expect(sent).toEqual([true])
  } finally {
    stop()
  }
})
