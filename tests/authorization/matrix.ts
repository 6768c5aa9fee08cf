import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Role, ROLES, type World } from './world.ts'

/**
 * One line of expected.tsv: a request, and the response that each role must get. The file is kept by hand, from the decisions and the
 * requirements; nothing in it is derived from the code that it checks.
 */
export type Row = { line: number; method: string; path: string; form: string | null; expected: Record<Role, string> }
export type Difference = { line: number; role: Role; request: string; expected: string; got: string }
export type Ask = (path: string, init: RequestInit) => Promise<Response>

const FILE = join(import.meta.dirname, 'expected.tsv')
const SESSION = 'peach_session'

/** Reads the file. A cell with a ditto mark repeats its left neighbour. */
export function readRows(text = readFileSync(FILE, 'utf8')): Row[] {
  const rows: Row[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#') || line.startsWith('method\t')) continue
    const [method, path, form, ...cells] = line.split('\t').map((cell) => cell.trim())
    if (cells.length !== ROLES.length) throw new Error(`expected.tsv:${index + 1} has ${cells.length} answers`)
    let left = ''
    const answers = cells.map((cell) => (left = cell === '"' ? left : cell))
    const expected = Object.fromEntries(ROLES.map((role, at) => [role, answers[at]!])) as Record<Role, string>
    rows.push({ line: index + 1, method: method!, path: path!, form: form === '-' ? null : form!, expected })
  }
  return rows
}

/** Sends every row as every role and returns the differences from the file. */
export async function walk(rows: readonly Row[], world: World, ask: Ask, origin: string): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const row of rows) differences.push(...(await differencesAt(row, world, ask, origin)))
  return differences
}

/** Whether any role at any row differs, as a planted hole must cause. One after the other: the first difference is enough, and often the first answer. */
export async function turnsRed(rows: readonly Row[], world: World, ask: Ask, origin: string): Promise<boolean> {
  for (const row of rows)
    for (const role of rolesAt(row)) {
      const got = await answerOf(row, role, world, ask, origin)
      if (!agrees(got, row.expected[role])) return true
    }
  return false
}

/**
 * The rows with one role each, another one every day, for a walk that repeats another: as many days as there are roles walk them all. Roles
 * in one row answer alike more often than not, so that each day still sees every address.
 */
export function oneRoleEach(rows: readonly Row[], day: number): Row[] {
  return rows.map((row, index) => {
    const asked = rolesAt(row)
    const chosen = asked[(index + day) % asked.length]
    return {
      ...row,
      expected: Object.fromEntries(
        ROLES.map((role) => [role, role === chosen ? row.expected[role] : '-']),
      ) as Row['expected'],
    }
  })
}

/** Rows with side effects, or with more than one request, have their own tests. */
function rolesAt(row: Row): Role[] {
  return ROLES.filter((role) => row.expected[role] !== '-')
}

async function differencesAt(row: Row, world: World, ask: Ask, origin: string): Promise<Difference[]> {
  const asked = rolesAt(row)
  const answers = await Promise.all(asked.map((role) => answerOf(row, role, world, ask, origin)))
  const request = `${row.method} ${row.path} ${row.form ?? ''}`.trim()
  return asked.flatMap((role, index) => {
    const [expected, got] = [row.expected[role], answers[index]!]
    return agrees(got, expected) ? [] : [{ line: row.line, role, request, expected, got }]
  })
}

/** If the file names a message, the response must have it; otherwise it may have any. */
function agrees(got: string, expected: string): boolean {
  return got === expected || (!expected.includes('|') && got.startsWith(`${expected}|`))
}

/** A row's request as somebody sends it; `token` is their session, null for a visitor. */
export async function requestOf(
  row: Pick<Row, 'method' | 'path' | 'form'>,
  role: Role,
  { world, token, origin }: { world: World; token: string | null; origin: string },
): Promise<{ path: string; init: RequestInit }> {
  const path = world.bound(await filled(row.path, world, role), token)
  const headers = new Headers({
    // Thousands of pages would be compressed and decompressed for a status and a header.
    'accept-encoding': 'identity',
    cookie: ['peach_adult=1', ...(token ? [`${SESSION}=${token}`] : [])].join('; '),
    origin,
  })
  // `json` before a form: a script sends it, and is answered without a redirect. `tus`: the protocol of resumable uploads.
  const [, kind, rest] = /^(json|tus)? ?(.*)$/s.exec(row.form ?? '')!
  if (kind === 'json') headers.set('accept', 'application/json')
  if (kind === 'tus') headers.set('tus-resumable', '1.0.0')
  let body: string | undefined
  if (!['GET', 'HEAD', 'DELETE'].includes(row.method)) {
    headers.set(
      'content-type',
      kind === 'tus' ? 'application/offset+octet-stream' : 'application/x-www-form-urlencoded',
    )
    body = await filled(rest!, world, role)
  }
  return { path, init: { method: row.method, headers, body, redirect: 'manual' } }
}

