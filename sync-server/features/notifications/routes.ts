/**
 * What of telling is no page and no mutation: the links of mails, the browsers that take pushes,
 * and how a mail would look.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Apply, SessionRef } from '#server/http/ports.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { ReadStore } from '#server/notify/audience.ts'
import type { VapidKeys } from '#server/notify/push.ts'
import type { SecretKeeper } from '#server/notify/secrets.ts'
import type { Unsubscribe } from '#server/notify/signed.ts'
import type { Writer } from '#server/sync/writer.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import type { Notification } from '#shared/notifications/schema.ts'
import { notificationId, notifications } from '#shared/notifications/schema.ts'
import { followedKey } from '#shared/subscriptions/schema.ts'
import { noticeTypes } from '#shared/notifications/all-types.ts'
import { applied } from '#server/http/define-form.ts'
import { browserLabel } from '#server/http/browser-label.ts'
import { sendPlainPage } from '#server/mail/send-plain-page.ts'
import type { Limits } from '#server/http/limits.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { noticeMail } from '#server/notify/notice-mail.ts'
import { isPushEndpoint, pushDeviceId, PushSubscriptionGiven } from '#server/notify/push-endpoint.ts'
import { readUnsubscribe } from '#server/notify/signed.ts'
import { pushDevices } from '#server/notify/tables.ts'
import { notificationTextsOf } from '#server/notify/notification-texts.ts'
import { endPushDevice, keepPushDevice } from '#server/notify/operations.ts'
import { runOperation } from '#server/sync/operations.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface NotificationRoutesOptions {
  readonly store: ReadStore
  readonly apply: Apply
  readonly writer: Pick<Writer, 'work'>
  readonly secrets: SecretKeeper
  readonly vapid: () => Promise<VapidKeys>
  readonly site: () => MailSite
  readonly sessionOf: (request: FastifyRequest) => Promise<SessionRef | null>
  readonly now: () => number
  readonly limits: Limits
  readonly allowsLoopbackPush: boolean
}

const pushesAnHour = 60

export function notificationRoutes(app: FastifyInstance, options: NotificationRoutesOptions): void {
  void app.register(async (scope) => unsubscribeRoutes(scope, options))
  pushRoutes(app, options)
  app.get<{ Querystring: Readonly<Record<string, unknown>> }>(links.noticePreview(), async (request, reply) =>
    preview(await adminOf(options, request), request.query, options, reply),
  )
}

/**
 * A page with one button, for people and for the scanners that open every link of a mail; its POST,
 * also by a mail program with one click (RFC 8058), ends them.
 */
async function unsubscribeRoutes(scope: FastifyInstance, options: NotificationRoutesOptions): Promise<void> {
  scope.removeAllContentTypeParsers()
  // RFC 8058 §3.1 lets it come as a form or as multipart; what it says is always the same, and the
  // right is in the address.
  scope.addContentTypeParser('*', { bodyLimit: 2_000, parseAs: 'buffer' }, async () => null)
  const read = async (token: string): Promise<Unsubscribe> => {
    const found = readUnsubscribe(await options.secrets.get('unsubscribe'), token, options.now())
    if (found === null) throw new AppError('token-invalid')
    return found
  }
  scope.get<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const right = await read(request.params.token)
    const button = `<form method="post" action="${escapeHtml(links.unsubscribe(request.params.token))}"><button>Unsubscribe</button></form>`
    return sendPlainPage(
      reply,
      options.site(),
      'Unsubscribe from these emails?',
      `${whatEnds(right)}${button}<p>You can turn them back on in your settings.</p>`,
    )
  })
  scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
    const right = await read(request.params.token)
    await applied(options.apply, { name: 'notifications.endEmails', args: right, userId: null, source: 'server' })
    const settings = `<p><a href="${links.notices({ tab: 'settings' })}">Notification settings</a></p>`
    return sendPlainPage(reply, options.site(), 'You’re unsubscribed', `${whatEnds(right)}${settings}`)
  })
}

function whatEnds({ types }: Unsubscribe): string {
  if (types === 'all') return '<p>All emails except account emails.</p>'
  return `<ul>${types.map((type) => `<li>${escapeHtml(noticeTypes[type].label)}</li>`).join('')}</ul>`
}

/**
 * `GET /api/push`: the site's public key. `POST /api/push`: this browser takes messages; `/end`: it
 * takes none any more; `/here`: whether it is still told any, in this session. Members only.
 */
