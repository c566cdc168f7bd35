/** Entry of a thread that works on documents. */
import { answerJobs } from '#server/workers/answer-jobs.ts'
import { jobs } from './jobs.ts'

answerJobs(jobs)
