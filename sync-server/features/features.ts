/**
 * The features' side of the server, put together: who is signed in, every form, and mail. `main.ts`
 * is given this.
 */
import type { FeatureTools, Features } from '#server/main.ts'
import type { Apply } from '#server/http/ports.ts'
import type { AccountTools } from './accounts/account-tools.ts'
import type { Passwords } from './accounts/passwords.ts'
import type { ForwardPorts } from './reports/forward.ts'
import type { Limits } from '#server/http/limits.ts'
import { startAnswersByMail } from './messages/answer-by-mail.ts'
import { createMail, isLoopbackOnly } from '#server/mail/create-mail.ts'
import { waitFor } from '#server/triggers/rate-limit.ts'
import { devInboxRoutes } from '#server/mail/dev-inbox-routes.ts'
import { RecentMutations } from '#server/http/recent-mutations.ts'
import { accountTools } from './accounts/account-tools.ts'
import { createAccounts } from './accounts/accounts.ts'
import { remindOfEnd } from './accounts/closure-forms.ts'
import { confirmPassword } from './accounts/confirm-password.ts'
import { firstAdminLink } from './accounts/first-admin.ts'
import { accountForms } from './accounts/forms.ts'
import { limits } from './accounts/limits.ts'
import { createPasswords } from './accounts/passwords.ts'
import { cookieJar } from './accounts/session-cookie.ts'
import { createAnalytics } from './analytics/analytics.ts'
import { api } from './api/api.ts'
import { keyForms } from './api/key-forms.ts'
import { calendarForms } from './events/calendar-forms.ts'
import { newsSources, serverDomains } from './domains.ts'
import { exchangeRoutes } from './import-export/routes.ts'
import { createCards } from '#server/cards/cards.ts'
import { nobodyElse } from '#server/nodes/bus.ts'
import { alone } from '#server/nodes/leader-election.ts'
import { reviewExportRoutes } from './annual-review/export-routes.ts'
import { oembedRoutes } from './oembed/routes.ts'
import { createPictures } from './pictures/pictures.ts'
import { townRoutes } from '#server/search/towns/town-routes.ts'
import { guestForms } from './events/guest-forms.ts'
import { guestRoutes } from './events/guest-routes.ts'
import { guestMailWriter } from './events/write-guest-mail.ts'
import { newsletterForms } from './newsletters/forms.ts'
import { newsletterRoutes } from './newsletters/routes.ts'
import { letterWriter } from './newsletters/write-letter.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { mailStore } from '#server/notify/mail-operations.ts'
import type { Notifier } from '#server/notify/notifier.ts'
import { startNotifier, vapidKeys } from '#server/notify/notifier.ts'
import { secretKeeper } from '#server/notify/secrets.ts'
import { noticeWriter } from '#server/notify/write-notices.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { pictureForms } from './pictures/forms.ts'
import { postForms } from './posts/forms.ts'
import type { DraftTerms } from './glossary/draft-terms.ts'
import { termDrafter } from './glossary/draft-terms.ts'
import { glossaryForms } from './glossary/forms.ts'
import { commentSimilarity } from './comment-similarity/comment-similarity.ts'
import { commentSimilarityForms } from './comment-similarity/forms.ts'
import { reportForms } from './reports/forms.ts'
import { sequenceBookRoutes } from './sequences/sequence-book-routes.ts'
import { providerClient } from './accounts/provider-client.ts'
import { providerRoutes } from './accounts/provider-routes.ts'
import { createReports } from './reports/reports.ts'
import { policyReportRoutes } from './reports/policy-routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { atMost } from '#server/search/at-most.ts'
import { searchClient } from '#server/search/search-client.ts'
import { paymentForms } from '#server/features/payments/forms.ts'
import type { Payments } from '#server/features/payments/payments-port.ts'
import { paymentsPort } from '#server/features/payments/payments-port.ts'
import { paymentsVault } from '#server/features/payments/vault.ts'
import type { Archive } from '#server/archive/archive.ts'
import { createArchive } from '#server/archive/archive.ts'
import { hourMs } from '#shared/kernel/durations.ts'

/** The first pages go first. */
const searchAfterMs = 2_000
/** After search, which readers miss sooner. */
const archiveAfterMs = 5_000
/**
 * Each holds one of the store's readers while it waits: the others are for the rest of the site.
 */
const searchingPages = 6
/**
 * And programs: with the pages fewer than Postgres has readers, since each holds one while it is
 * answered.
 */
const searchingPrograms = 3

/** What tests set. */
export interface FeatureOptions {
  readonly now?: () => number
  readonly passwords?: Passwords
  readonly forward?: ForwardPorts
  readonly draftTerms?: DraftTerms
  readonly archive?: { readonly afterMs: number } & Pick<Parameters<typeof createArchive>[0], 'child'>
  /** A push service on this machine is one, too. */
  readonly allowsLoopbackPush?: boolean
}

/**
 * Besides what the HTTP side asks for: the dev inbox's pages, and what is to be done once the
 * address of the site is known.
 */
