// Started by bare-server.ts with the path of a recording; prints its address.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Recording } from './bare-server.ts'

const recording: Recording = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const answers = new Map(
  Object.entries(recording).map(([path, { status, headers, base64 }]) => {
    const body = Buffer.from(base64, 'base64')
    return [path, { status, headers: { ...headers, 'content-length': String(body.byteLength) }, body }]
  }),
)

const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '')
  if (answer === undefined) response.writeHead(404).end()
  else response.writeHead(answer.status, answer.headers).end(answer.body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`http://127.0.0.1:${address.port}`)
})
