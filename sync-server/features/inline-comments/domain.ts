import { defineServerDomain } from '../define-server-domain.ts'
import { inlineCommentNews } from './news.ts'
import { inlineCommentTriggers } from './triggers.ts'

export const inlineCommentsOnServer = defineServerDomain({ triggers: inlineCommentTriggers, news: [inlineCommentNews] })