async function answerOf(row: Row, role: Role, world: World, ask: Ask, origin: string): Promise<string> {
  const { path, init } = await requestOf(row, role, { world, token: await world.session(role), origin })
  const answer = await ask(path, init)
  await answer.arrayBuffer()
  const location = answer.headers.get('location')
  const where = location === null ? '' : `>${world.named(withoutReturn(withoutOrigin(location, origin), path))}`
  return `${answer.status}${where}${messageOf(answer)}`
}

/** The title of the toast for the next page. */
function messageOf(answer: Response): string {
  const cookie = answer.headers.getSetCookie().find((line) => /peach_flash=./.test(line))
  const text = cookie && /peach_flash=([^;]+)/.exec(cookie)?.[1]
  return text ? `|${(JSON.parse(decodeURIComponent(text)) as { title: string }).title}` : ''
}

function withoutOrigin(location: string, origin: string): string {
  return location.startsWith(`${origin}/`) ? location.slice(origin.length) : location
}

/** A way back to the requested page is left out, because it says nothing about who may do what; others are shown decoded. */
function withoutReturn(location: string, requested: string): string {
  return location.replace(/[?&]returnTo=([^&]*)/, (shown, encoded: string) => {
    const returnTo = decodeURIComponent(encoded)
    return [requested, requested.split('?')[0]].includes(returnTo) ? '' : `${shown[0]}returnTo=${returnTo}`
  })
}

async function filled(text: string, world: World, role: Role): Promise<string> {
  let result = text
  for (const [whole, name] of text.matchAll(/\{([a-z_]+)\}/g))
    result = result.replace(whole, await world.resolve(name!, role))
  return result
}

/** For people: one line per difference. */
export function notified(differences: readonly Difference[]): string[] {
  return differences.map(
    (one) => `expected.tsv:${one.line} ${one.role}: ${one.request}: expected ${one.expected}, got ${one.got}`,
  )
}

/** The addresses and methods of a route table that are missing in the file. */
export function uncovered(rows: readonly Row[], policies: Readonly<Record<string, object>>): string[] {
  const asked = new Set(
    rows.map((row) => `${row.method === 'HEAD' ? 'GET' : row.method} ${patternOf(row.path, Object.keys(policies))}`),
  )
  return Object.entries(policies)
    .flatMap(([pattern, methods]) => Object.keys(methods).map((method) => `${method} ${pattern}`))
    .filter((one) => !asked.has(one))
}

/** Which pattern matches a path: the one with the most fixed segments. Asked for every row in every test: remembered. */
export function patternOf(path: string, patterns: readonly string[]): string {
  const known = found.get(patterns) ?? new Map<string, string>()
  found.set(patterns, known)
  const pattern = known.get(path) ?? searchPattern(path, patterns)
  known.set(path, pattern)
  return pattern
}

const found = new WeakMap<readonly string[], Map<string, string>>()

function searchPattern(path: string, patterns: readonly string[]): string {
  const fitting = patterns.filter((pattern) => expressionOf(pattern).test(path.split('?')[0]!))
  return fitting.toSorted((left, right) => weightOf(right) - weightOf(left))[0] ?? ''
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern
    .split('/')
    .slice(1)
    .map((part) => {
      if (part === '*') return '/.*'
      if (!part.startsWith(':')) return `/${part.replaceAll('.', '\\.')}`
      return part.endsWith('?') ? '(/[^/]+)?' : '/[^/]+'
    })
  return new RegExp(`^${parts.join('')}$`)
}

function weightOf(pattern: string): number {
  return pattern
    .split('/')
    .slice(1)
    .reduce((sum, part) => sum + (part === '*' ? 0 : part.startsWith(':') ? 10 : 100), 0)
}
