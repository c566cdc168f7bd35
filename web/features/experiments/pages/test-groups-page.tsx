import { useId } from 'react'
import { links } from '#shared/links.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ShownTest, TestGroupsLoad } from '../experiments.load.ts'
import '../experiments.css'

const form = 'experiments.chooseGroup'
const messages = {
  'test:invalid': 'You can’t choose a group in this test any more. Nothing was changed.',
  'group:invalid': 'This test has no such group. Nothing was changed.',
}

/** In which group of each running test the reader is; members may choose another one. */
export default function TestGroupsPage() {
  const { key, isMember, tests } = usePage<TestGroupsLoad>()
  const refused = useRefusedForm(form)
  const isOver = refused !== null && !tests.some(({ name, choice }) => choice !== null && name === refused.values['test'])
  return (
    <div className="narrow">
      <h1 className="page-title">A/B test groups</h1>
      <p className="stand">
        An A/B test shows different versions of something to different people. Your group in each test follows from a key
        {isMember ? ', unless you choose another.' : '.'}
      </p>
      <p>
        Your key: <code className="test-key">{key}</code>
      </p>
      <p className="soft meta">
        {isMember
          ? 'It is the ID of your account, the same on all your devices.'
          : 'Visitors don’t have keys of their own: all of them share this one, and are in the same groups.'}
      </p>
      {isOver ? (
        <Notice kind="danger" isUrgent>
          {messages['test:invalid']}
        </Notice>
      ) : null}
      {tests.length === 0 ? <p className="empty">No tests are running right now.</p> : <Groups tests={tests} />}
      {isMember || tests.every(({ isForEveryone }) => isForEveryone) ? null : (
        <p>
          <a href={links.login({ returnTo: links.abTestGroups() })}>Sign in</a> to have a key of your own, and to choose another group.
        </p>
      )}
    </div>
  )
}

function Groups({ tests }: { readonly tests: readonly ShownTest[] }) {
  return (
    <table className="test-groups">
      <thead>
        <tr>
          <th scope="col">Test</th>
          <th scope="col">Your group</th>
        </tr>
      </thead>
      <tbody>
        {tests.map((test) => (
          <tr key={test.name}>
            <th scope="row" dir="auto">
              {test.description}
            </th>
            <td>
              <bdi>{test.group}</bdi>
              {test.isForEveryone ? <span className="soft"> · Everyone is in this group</span> : null}
              {test.choice === null ? null : <Choice test={test} choice={test.choice} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ChoiceProps {
  readonly test: ShownTest
  readonly choice: NonNullable<ShownTest['choice']>
}

function Choice({ test: { name, description }, choice: { groups, chosen, assigned } }: ChoiceProps) {
  const id = useId()
  return (
    <MutationForm name={form} about={{ test: name }} messages={messages} className="test-choice">
      <label className="sr" htmlFor={id}>
        Group in the test: {description}
      </label>
      {/* The saved choice is drawn anew; the button keeps the focus. */}
      <select key={chosen} id={id} name="group" className="input" defaultValue={chosen ?? ''}>
        <option value="">By your key: {assigned}</option>
        {groups.map((group) => (
          <option key={group} value={group}>
            {group}
          </option>
        ))}
      </select>
      <button className="btn">
        Save group<span className="sr">: {description}</span>
      </button>
    </MutationForm>
  )
}
