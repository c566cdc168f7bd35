/** One document, as replicators ask for it that do not know `_bulk_get`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import type { ArchiveReads, DocAnswer, DocRequest, FoundDoc } from './archive-reads.ts'
import type { DocParams } from './gateway-params.ts'
import { GatewayRefusal } from './gateway-refusal.ts'
import { OpenRevs } from './gateway-params.ts'

type Asked = z.infer<typeof DocParams>
type LeafAnswer = { readonly ok: FoundDoc } | { readonly missing: string }

export async function docAnswer(
  reads: Pick<ArchiveReads, 'docs' | 'leaves'>,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  asked: Asked,
): Promise<FastifyReply> {
  const shown = (doc: FoundDoc) => (asked.revs === 'true' ? doc : without(doc))
  if (asked.open_revs === undefined) {
    const [found] = (await docsOf(reads, [{ id, rev: asked.rev }])).flatMap(({ docs }) => docs)
    if (found === undefined || (found['_deleted'] === true && asked.rev === undefined))
      throw new GatewayRefusal(404, 'not_found', found === undefined ? 'missing' : 'deleted')
    return reply.send(shown(found))
  }
  const leaves = asked.open_revs === 'all' ? await allOf(reads, id) : await docsOf(reads, wishesIn(asked.open_revs, id))
  const answers = leaves.flatMap(({ rev, docs }): readonly LeafAnswer[] =>
    docs.length === 0 ? [{ missing: rev ?? '' }] : docs.map((doc) => ({ ok: shown(doc) })),
  )
  const accepts = request.headers.accept ?? ''
  if (!accepts.includes('multipart/mixed') || accepts.includes('application/json')) return reply.send(answers)
  const boundary = randomBytes(16).toString('hex')
  return reply.type(`multipart/mixed; boundary="${boundary}"`).send(inParts(answers, boundary))
}

function wishesIn(openRevs: string, id: string): readonly DocRequest[] {
  const revs = OpenRevs.safeParse(JSON.parse(openRevs))
  if (!revs.success) throw new GatewayRefusal(400, 'bad_request', 'open_revs must be a list of revisions')
  return revs.data.map((rev) => ({ id, rev }))
}

async function docsOf(reads: Pick<ArchiveReads, 'docs'>, wishes: readonly DocRequest[]): Promise<readonly DocAnswer[]> {
  const found: DocAnswer[] = []
  for await (const some of reads.docs(wishes)) found.push(...some)
  return found
}

async function allOf(reads: Pick<ArchiveReads, 'leaves'>, id: string): Promise<readonly DocAnswer[]> {
  const docs = await reads.leaves(id)
  return docs.length === 0 ? [] : [{ id, rev: undefined, docs }]
}

function without({ _revisions: _ancestors, ...doc }: FoundDoc): FoundDoc {
  return doc
}

/** RFC 2046 §5.1, as CouchDB writes it. */
function inParts(answers: readonly LeafAnswer[], boundary: string): string {
  const parts = answers.map((answer) => {
    const isMissing = 'missing' in answer
    const body = JSON.stringify('ok' in answer ? answer.ok : answer)
    return `\r\n--${boundary}\r\nContent-Type: application/json${isMissing ? '; error="true"' : ''}\r\n\r\n${body}`
  })
  return `${parts.join('')}\r\n--${boundary}--`
}
