// A page as it would be without any script: what ours is measured against.
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import type { BareServer, Recorded } from './bare-server.ts'
import { record, startBareServer } from './bare-server.ts'
import type { Painted } from './slow-phone.ts'
import { lookAt, phone, slowDown } from './slow-phone.ts'

/** The product's page and everything it asks for, its scripts apart, from a bare server. */
export async function startStaticCopy(browser: Browser, folder: string, origin: string, path: string): Promise<BareServer> {
  const recording: Record<string, Recorded> = { [path]: withoutScripts(await record(`${origin}${path}`)) }
  for (const part of await partsOf(browser, `${origin}${path}`)) recording[part] = await record(`${origin}${part}`)
  return startBareServer(folder, recording)
}

/** One cold visit on the slow phone: new context, empty cache, no service worker. */
export async function visitCold(browser: Browser, url: string): Promise<Painted> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await slowDown(page)
    return await lookAt(page, url)
  } finally {
    await context.close()
  }
}

function withoutScripts(page: Recorded): Recorded {
  const encoding = page.headers['content-encoding']
  const body = Buffer.from(page.base64, 'base64')
  const html = (encoding === 'br' ? brotliDecompressSync(body) : encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8')
  const bare = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '').replace(/<link\b[^>]*rel="(modulepreload|manifest)"[^>]*>/g, '')
  const { 'content-security-policy': _policy, etag: _tag, link: _hints, ...headers } = page.headers
  return { status: 200, headers: { ...headers, 'content-encoding': 'br' }, base64: brotliCompressSync(bare).toString('base64') }
}

/** Styles, fonts and pictures that the page asks for, by their paths. */
async function partsOf(browser: Browser, url: string): Promise<readonly string[]> {
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block', javaScriptEnabled: false })
  try {
    const page = await context.newPage()
    const parts = new Set<string>()
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'document') parts.add(new URL(response.url()).pathname + new URL(response.url()).search)
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    return [...parts]
  } finally {
    await context.close()
  }
}
