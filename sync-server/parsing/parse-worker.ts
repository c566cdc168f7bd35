/** Entry of a thread that parses texts. */
import { answerJobs } from '#server/workers/answer-jobs.ts'
import { parseJobs } from './parse-jobs.ts'

answerJobs(parseJobs)
