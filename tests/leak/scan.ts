import { unzipSync } from 'fflate'
import { keepPrivate } from '#server/cookie-guard.ts'
import type { Ask } from '../authorization/matrix.ts'
import { numbersIn, patternReader } from './canaries.ts'
import type { StoredThing } from './objects.ts'

export const SURFACES = [
  'page',
  'data',
  'form',
  'header',
  'cache header',
  'shared page',
  'media key',
  'media',
  'segment',
  'preview',
  'document',
  'export',
  'mail',
  'notification',
] as const
export type Surface = (typeof SURFACES)[number]

export type Leak = { surface: Surface; principal: string; where: string; what: string }

/** What one scan has seen. */
export class Scan {
  readonly leaks: Leak[] = []
  readonly principals = new Set<string>()
  /** Which objects reached whom, by number. */
  readonly received = new Map<number, Set<string>>()
  readonly visited = new Set<string>()
  readonly things: ReadonlyMap<number, StoredThing>
  requests = 0
  readonly #everybody: number
  readonly #patternOf: (picture: Buffer) => Promise<number | null>

  constructor(things: readonly StoredThing[], everybody: number) {
    this.things = new Map(things.map((thing) => [thing.number, thing]))
    this.#everybody = everybody
    this.#patternOf = patternReader(this.things.keys())
  }

  /** Sends a request and notes what of any object is in its response. */
  async ask(ask: Ask, request: { path: string; init: RequestInit }, principal: string, surface: Surface) {
    this.requests += 1
    this.principals.add(principal)
    const response = await ask(request.path, request.init)
    const body = Buffer.from(await response.arrayBuffer())
    const where = `${request.init.method ?? 'GET'} ${request.path}`
    keepPrivate(response.headers)
    const headers = Buffer.from(JSON.stringify([...response.headers]) + decoded(response.headers.get('location')))
    this.note(numbersIn(headers), { surface: 'header', principal, where })
    const found = await this.#numbersOf(body, response, { surface, principal, where })
    this.note(found, { surface, principal, where })
    this.#noteCaching(found, response.headers, { surface: 'cache header', principal, where })
    return { response, body }
  }

  /** Of anything else that somebody gets: a mail, a notification. */
  read(text: string, principal: string, surface: Surface, where: string): void {
    this.principals.add(principal)
    this.note(numbersIn(Buffer.from(text)), { surface, principal, where })
  }

  note(numbers: Iterable<number>, { surface, principal, where }: Omit<Leak, 'what'>): void {
    for (const number of numbers) {
      const thing = this.things.get(number)
      const theirs = thing && (thing.open.has(principal) || (surface === 'export' && thing.owner === principal))
      if (!theirs) this.leaks.push({ surface, principal, where, what: thing?.name ?? `an unknown object ${number}` })
      const who = this.received.get(number) ?? new Set()
      this.received.set(number, who.add(principal))
    }
  }

  async #numbersOf(body: Buffer, response: Response, at: Omit<Leak, 'what'>): Promise<Set<number>> {
    const type = response.headers.get('content-type') ?? ''
    if (type === 'application/zip' && body.length > 0) {
      const files = Object.values(unzipSync(new Uint8Array(body)))
      return new Set(files.flatMap((file) => [...numbersIn(Buffer.from(file))]))
    }
    const numbers = numbersIn(body)
    if (response.status === 206 || !/^image\/(webp|jpeg|avif|png)$/.test(type) || body.length === 0 || numbers.size > 0)
      return numbers
    const shown = await this.numbersOf(body)
    // What can't be recognised could be anything: such a picture is a finding, never a pass.
    if (shown.size === 0) this.leaks.push({ ...at, what: 'a picture that the scan does not know' })
    return shown
  }

  /** By the bytes, else by what a picture shows. */
  async numbersOf(bytes: Buffer): Promise<Set<number>> {
    const numbers = numbersIn(bytes)
    if (numbers.size > 0) return numbers
    const pattern = await this.#patternOf(bytes).catch(() => null)
    return new Set(pattern === null ? [] : [pattern])
  }

  /** What not everybody may see is kept by no shared cache. */
  #noteCaching(numbers: ReadonlySet<number>, headers: Headers, at: Omit<Leak, 'what'>): void {
    const rules = [headers.get('cache-control'), headers.get('surrogate-control'), headers.get('cdn-cache-control')]
    const shared = rules.some((rule) => /public|s-maxage|max-age=[1-9]/.test(rule ?? ''))
    const [own] = rules
    if (!shared && /private|no-store/.test(own ?? '')) return
    for (const number of numbers) {
      const thing = this.things.get(number)
      if (thing && thing.open.size < this.#everybody) this.leaks.push({ ...at, what: thing.name })
    }
  }
}

function decoded(text: string | null): string {
  try {
    return decodeURIComponent(text ?? '')
  } catch {
    return ''
  }
}

export const LEAST_OBJECTS = 200
export const LEAST_PRINCIPALS = 12

/** Why a scan proves too little; empty where it proves enough. `routes`: each method of each address. */
export function shortcomings(scan: Scan, routes: readonly string[]): string[] {
  const unvisited = routes.filter((route) => !scan.visited.has(route))
  const stored = [...scan.things.values()].filter((thing) => thing.kind !== 'text').length
  return [
    ...(stored < LEAST_OBJECTS ? [`only ${stored} objects were scanned`] : []),
    ...(scan.principals.size < LEAST_PRINCIPALS ? [`only ${scan.principals.size} principals were played`] : []),
    ...unvisited.map((route) => `${route} was not visited: add it to tests/authorization/expected.tsv`),
  ]
}

/** One line for each different leak. */
export function listed(leaks: readonly Leak[]): string[] {
  return [
    ...new Set(
      leaks.map(({ surface, principal, where, what }) => `${surface}: ${principal} got ${what} from ${where}`),
    ),
  ]
}