export function createFeatures(
  { config, store, writer, rooms, log, lead = alone(writer), bus = nobodyElse }: Omit<FeatureTools, 'jobs'>,
  options: FeatureOptions = {},
): Features & { settled(): Promise<void>; readonly archive: Archive } {
  const { now = store.clock, passwords = createPasswords(), forward, allowsLoopbackPush = false } = options
  let origin = config.siteUrl ?? 'http://localhost'
  const apply: Apply = (mutation) => writer.apply(mutation)
  const onError = (error: unknown): void => log.error({ err: error }, 'work behind an answer failed')
  const secrets = secretKeeper(store, writer)
  const site = () => ({ name: config.siteName, origin })
  const writeNotices = noticeWriter({ store, secrets, site, replyDomain: config.inboundMail?.domain ?? null })
  const writeLetter = letterWriter({ store, secrets, site })
  const writeGuestMail = guestMailWriter({ store, secrets, site })
  const waitingMails = mailStore({
    ...{ store, writer, now },
    write: (waiting, at) =>
      (waiting.letter !== undefined ? writeLetter : waiting.guest !== undefined ? writeGuestMail : writeNotices)(waiting, at),
    log: (error, about) => log.error({ err: error }, about),
  })
  const mail = createMail({ ...config, now, store: waitingMails, warn: (about, message) => log.warn(about, message) })
  const cookies = cookieJar(config.siteUrl?.startsWith('https:') ?? false)
  const accounts = createAccounts({ store, apply, cookies, now, onError })
  const stopHearing = bus.hear(({ accounts: changed = [] }) => changed.forEach((userId) => accounts.forget(userId)))
  const accountParts = accountTools({
    store,
    apply,
    cookies,
    onError,
    passwords,
    forget(userId) {
      accounts.forget(userId)
      bus.say({ accounts: [userId] })
    },
    post: mail.outbox.post,
    site,
    firstIsAdmin: isLoopbackOnly(config),
  })
  const provider = config.provider === null ? null : providerClient(config.provider)
  const hasMail = config.smtpUrl !== null || mail.devInbox !== null
  let notifier: Notifier | null = null
  const stopAnnouncing = lead.onLeader((fenced) => {
    const begun = startNotifier({
      ...{
        store,
        writer: fenced,
        secrets,
        site: accountParts.site,
        vapid: config.vapid,
        pushSubject: config.pushSubject,
        now,
        hasMail,
        allowsLoopbackPush,
        news: newsSources,
      },
      lookForMails: mail.outbox.look,
      isMailAway: mail.outbox.isAway,
      log: (error, about) => log.error({ err: error }, about),
    })
    notifier = begun
    return () => begun.close()
  })
  const reports = createReports({ config, store, writer, now, onError, ...(forward === undefined ? {} : { forward }) })
  const pictures = createPictures({ config, store, writer, lead, now, onError, log: (about, message) => log.info(about, message) })
  const search = searchClient({
    address: { databaseUrl: config.databaseUrl, dataDir: config.dataDir },
    schema: store.meta.schema,
    isLed: true,
    log: (error, about) => log.error({ err: error }, about),
  })
  const similarComments = commentSimilarity({ store, now, onError })
  const archive = createArchive({
    ...{ settings: config.archive, dataDir: config.dataDir, store, now, lead },
    onCommit: (listen) => writer.onCommit(() => listen()),
    log: (error, about) => log.error({ err: error }, about),
    ...(options.archive?.child !== undefined && { child: options.archive.child }),
  })
  const cards = createCards({ dataDir: config.dataDir, now })
  let searching: NodeJS.Timeout | undefined
  let stopIndexing = async (): Promise<void> => undefined
  let archiving: NodeJS.Timeout | undefined
  const analytics = createAnalytics({ store, apply, trustedProxies: config.trustedProxies, now, onError })
  const tools = { store, apply, recent: new RecentMutations(writer), rooms }
  const payments: Payments = {
    vault: paymentsVault({ key: config.paymentsKey, dataDir: config.databaseUrl === null ? config.dataDir : null }),
    currency: config.paymentsCurrency,
  }
  const reportTools = { ...tools, post: hasMail ? mail.outbox.post : null, site: accountParts.site }
  const { devInbox } = mail
  const openAnswers = async (counted: Limits) =>
    config.inboundMail === null
      ? null
      : startAnswersByMail({
          ...{ place: config.inboundMail, limits: counted, store, apply, secrets, site, now, onError },
          post: mail.outbox.post,
        })
  let takeAnswers: () => ReturnType<typeof openAnswers> = async () => null
  let answers: Awaited<ReturnType<typeof openAnswers>> = null
  const pruning = setInterval(() => {
    if (!lead.isLeading) return
    accountParts.behind(() => prune(accountParts))
    accountParts.behind(() => remindOfEnd(accountParts, now()))
  }, hourMs).unref()
  /** What went on behind answers is done. */
  const settled = async (): Promise<void> => {
    await accountParts.settled()
    await reports.keeper.settled()
    await notifier?.settled()
    await mail.outbox.settled()
  }
  return {
    accounts,
    forms: new Map([
      ...accountForms(accountParts, provider),
      ...newsletterForms({
        ...{ store, writer, behind: accountParts.behind, lookForMails: mail.outbox.look },
        limitAsking: (form) => accountParts.note(form, [limits.newsletterFrom(form.address)]),
        limitImports: (form, userId) => accountParts.note(form, [limits.newsletterImportBy(userId)]),
        mayMail: (email, at) => accountParts.isWithin(limits.mailTo(email), at),
      }),
      ...guestForms({
        ...{ store, writer, behind: accountParts.behind, lookForMails: mail.outbox.look },
        limitAsking: (form) => accountParts.note(form, [limits.guestsFrom(form.address)]),
        mayMail: async (eventId, email, at) =>
          (await accountParts.isWithin(limits.guestMailTo(eventId, email), at)) && accountParts.isWithin(limits.mailTo(email), at),
      }),
      ...postForms(tools),
      ...pictureForms(tools),
      ...paymentForms(tools, payments),
      ...reportForms(reportTools),
      ...calendarForms({ apply, site }),
      ...keyForms({
        ...{ apply, store, post: accountParts.post, site: accountParts.site },
        confirm: (form, password) => confirmPassword(accountParts, form, password),
      }),
      ...glossaryForms(tools, options.draftTerms ?? (config.drafting === null ? null : termDrafter(config.drafting))),
      ...commentSimilarityForms(similarComments),
      ...serverDomains.flatMap(({ forms }) => forms.flatMap((formsWith) => formsWith(tools))),
    ]),
    noteFault: reports.noteFault,
    noteRequest: analytics.note,
    waitToComment: async (read, viewer, post, at) =>
      viewer.kind === 'visitor' ? null : waitFor(read, config.rateLimitProfile, viewer, at, { action: 'comment', id: null, post }),
    hasDevInbox: devInbox !== null,
    search: atMost(searchingPages, search),
    archive,
    similarComments,
    payments: (read, viewer, at) => paymentsPort(payments, read, viewer, at),
    moreRoutes(app, context) {
      takeAnswers = () => openAnswers(context.limits)
      if (devInbox !== null) devInboxRoutes(app, devInbox)
      if (provider !== null)
        providerRoutes(app, { tools: accountParts, provider, now, sessionOf: (request) => accounts.sessionOf(request) })
      notificationRoutes(app, {
        ...{ store, apply, writer, secrets, site: accountParts.site, now, allowsLoopbackPush },
        vapid: () => vapidKeys({ secrets, vapid: config.vapid }),
        limits: context.limits,
        sessionOf: (request) => accounts.sessionOf(request),
      })
      newsletterRoutes(app, {
        ...{ store, writer, secrets, site: accountParts.site, now, limits: context.limits },
        sessionOf: (request) => accounts.sessionOf(request),
      })
      guestRoutes(app, { store, writer, secrets, site: accountParts.site, now, limits: context.limits })
      pictureRoutes(app, { pictures, store, now, sessionOf: (request) => accounts.sessionOf(request) })
      exchangeRoutes(app, {
        store,
        now,
        apply,
        limits: context.limits,
        origin: () => origin,
        sessionOf: (request) => accounts.sessionOf(request),
      })
      sequenceBookRoutes(app, context, { dataDir: config.dataDir, openPicture: (id, width) => pictures.open(id, width) })
      searchRoutes(app, { store, search, limits: context.limits, now })
      cards.routes(app, context)
      archive.routes(app, context.limits)
      oembedRoutes(app, context)
      reviewExportRoutes(app, context)
      townRoutes(app, { limits: context.limits, now })
      api(app, context, { store, apply, rooms, search: atMost(searchingPrograms, search), now, onError })
      analytics.routes(app)
      policyReportRoutes(app, { reports, now, limits: context.limits })
      reportRoutes(app, { reports, store, now, limits: context.limits, sessionOf: (request) => accounts.sessionOf(request) })
    },
    async listening(address) {
      origin = address
      answers = await takeAnswers()
      await accountParts.mutation('accounts.setSignInRules', { staffNeedSecondFactor: config.staffNeedSecondFactor })
      searching = setTimeout(() => {
        search.begin()
        stopIndexing = lead.onLeader(() => {
          search.lead(lead.term)
          return async () => search.lead(null)
        })
      }, searchAfterMs).unref()
      archiving = setTimeout(() => archive.begin(), options.archive?.afterMs ?? archiveAfterMs).unref()
      const link = await firstAdminLink({ store, apply, origin, now: now() })
      if (link !== null)
        log.warn({ link }, 'there is no administrator yet: open this link and sign up to become one; it works once, for seven days')
    },
    settled,
    async close() {
      clearInterval(pruning)
      await answers?.close()
      await analytics.close()
      clearTimeout(searching)
      await stopIndexing()
      clearTimeout(archiving)
      await archive.close()
      await search.close()
      await similarComments.close()
      await reports.close()
      await pictures.close()
      await cards.close()
      await stopAnnouncing()
      stopHearing()
      await accountParts.settled()
      await reports.keeper.settled()
      await mail.close()
    },
  }
}

async function prune(accountParts: AccountTools): Promise<void> {
  await accountParts.mutation('accounts.pruneAttempts', {})
}
