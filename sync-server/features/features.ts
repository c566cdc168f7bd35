/** The features' side of the server, put together: who is signed in, every form, and mail. `main.ts` is given this. */
import type { FeatureTools, Features } from '#server/main.ts'
import type { Apply } from '#server/http/ports.ts'
import type { AccountDesk } from './accounts/account-desk.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { ForwardPorts } from './reports/forward.ts'
import { createMail, isOnlyHere } from '#server/mail/create-mail.ts'
import { devInboxRoutes } from '#server/mail/dev-inbox-routes.ts'
import { RecentDeeds } from '#server/http/recent-deeds.ts'
import { accountDesk } from './accounts/account-desk.ts'
import { createAccounts } from './accounts/accounts.ts'
import { firstAdminLink } from './accounts/first-admin.ts'
import { accountForms } from './accounts/forms.ts'
import { createPasswords } from './accounts/passwords.ts'
import { cookieJar } from './accounts/session-cookie.ts'
import { commentForms } from './comments/forms.ts'
import { postForms } from './posts/forms.ts'
import { reportForms } from './reports/forms.ts'
import { createReports } from './reports/reports.ts'
import { reportRoutes } from './reports/routes.ts'
import { voteForms } from './votes/forms.ts'

/** What tests set. */
export interface FeatureOptions {
  readonly now?: () => number
  readonly passwords?: Passwords
  readonly forward?: ForwardPorts
}

/** Besides what the HTTP side asks for: the dev inbox's pages, and what is to be done once the address of the site is known. */
export function createFeatures(
  { config, store, writer, rooms, log }: FeatureTools,
  options: FeatureOptions = {},
): Features & { settled(): Promise<void> } {
  const { now = Date.now, passwords = createPasswords(), forward } = options
  let origin = config.siteUrl ?? 'http://localhost'
  const apply: Apply = (deed) => writer.apply(deed)
  const onError = (error: unknown): void => log.error({ err: error }, 'work behind an answer failed')
  const mail = createMail({ ...config, now, warn: (about, message) => log.warn(about, message) })
  const cookies = cookieJar(config.siteUrl?.startsWith('https:') ?? false)
  const accounts = createAccounts({ store, apply, cookies, now, onError })
  const desk = accountDesk({
    store,
    apply,
    cookies,
    onError,
    passwords,
    forget: accounts.forget,
    post: mail.outbox.post,
    site: () => ({ name: config.siteName, origin }),
    firstIsAdmin: isOnlyHere(config),
  })
  const reports = createReports({ config, store, writer, now, onError, ...(forward === undefined ? {} : { forward }) })
  const tools = { store, apply, recent: new RecentDeeds(), rooms }
  const hasMail = config.smtpUrl !== null || mail.devInbox !== null
  const reportTools = { ...tools, post: hasMail ? mail.outbox.post : null, site: desk.site }
  const { devInbox } = mail
  const pruning = setInterval(() => desk.behind(() => prune(desk)), 3_600_000).unref()
  /** What went on behind answers is done. */
  const settled = async (): Promise<void> => {
    await desk.settled()
    await reports.keeper.settled()
    await mail.outbox.settled()
  }
  return {
    accounts,
    forms: new Map([...accountForms(desk), ...postForms(tools), ...commentForms(tools), ...voteForms(tools), ...reportForms(reportTools)]),
    noteFault: reports.noteFault,
    hasDevInbox: devInbox !== null,
    moreRoutes(app) {
      if (devInbox !== null) devInboxRoutes(app, devInbox)
      reportRoutes(app, { reports, store, now, sessionOf: (request) => accounts.sessionOf(request) })
    },
    async listening(address) {
      origin = address
      const link = await firstAdminLink({ store, apply, origin, now: now() })
      if (link !== null)
        log.warn({ link }, 'there is no administrator yet: open this link and sign up to become one; it works once, for seven days')
    },
    settled,
    async close() {
      clearInterval(pruning)
      await reports.close()
      await settled()
      await mail.close()
    },
  }
}

async function prune(desk: AccountDesk): Promise<void> {
  await desk.deed('accounts.pruneAttempts', {})
}
