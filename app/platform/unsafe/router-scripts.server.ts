import { createHash } from 'node:crypto'

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

const OPENING = 'window.__reactRouterContext = '
const STREAM =
  ';window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());'
const DATA = /^window\.__reactRouterContext\.streamController\.enqueue\((.*)\);$/s
const END = 'window.__reactRouterContext.streamController.close();'
const ASSET = String.raw`"\/assets\/[\w.-]+\.js"`
const MODULES = new RegExp(
  String.raw`^import ${ASSET};\n(import \* as route\d+ from ${ASSET};\n?)+\s*` +
    String.raw`window\.__reactRouterRouteModules = \{("[^"\\<]+":route\d+,?)+\};\s*import\(${ASSET}\);$`,
)
const SCROLL = /^\((\((\w+), (\w+)\) => \{.*\})\)\("[\w-]+", (null|"[^"\\<]*")\)$/s
/** The one function that the router adds to a page, without its spaces. A test compares it with the installed router. */
const SCROLL_FUNCTION = '48efa555256350b86a0339e193ace58890526f0d791b921e3f390640d50fbf56'

/** The hashes of the scripts in a shared page, which can't carry a nonce. Only the router's own scripts
 * are listed: a script that got into a page in another way stays forbidden. */
export function scriptHashes(html: string): string[] {
  return inlineScripts(html)
    .filter(isKnownScript)
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
}

export function inlineScripts(html: string): string[] {
  return Array.from(html.matchAll(INLINE_SCRIPT), (match) => match[1]!)
}

/** Whether a script is exactly one of the five that the router writes. */
export function isKnownScript(script: string): boolean {
  if (script === END || MODULES.test(script)) return true
  if (script.startsWith(OPENING) && script.endsWith(STREAM))
    return isJson(script.slice(OPENING.length, -STREAM.length), 'object')
  const data = DATA.exec(script)
  if (data) return isJson(data[1]!, 'string')
  const scroll = SCROLL.exec(script)
  return scroll !== null && fingerprint(scroll[1]!) === SCROLL_FUNCTION
}

export function fingerprint(source: string): string {
  return createHash('sha256').update(source.replace(/\s+/g, '')).digest('hex')
}

function isJson(text: string, type: 'object' | 'string'): boolean {
  try {
    return typeof JSON.parse(text) === type
  } catch {
    return false
  }
}
