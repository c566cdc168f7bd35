import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { votePower } from '#shared/votes/rules.ts'
import { voteWarnings } from '#shared/votes/schema.ts'
import { rememberVotes } from '../../data/votes.ts'
import { asMember, asVisitor, mia, openTestDevice } from '../../testing/device.ts'
import { expectAccessible, focused, nextId, press, show } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { followVoteWarnings } from './follow-warnings.ts'
import { VoteControl } from './vote-control.tsx'
import { VoteControls } from './vote-controls.tsx'
import { VoteForm } from './vote-form.tsx'

const mutation = links.mutation('votes.set')
const tally = { score: 10, voteCount: 4, agreement: 2, agreementCount: 1 }
/** Of a weak vote. */
const power = votePower(mia.viewer.karma, 1)

/** A post's vote buttons, with their editor, on a page. */
async function showVotes(id: string, authorId = idOf(100)) {
  await show(
    <>
      <VoteForm from="/posts/1/a">
        <VoteControl kind="post" id={id} tally={tally} isBig />
      </VoteForm>
      <VoteControls find={(kind) => ({ kind, id, said: tally, authorIds: [authorId] })} />
    </>,
  )
}

/** The same, on a device that holds the post. */
async function showOnDevice() {
  const { device, server } = await openTestDevice()
  const id = nextId()
  device.hint(posts, aPost({ id }))
  await showVotes(id)
  return { id, device, server }
}

const up = page.getByRole('button', { name: /^Vote up/u })
const down = page.getByRole('button', { name: /^Vote down/u })
const agree = page.getByRole('button', { name: /^Agree/u })
const approval = page.getByRole('group', { name: /^Approval/u })
const word = page.getByRole('status')

test('a vote is shown at once, before anybody has answered', async () => {
  asMember()
  const answer = network.holds(mutation, { json: { outcome: 'applied' } })
  await showVotes(nextId())
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await expect.element(approval).toHaveAccessibleName(`Approval ${10 + power}`)
  answer()
})

test('where scores are hidden a vote is shown as mine, and no number beside it', async () => {
  asMember()
  const answer = network.holds(mutation, {
    json: { outcome: 'applied', tally: { baseScore: 99, approvalVoteCount: 9, agreement: 9, agreementVoteCount: 9 } },
  })
  const [id, said] = [nextId(), { ...tally, hasHiddenScore: true } as const]
  await show(
    <>
      <VoteForm from="/posts/1/a">
        <VoteControl kind="comment" id={id} tally={said} />
      </VoteForm>
      <VoteControls find={(kind) => ({ kind, id, said, authorIds: [idOf(100)] })} />
    </>,
  )
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  answer()
  await expect.poll(() => network.asked(mutation)).toHaveLength(1)
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await expect.element(approval).toHaveAccessibleName('Approval')
  expect(approval.element().textContent).toBe('')
  await expectAccessible()
})

test('a second press takes the vote back', async () => {
  await showOnDevice()
  await press('{Tab}', '{Enter}')
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await press('{Enter}')
  await expect.element(up).toHaveAttribute('aria-pressed', 'false')
  await expect.element(approval).toHaveAccessibleName('Approval 10')
})

test('a double click is one strong vote', async () => {
  const { device } = await showOnDevice()
  await up.dblClick()
  await expect.element(page.getByRole('button', { name: 'Vote up, strong' })).toHaveAttribute('aria-pressed', 'true')
  expect(await device.unsentCount()).toMatchObject({ queued: 1 })
})

test('a finger goes round: a tap is a weak vote, a second one a strong one, a third takes it back', async () => {
  await showOnDevice()
  const button = page.getByRole('button', { name: /^Vote up/u }).element()
  const tap = () => {
    button.dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }))
    button.dispatchEvent(new PointerEvent('pointerup', { pointerType: 'touch', bubbles: true }))
    button.dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true, cancelable: true }))
  }
  for (const [name, pressed] of [
    ['Vote up', 'true'],
    ['Vote up, strong', 'true'],
    ['Vote up', 'false'],
  ] as const) {
    tap()
    await expect.element(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', pressed)
  }
  await expect.element(approval).toHaveAccessibleName('Approval 10')
})

test('Shift and Enter give a strong vote', async () => {
  await showOnDevice()
  await press('{Tab}')
  expect(focused()).toBe('Vote up')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await expect.element(page.getByRole('button', { name: 'Vote up, strong' })).toBeVisible()
})

test('the other side takes the place of my vote', async () => {
  await showOnDevice()
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await down.click()
  await expect.element(down).toHaveAttribute('aria-pressed', 'true')
  await expect.element(up).toHaveAttribute('aria-pressed', 'false')
  await expect.element(approval).toHaveAccessibleName(`Approval ${10 - power}`)
})

test('approval and agreement are two votes', async () => {
  const { device } = await showOnDevice()
  await up.click()
  await agree.click()
  await expect.element(agree).toHaveAttribute('aria-pressed', 'true')
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => device.unsentCount()).toMatchObject({ queued: 2 })
})

