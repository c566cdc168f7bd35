import type { FastifyReply } from 'fastify'
import type { MailSite } from './account-mails.ts'
import { plainPage } from './plain-page.ts'

/**
 * What a mailed link opens: kept nowhere, found by no search engine. No other site is told the
 * secret in its address; with `no-referrer` browsers would send its form from nowhere (`Origin:
 * null`), which is refused.
 */
export const sendPlainPage = (reply: FastifyReply, site: MailSite, title: string, body: string): FastifyReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'same-origin')
    .header('x-robots-tag', 'noindex')
    .send(plainPage({ title, siteName: site.name, main: body }))
