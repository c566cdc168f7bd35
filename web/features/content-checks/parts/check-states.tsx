import { moderationLinks } from '#shared/moderation/links.ts'
import { checkTitles } from '../check-titles.ts'
import type { loadMarkedTexts } from '../marked-texts.load.ts'

/** Which checks are on, and where they are changed. */
export function CheckStates({ checks, canManage }: Pick<Awaited<ReturnType<typeof loadMarkedTexts>>, 'checks' | 'canManage'>) {
  return (
    <p className="meta report-facts">
      {checks.map(({ name, isOn }) => (
        <span key={name}>
          {checkTitles[name]}: <span className={isOn ? 'warm' : 'soft'}>{isOn ? 'on' : 'off'}</span>
        </span>
      ))}
      {canManage ? <a href={moderationLinks.contentChecks()}>Change checks</a> : null}
    </p>
  )
}
