import { request as httpRequest } from 'node:http'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, liveEnvironment, type Mailbox, startMailbox } from './support/live-product.ts'
import { askOnce, type OwnPostgres, startOwnPostgres } from './support/own-postgres.ts'
import { type Product, startProduct } from './support/product.ts'

const PROCESSES = 2
/** So many connections reach both processes, but for once in two thousand times. */
const OFTEN = 12
const METRICS_TOKEN = 'a token of tests alone'

let database: OwnPostgres
let mailbox: Mailbox
let product: Product

beforeAll(async () => {
  ;[database, mailbox] = await Promise.all([startOwnPostgres(), startMailbox()])
  const env = { ...liveEnvironment(database.url, { smtpUrl: mailbox.url }), METRICS_TOKEN, LOG_LEVEL: 'info' }
  product = await startProduct({ env: { ...env, WEB_PROCESSES: String(PROCESSES) }, readyWithin: 240_000 })
}, 300_000)
afterAll(async () => {
  await product?.remove()
  await database?.remove()
  await mailbox?.close()
}, 60_000)

type Asked = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }
type Sent = { method?: string; headers?: Record<string, string>; body?: string }

/** A request on a connection of its own: each goes to one of the processes. */
function ask(path: string, { method, headers = {}, body }: Sent = {}): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest(product.url + path, {
      agent: false,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        origin: product.url,
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    })
    sending.on('error', reject)
    sending.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, text }))
    })
    sending.end(body)
  })
}

async function eventually<Value>(check: () => Value | null | Promise<Value | null>): Promise<Value> {
  const abandon = performance.now() + 30_000
  for (;;) {
    const found = await check()
    if (found !== null) return found
    if (performance.now() > abandon) throw new Error(`the condition was never met:\n${product.output()}`)
    await pause(50)
  }
}

/** The ids of the web processes that run now. */
function webProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
        return parent === product.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('web-process.ts')
      } catch {
        return false
      }
    })
}

