import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { keyedHash, randomToken, useSecrets } from '#app/platform/secrets.server.ts'
import { newId } from '#app/platform/id.ts'
import { type Bench, type Figure, percentile } from './figure.ts'
import { steadily } from './open-loop.ts'
import { type Fixture, withFixture } from './demo-server.ts'

// Each of them makes fewer than thirty payments a minute.
const FANS = 400
const PER_SECOND = 100
const FILLED_MINOR = 10_000_000_000n
const TIP_SHILLINGS = 1_000

/** A wallet payment as a fan makes it: the form posted, session and rights looked up, balance, entry and tip in one durable transaction. */
export const wallet: Bench = {
  name: 'wallet',
  description: 'tips from wallets at 100 a second, by 400 fans to different creators, and by one fan alone',
  needs: 'about 300 MB of disk and 2 minutes',
  run: ({ rounds, seconds }) => withFixture((fixture) => measure(fixture, rounds, seconds)),
}

type Fan = { id: string; cookie: string }

async function measure(fixture: Fixture, rounds: number, seconds: number): Promise<Figure[]> {
  const { owner } = fixture
  useSecrets([readFileSync(join(fixture.product.dataDir, 'app-secret'), 'utf8').trim()])
  const { rows } = await owner.query<{ id: string }>(
    'select profile_id as id from visible_creators order by profile_id',
  )
  const creators = rows.map(({ id }) => id)
  const fans: Fan[] = []
  while (fans.length < FANS) fans.push(await addFan(owner))
  const agent = new Agent({ keepAlive: true })
  const tip = (index: number, among: readonly Fan[]) =>
    postTip(fixture.product.url, among[index % among.length]!, creators[index % creators.length]!, agent)
  await steadily({ perSecond: PER_SECOND, seconds: 1 }, (index) => tip(index, fans))
  const [spread, alone]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    const pace = { perSecond: PER_SECOND, seconds }
    spread.push(percentile(await steadily(pace, (index) => tip(index, fans)), 0.99))
    const forgotten = setInterval(() => void forgetSpends(owner, fans[0]!), 150)
    alone.push(percentile(await steadily(pace, (index) => tip(index, fans.slice(0, 1))), 0.99))
    clearInterval(forgotten)
  }
  agent.destroy()
  await expectSpent(owner, PER_SECOND * (1 + 2 * rounds * seconds))
  return [
    { name: 'a wallet spend, p99 at 100/s', unit: 'ms', values: spread, target: { max: 50 } },
    { name: 'the same from one wallet alone', unit: 'ms', values: alone, target: null },
  ]
}

/** A fan with a pass, a session and a full wallet. */
async function addFan(owner: Fixture['owner']): Promise<Fan> {
  const [id, token] = [newId(), randomToken()]
  await owner.query(
    `insert into profiles (id, email, email_proven_at, display_name, username, user_type, profile_completed, birthday)
     values ($1, $2, now(), 'A fan', $3, 'fan', true, '1995-05-05')`,
    [id, `${id}@bench.example`, `bench_${id.slice(-12)}`],
  )
  await owner.query(`insert into user_access (id, user_id, reason) values ($1, $2, 'bench')`, [newId(), id])
  await owner.query(
    `insert into sessions (id, token_hash, profile_id, expires_at, kind) values ($1, $2, $3, now() + interval '1 day', 'member')`,
    [newId(), keyedHash('token', token), id],
  )
  await owner.query(
    `select post_journal_entry($1, 'wallet_topped_up', $2, 'bench', $1, now(), null, array[
       open_ledger_account($3, 'gateway_clearing', null, 'UGX', true, false), open_ledger_account($4, 'wallet', $5, 'UGX', false, true)
     ], array[$6::bigint, -$6::bigint])`,
    [newId(), `bench:${id}`, newId(), newId(), id, FILLED_MINOR.toString()],
  )
  return { id, cookie: `peach_session=${token}; peach_adult=1` }
}

function postTip(url: string, fan: Fan, creatorId: string, agent: Agent): Promise<void> {
  const body = new URLSearchParams({
    attempt: randomToken(),
    shown: '',
    amount: String(TIP_SHILLINGS),
    named: 'on',
    way: 'wallet',
  }).toString()
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/tip/${creatorId}`,
      {
        method: 'POST',
        agent,
        headers: { cookie: fan.cookie, origin: url, 'content-type': 'application/x-www-form-urlencoded' },
      },
      (response) => {
        response.resume()
        response.on('error', reject)
        response.on('end', () =>
          response.statusCode === 303 ? resolve() : reject(new Error(`a tip was answered ${response.statusCode}`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** A wallet may pay thirty times a minute; to pay a hundred times a second, its earlier payments are dated back. */
async function forgetSpends(owner: Fixture['owner'], fan: Fan): Promise<void> {
  await owner.query(
    `update purchases set created_at = created_at - interval '1 hour' where buyer_id = $1 and created_at > now() - interval '1 minute'`,
    [fan.id],
  )
}

/** Every response must be a purchase: spending is measured, not refusing. */
async function expectSpent(owner: Fixture['owner'], tips: number): Promise<void> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from purchases where kind = 'tip' and paid_from = 'wallet' and state = 'completed'`,
  )
  if (rows[0]!.n < tips) throw new Error(`only ${rows[0]!.n} of ${tips} tips were bought`)
}