test('my own unsent vote is shown, whatever the server says of an earlier one', async () => {
  const { id } = await showOnDevice()
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  rememberVotes([[id, 'approval', -1]])
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await expect.element(down).toHaveAttribute('aria-pressed', 'false')
})

test('what the server says of my votes is shown where this device has none', async () => {
  asMember()
  const id = nextId()
  await showVotes(id)
  rememberVotes([[id, 'approval', -2]])
  await expect.element(page.getByRole('button', { name: 'Vote down, strong' })).toHaveAttribute('aria-pressed', 'true')
})

test('a vote that the server refuses later is taken back, and why is said', async () => {
  const { server } = await showOnDevice()
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await server.refuses(1, { code: 'rate-limited', reason: null, field: null, retryAfterMs: 60_000 })
  await expect.element(up).toHaveAttribute('aria-pressed', 'false')
  await expect.element(approval).toHaveAccessibleName('Approval 10')
  await expect.element(word).toMatchTextContent('Your vote was not counted.')
})

test('a vote on my own work is refused before anything is sent', async () => {
  asMember()
  await showVotes(nextId(), mia.viewer.userId)
  await agree.click()
  await expect.element(word).toMatchTextContent(/\S/u)
  await expect.element(agree).toHaveAttribute('aria-pressed', 'false')
  expect(network.asked(mutation)).toEqual([])
})

test('a refused vote goes back to what it was, and the word can be closed', async () => {
  asMember()
  network.answers(mutation, {
    json: { outcome: 'rejected', error: { code: 'not-allowed', reason: null, field: null, retryAfterMs: null } },
  })
  await showVotes(nextId())
  await up.click()
  await expect.element(word).toMatchTextContent(/\S/u)
  await expect.element(up).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => word.query()).toBeNull()
})

test('a vote that could not be sent yet says so beside it', async () => {
  const { server } = await showOnDevice()
  server.isReached(false)
  await up.click()
  await expect.element(page.getByText('not sent yet')).toBeVisible()
})

test('without a device the sums of the server stand after its answer', async () => {
  asMember()
  const after = { baseScore: 15, approvalVoteCount: 6, agreement: 2, agreementVoteCount: 1 }
  network.answers(mutation, { json: { outcome: 'applied', tally: after } })
  await showVotes(nextId())
  await up.click()
  await expect.element(approval).toHaveAccessibleName('Approval 15')
})

test('a visitor’s vote goes the plain way, to the page that says what signing in is for', async () => {
  asVisitor()
  await showVotes(nextId())
  const sent: string[] = []
  const hear = (event: SubmitEvent) => {
    event.preventDefault()
    if (event.submitter instanceof HTMLButtonElement) sent.push(event.submitter.value)
  }
  document.addEventListener('submit', hear)
  onTestFinished(() => document.removeEventListener('submit', hear))
  await up.click()
  await expect.poll(() => sent).toHaveLength(1)
  await expect.element(up).toHaveAttribute('aria-pressed', 'false')
})

test('vote buttons are accessible, pressed and not', async () => {
  await showOnDevice()
  await up.click()
  await expect.element(up).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible()
})

// Once for a page: a second one would show the warning again before the first has noted that it is
// read.
beforeAll(() => followVoteWarnings())

/** On Mia's device, where she has been warned at 2,000. */
async function showWarning() {
  const { device, server } = await openTestDevice()
  const account = device.account ?? ''
  const tell = (readUpTo: number) => {
    const row = { id: account, warnedAt: 2_000, readUpTo }
    return server.sends(`me:${account}`, [[voteWarnings.name, row]])
  }
  await tell(0)
  const warning = page.getByRole('dialog', { name: 'Many votes on one author' })
  await expect.element(warning).toBeVisible()
  return { warning, tell, readUpTo: async () => (await device.read.get(voteWarnings, account))?.readUpTo }
}

test('Escape marks the warning about many votes as read', async () => {
  const { warning, readUpTo } = await showWarning()
  await press('{Escape}')
  await expect.poll(() => warning.query()).toBeNull()
  await expect.poll(readUpTo).toBe(2_000)
})

test('a key that was meant for a vote leaves the warning open; its button marks it as read', async () => {
  const { warning, readUpTo } = await showWarning()
  expect(document.activeElement).toBe(warning.element())
  await press('{Enter}')
  await expect.element(warning).toBeVisible()
  expect(await readUpTo()).toBe(0)
  await warning.getByRole('button', { name: 'I’ve read this' }).click()
  await expect.poll(() => warning.query()).toBeNull()
  await expect.poll(readUpTo).toBe(2_000)
})

test('the warning about many votes goes once it was read in another tab, and does not come up again', async () => {
  const { warning, tell } = await showWarning()
  await tell(2_000)
  await expect.poll(() => warning.query()).toBeNull()
  document.dispatchEvent(new Event('visibilitychange'))
  await tell(2_000)
  expect(warning.query()).toBeNull()
})