async function metrics(): Promise<string> {
  return (await ask('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text
}

async function countAnswers(): Promise<number> {
  const text = await metrics()
  return [...text.matchAll(/^http_responses_total\{class="\dxx"\} (\d+)$/gm)].reduce((sum, [, n]) => sum + Number(n), 0)
}

test('a session that begins or ends in one process does so at once in all', async () => {
  const member = await addMember(database.url, 'a_member')
  const opens = async () => (await ask('/profile', { headers: { cookie: member.cookie } })).status
  for (let nth = 0; nth < OFTEN; nth += 1) expect(await opens()).toBe(200)
  const left = await ask('/sign-out', { headers: { cookie: member.cookie }, body: '' })
  expect(left.status).toBe(303)
  for (let nth = 0; nth < OFTEN; nth += 1) expect(await opens()).toBe(303)
})

test('a page that every visitor shares is fresh in each process within a second', async () => {
  const member = await addMember(database.url, 'an_owner')
  const shownFees = async () => {
    const pages = await Promise.all(Array.from({ length: OFTEN }, () => ask('/refunds')))
    return [...new Set(pages.map(({ text }) => text.includes('71,300')))]
  }
  expect(await shownFees()).toEqual([false])
  await askOnce(
    database.url,
    `insert into settings (name, value, changed_by) values ('creatorFeeMinor', '"7130000"', $1)`,
    [member.id],
  )
  await pause(1_100)
  expect(await shownFees()).toEqual([true])
})

test('each job runs once, whichever process it was given to', async () => {
  const addresses = Array.from({ length: 6 }, (_, nth) => `person_${nth}@members.example`)
  for (const email of addresses) {
    await addMember(database.url, email.split('@')[0]!)
    const asked = await ask('/auth', {
      headers: { 'x-forwarded-for': `10.9.${addresses.indexOf(email)}.1` },
      body: new URLSearchParams({ email, mode: 'sign-in' }).toString(),
    })
    expect(asked.status).toBe(303)
  }
  await eventually(async () => {
    const rows = await askOnce(database.url, `select from pgboss.job where state not in ('completed', 'failed')`)
    return rows.length === 0 ? true : null
  })
  for (const email of addresses)
    expect(
      mailbox.mails.filter((mail) => mail.includes(`To: ${email}`)),
      email,
    ).toHaveLength(1)
})

test('the rate limits of a network count what all processes admit', async () => {
  const from = { 'x-forwarded-for': '41.77.1.1' }
  const statuses: number[] = []
  // Visitors of one network may send 200 forms at once; each process by itself would admit 200.
  for (let nth = 0; nth < 300; nth += 1) statuses.push((await ask('/age', { headers: from, body: '' })).status)
  const admitted = statuses.filter((status) => status !== 429).length
  expect(admitted).toBeGreaterThanOrEqual(200)
  expect(admitted).toBeLessThan(260)
})

test('the figures are summed over all processes, and never fall', async () => {
  const before = await countAnswers()
  for (let nth = 0; nth < 10; nth += 1) await ask('/terms')
  // The question itself is one more.
  expect(await countAnswers()).toBe(before + 11)
})

test('a piece of an upload that hangs in one process gives way to its sender in another', async () => {
  const member = await addMember(database.url, 'an_uploader')
  const headers = { cookie: member.cookie, 'tus-resumable': '1.0.0' }
  const hanging = await Promise.all(Array.from({ length: 8 }, () => beginUpload(headers)))
  // The library gives the former request three seconds to end.
  const found = await Promise.all(hanging.map(({ path }) => ask(path, { method: 'HEAD', headers })))
  expect(found.map((one) => [one.status, one.headers['upload-offset']])).toEqual(hanging.map(() => [200, '400']))
  // What their connections sent now would be written nowhere.
  await Promise.all(hanging.map(({ ended }) => ended))
})

/** Announces a file of 1,000 bytes and sends 400 of them. `ended`: the server has given up the rest. */
async function beginUpload(headers: Record<string, string>): Promise<{ path: string; ended: Promise<void> }> {
  const announced = await ask('/uploads', {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': '1000',
      'upload-metadata': `purpose ${Buffer.from('avatar').toString('base64')}`,
    },
  })
  expect(announced.status).toBe(201)
  const path = String(announced.headers.location)
  const { host, port } = new URL(product.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  const lines = {
    ...headers,
    host,
    origin: product.url,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': '1000',
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`PATCH ${path} HTTP/1.1\r\n${head.join('')}\r\n${'x'.repeat(400)}`)
  const ended = new Promise<void>((resolve) => {
    socket.once('data', () => resolve(socket.destroy() as never))
    socket.once('close', () => resolve())
  })
  await eventually(async () => {
    const file = join(product.dataDir, 'uploads', path.split('/').at(-1)!)
    return existsSync(file) && statSync(file).size === 400 ? true : null
  })
  return { path, ended }
}

test('a process that is killed is replaced: the port stays open, the others answer, and the figures do not fall', async () => {
  const before = webProcesses()
  expect(before).toHaveLength(PROCESSES)
  const answered = await countAnswers()
  process.kill(before[0]!, 'SIGKILL')
  const statuses: (number | 'reset')[] = []
  const isReplaced = () => {
    const now = webProcesses()
    return now.length === PROCESSES && !now.includes(before[0]!)
  }
  while (!isReplaced() || statuses.length < 20)
    statuses.push(
      await ask('/terms').then(
        ({ status }) => status,
        () => 'reset',
      ),
    )
  // What had reached the killed process is lost with it; everything after that is answered.
  expect(new Set(statuses.slice(5))).toEqual(new Set([200]))
  expect(await countAnswers()).toBeGreaterThanOrEqual(answered)
  expect(product.output()).toMatch(/"process":1.*a web process has ended: another takes its place/)
  expect(product.exitCode()).toBeNull()

  for (const pid of webProcesses()) process.kill(pid, 'SIGKILL')
  await eventually(() =>
    ask('/terms').then(
      ({ status }) => (status === 200 ? true : null),
      () => null,
    ),
  )
}, 90_000)

test('the start prints its lines once, and SIGTERM lets every process finish what it has begun', async () => {
  expect(product.output().split(' is ready at ').length - 1).toBe(1)
  await eventually(async () => ((await metrics()).includes(`\nweb_processes ${PROCESSES}\n`) ? true : null))
  const body = 'returnTo=%2Fpublic-feed'
  const open = Array.from({ length: 2 * PROCESSES }, () => {
    const sending = httpRequest(`${product.url}/age`, {
      agent: false,
      method: 'POST',
      headers: {
        origin: product.url,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': String(body.length),
      },
    })
    sending.write(body.slice(0, 10))
    const status = new Promise<number>((resolve, reject) => {
      sending.on('error', reject)
      sending.on('response', (response) => resolve(response.resume().statusCode!))
    })
    return { sending, status }
  })
  await pause(500)
  const ended = product.stop()
  await pause(300)
  await expect(ask('/terms'), 'new connections are refused').rejects.toThrow()
  for (const { sending } of open) sending.end(body.slice(10))
  expect(await Promise.all(open.map(({ status }) => status))).toEqual(open.map(() => 303))
  expect(await ended).toBe(0)
  expect(webProcesses()).toEqual([])
})
