import type { FollowerState, JobState } from '#shared/pages/health-view.ts'
import { counted } from '../../../blocks/counts.ts'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import { exactTime } from '../../../ui/time-words.ts'
import { Time } from '../../../ui/time.tsx'
import { minuteMs } from '#shared/kernel/durations.ts'

/** Who reads the journal, and how far behind. */
export function Followers({ position, followers }: { readonly position: number; readonly followers: readonly FollowerState[] }) {
  return (
    <section aria-labelledby="followers-title">
      <h2 className="section" id="followers-title">
        Journal consumers
      </h2>
      <p className="meta soft">Position: {counted(position, 'entry', 'entries')}.</p>
      <ScrollBox label="Journal consumers">
        <table className="nums meta health-list">
          <thead>
            <tr>
              <th scope="col">Follower</th>
              <th scope="col">Behind by</th>
            </tr>
          </thead>
          <tbody>
            {followers.map(({ name, behind }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{behind === 0 ? 'nothing' : counted(behind, 'entry', 'entries')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </section>
  )
}

/** A job that has not gone well for three of its turns is worth a look. */
const patience = 3

export function Jobs({ jobs, now }: { readonly jobs: readonly JobState[]; readonly now: number | null }) {
  return (
    <section aria-labelledby="jobs-title">
      <h2 className="section" id="jobs-title">
        Jobs
      </h2>
      {jobs.length === 0 ? (
        <p className="soft">This process runs no jobs.</p>
      ) : (
        <ScrollBox label="Jobs">
          <table className="nums meta health-list">
            <thead>
              <tr>
                <th scope="col">Job</th>
                <th scope="col">Every</th>
                <th scope="col">Last success</th>
                <th scope="col">Took</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map((job) => (
                <tr key={job.name}>
                  <th scope="row">{job.name}</th>
                  <td>{spanOf(job.everyMs)}</td>
                  <td>
                    <LastTime job={job} now={now} />
                  </td>
                  <td>{job.tookMs === null ? '–' : `${job.tookMs} ms`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  )
}

function LastTime({ job: { succeededAt, failedAt, everyMs }, now }: { readonly job: JobState; readonly now: number | null }) {
  const isFailing = failedAt !== null && failedAt > (succeededAt ?? 0)
  const isLate = now !== null && succeededAt !== null && now - succeededAt > patience * everyMs
  return (
    <>
      {succeededAt === null ? 'not yet' : now === null ? exactTime(succeededAt, 'UTC') : <Time at={succeededAt} now={now} />}
      {isFailing ? <b className="beyond"> failing</b> : isLate ? <b className="beyond"> late</b> : null}
    </>
  )
}

function spanOf(ms: number): string {
  if (ms < minuteMs) return `${ms / 1_000} s`
  return ms < 60 * minuteMs ? `${ms / minuteMs} min` : `${ms / (60 * minuteMs)} h`
}
