/** Somebody at the other end of the line: cookies, plain forms, nothing that runs. */
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import type { IncomingHttpHeaders } from 'node:http'
import type { HtmlElement } from './html.ts'
import { attributeOf, elementsOf, parseHtml, textOf } from './html.ts'

export type Fields = Readonly<Record<string, string>>

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Bytes on the line, as they were compressed. */
  readonly bytes: number
  /** Path and query that was asked for. */
  readonly path: string
  /** Where it leads, without this site's origin. */
  readonly location: string | null
  /** @throws AssertionError-like Error when the HTML is not well-formed. */
  html(): HtmlElement
}

export interface Sending {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array | Uint8Array
}

export class Client {
  readonly origin: string
  readonly cookies = new Map<string, string>()

  constructor(origin: string) {
    this.origin = origin
  }

  get(path: string, headers: Sending['headers'] = {}): Promise<Answer> {
    return this.send('GET', path, { headers })
  }

  /** As a browser goes there: redirects are followed. */
  async open(path: string): Promise<Answer> {
    let answer = await this.get(path)
    for (let hop = 0; answer.location !== null && hop < 5; hop += 1) answer = await this.get(answer.location)
    return answer
  }

  async send(method: string, path: string, { headers = {}, body }: Sending = {}): Promise<Answer> {
    const { hostname, port, host } = new URL(this.origin)
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const own = { host, 'user-agent': 'Black box/1.0', ...(cookie === '' ? {} : { cookie }), ...headers }
    const request = httpRequest({
      host: hostname,
      port,
      method,
      path: path.split('#')[0] ?? '',
      headers: own,
      setHost: false,
      agent: false,
      insecureHTTPParser: false,
    })
    request.end(body)
    const [response] = await once(request, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    this.#keepCookies(response.headers['set-cookie'] ?? [])
    return answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(chunks), path, this.origin)
  }

  /**
   * A form as a browser without scripting sends it: fields URL-encoded, Origin and Sec-Fetch-Site
   * of this site.
   */
  postForm(mutation: string, fields: Fields, headers: Sending['headers'] = {}): Promise<Answer> {
    const own = {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
    }
    return this.send('POST', `/api/form/${mutation}`, { headers: { ...own, ...headers }, body: new URLSearchParams(fields).toString() })
  }

  /**
   * The form for `mutation` on this page, with its hidden and filled-in fields as they stand and
   * these typed over them. @throws Error when it is not there
   */
  submit(page: Answer, mutation: string, typed: Fields, isIt: (fields: Fields) => boolean = () => true): Promise<Answer> {
    const form = formsOf(page.html(), mutation).find(({ fields }) => isIt(fields))
    if (form === undefined)
      throw new Error(
        `${page.path} (${page.status}) has no form for ${mutation}; it has ${elementsOf(page.html(), 'form')
          .map((each) => attributeOf(each, 'action'))
          .join(', ')}`,
      )
    const unknown = Object.keys(typed).find((name) => !form.names.has(name))
    if (unknown !== undefined) throw new Error(`the form for ${mutation} on ${page.path} has no field ${unknown}`)
    return this.postForm(mutation, { ...form.fields, ...typed })
  }

  /** A form with a file in it. */
  postFile(
    mutation: string,
    fields: Fields,
    file: { readonly name: string; readonly text: string | Uint8Array; readonly field?: string },
  ): Promise<Answer> {
    const boundary = 'http-tests-boundary-5f2c'
    const parts = Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    )
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.field ?? 'file'}"; filename="${file.name}"\r\ncontent-type: text/markdown\r\n\r\n`
    const body = Buffer.concat([...parts, Buffer.from(head), Buffer.from(file.text), Buffer.from(`\r\n--${boundary}--\r\n`)])
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      accept: 'text/html',
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
    }
    return this.send('POST', `/api/form/${mutation}`, { headers, body })
  }

  /** A mutation as a script sends it. */
  mutation(name: string, args: unknown): Promise<Answer> {
    return this.send('POST', `/api/mutations/${name}`, {
      headers: { 'content-type': 'application/json', origin: this.origin },
      body: JSON.stringify({ args }),
    })
  }

  async signIn(login: string, password: string): Promise<this> {
    const answer = await this.postForm('accounts.signIn', { login, password, returnTo: '/', from: '/login' })
    if (answer.status !== 303) throw new Error(`${login} could not sign in: ${answer.status}`)
    return this
  }

  #keepCookies(lines: readonly string[]): void {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? []
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/iu.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

export interface PlainForm {
  /** What would be sent if nobody typed. */
  readonly fields: Fields
  readonly names: ReadonlySet<string>
}

/** Forms for a mutation; a button's own `formaction` counts as the form's. */
export function formsOf(page: HtmlElement, mutation: string): readonly PlainForm[] {
  const action = `/api/form/${mutation}`
  return elementsOf(page, 'form')
    .filter(
      (form) =>
        attributeOf(form, 'action') === action || elementsOf(form, 'button').some((button) => attributeOf(button, 'formaction') === action),
    )
    .map(fieldsOf)
}

function fieldsOf(form: HtmlElement): PlainForm {
  const fields: Record<string, string> = {}
  const known = new Set<string>()
  for (const element of elementsOf(form)) {
    const name = attributeOf(element, 'name')
    if (name === null || name === '') continue
    known.add(name)
    const type = attributeOf(element, 'type')
    if (element.name === 'input' && (type === 'checkbox' || type === 'radio') && !element.attributes.has('checked')) continue
    if (element.name === 'input' && type !== 'file' && type !== 'submit')
      fields[name] = attributeOf(element, 'value') ?? (type === 'checkbox' ? 'on' : '')
    // A browser drops one line break at the head of a text area.
    if (element.name === 'textarea') fields[name] = textOf(element).replace(/^\n/u, '')
    if (element.name === 'select') fields[name] = selected(element)
  }
  return { fields, names: known }
}

function selected(select: HtmlElement): string {
  const options = elementsOf(select, 'option')
  const chosen = options.find((option) => option.attributes.has('selected')) ?? options[0]
  return chosen === undefined ? '' : (attributeOf(chosen, 'value') ?? textOf(chosen))
}

function answerOf(status: number, headers: IncomingHttpHeaders, raw: Buffer, path: string, origin: string): Answer {
  const coding = headers['content-encoding']
  const isEmpty = raw.byteLength === 0
  const body = isEmpty ? raw : coding === 'br' ? brotliDecompressSync(raw) : coding === 'gzip' ? gunzipSync(raw) : raw
  const text = body.toString('utf8')
  const { location } = headers
  return {
    status,
    headers,
    text,
    bytes: raw.byteLength,
    path,
    location: location === undefined ? null : location.startsWith(`${origin}/`) ? location.slice(origin.length) : location,
    html() {
      const { root, faults } = parseHtml(text)
      if (faults.length > 0) throw new Error(`${path}: not well-formed: ${faults.slice(0, 5).join('; ')}`)
      return root
    },
  }
}