function pushRoutes(app: FastifyInstance, options: NotificationRoutesOptions): void {
  const { store, writer, vapid, sessionOf, now, limits, allowsLoopbackPush } = options
  const limit = limits('push', pushesAnHour, hourMs)
  const member = async (request: FastifyRequest): Promise<SessionRef> => {
    const session = await sessionOf(request)
    const viewer = await store.read((read) => viewerOfAccount(read, session?.userId ?? null, now()))
    if (session === null || viewer.kind === 'visitor') throw new AppError('not-allowed', { reason: 'sign-in-first' })
    limit.spend(session.userId, now())
    return session
  }
  app.get(links.push(), async (request, reply) => {
    await member(request)
    return ownOnly(reply).send({ key: (await vapid()).publicKey })
  })
  app.post(links.push(), { bodyLimit: 4_000 }, async (request, reply) => {
    const { userId, sessionId } = await member(request)
    const given = PushSubscriptionGiven.safeParse(request.body)
    if (!given.success || !isPushEndpoint(given.data.endpoint, allowsLoopbackPush)) throw new AppError('invalid', { field: 'endpoint' })
    const label = browserLabel(request.headers['user-agent'] ?? '')
    await runOperation(writer, keepPushDevice, { ...given.data, id: pushDeviceId(given.data.endpoint), userId, sessionId, label })
    return ownOnly(reply).code(204).send()
  })
  app.post(`${links.push()}/end`, { bodyLimit: 4_000 }, async (request, reply) => {
    const { userId } = await member(request)
    await runOperation(writer, endPushDevice, { id: pushDeviceId(endpointIn(request.body)), userId })
    return ownOnly(reply).code(204).send()
  })
  app.post(`${links.push()}/here`, { bodyLimit: 4_000 }, async (request, reply) => {
    const { userId, sessionId } = await member(request)
    const device = await store.read((read) => read.get(pushDevices, pushDeviceId(endpointIn(request.body))))
    const isOn = device?.userId === userId && device.sessionId === sessionId
    return ownOnly(reply).send({ isOn, showsText: isOn && device.showsText })
  })
}

function endpointIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'endpoint' in body && typeof body.endpoint === 'string' ? body.endpoint : ''
}

function ownOnly(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'private, no-store')
}

async function adminOf({ store, sessionOf, now }: NotificationRoutesOptions, request: FastifyRequest): Promise<string> {
  const session = await sessionOf(request)
  const viewer = await store.read((read) => viewerOfAccount(read, session?.userId ?? null, now()))
  if (session === null || viewer.kind === 'visitor') throw new AppError('not-allowed', { reason: 'sign-in-first' })
  if (!isAdmin(viewer)) throw new AppError('not-allowed', { reason: 'admins-only' })
  return session.userId
}

const maxPreviewed = 40

/**
 * The mail of these notifications of the admin's own, or of a post that is curated, as text:
 * nothing is sent, and nobody else's can be looked at. Its links end nothing.
 * @throws AppError 'invalid' where both are asked for; 'not-found' where there is nothing to say
 */
async function preview(
  userId: string,
  { notificationIds, postId }: Readonly<Record<string, unknown>>,
  { store, site, now }: NotificationRoutesOptions,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (notificationIds !== undefined && postId !== undefined) throw new AppError('invalid', { field: 'postId' })
  if (typeof notificationIds !== 'string' && typeof postId !== 'string')
    return sendPlainPage(
      reply,
      site(),
      'Email preview',
      '<p>Add ?notificationIds=ID,ID with ids of your notifications, or ?postId=ID for the email about a curated post.</p>',
    )
  const ids = typeof notificationIds === 'string' ? notificationIds.split(',').filter((id) => id.startsWith(`${userId}:`)) : []
  const told = await store.read(async (read) => {
    const found =
      typeof postId === 'string' ? [curated(userId, postId, now())] : await read.getMany(notifications, ids.slice(0, maxPreviewed))
    return notificationTextsOf(
      read,
      await viewerOfAccount(read, userId, now()),
      found.map((one) => ({ ...one, viewedAt: null })),
    )
  })
  if (told.length === 0) throw new AppError('not-found')
  const mail = noticeMail(site(), { to: 'you@example.org', name: 'you', told, unsubscribe: () => links.unsubscribe('preview') })
  const part = (title: string, text: string): string => `<h2>${title}</h2><pre dir="auto">${escapeHtml(text)}</pre>`
  return sendPlainPage(reply, site(), mail.subject, `${part('Text', mail.text)}${part('HTML', mail.html ?? '')}`)
}

/** As those who follow curated posts would have it. */
function curated(userId: string, postId: string, now: number): Notification {
  const cause = `curated:${postId}`
  return {
    ...{ id: notificationId(userId, cause), userId, type: 'curatedPost', cause, postId, because: followedKey('curated', 'site') },
    ...{ actorId: null, commentId: null, title: '', at: now, viewedAt: null, place: 'unshown' },
  }
}
