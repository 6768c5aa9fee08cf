import type pg from 'pg'
import type { Person } from '#app/domain/identity/actor.ts'
import { A_FAN } from '#tests/support/a-fan.ts'
import { placeOrder } from '#app/domain/purchases/place-order.server.ts'
import { readConfig, useConfig } from '#app/platform/config.server.ts'
import { newId } from '#app/platform/id.ts'
import { randomToken, useSecrets } from '#app/platform/secrets.server.ts'
import { makeDatabase } from './database.ts'
import { alternate, type Bench, type Figure, ratios } from './figure.ts'

const TIPS = 200
const WALLET_MINOR = 100_000_000_000n

/** Two hundred tips at the same moment: all for one creator, compared with one for each of two hundred. */
export const tips: Bench = {
  name: 'tips',
  description: '200 tips at once to one creator, against the same spread over 200',
  needs: 'about 200 MB of disk and a minute',
  run: async ({ rounds }) => {
    const database = await makeDatabase({ max: 16 })
    try {
      useConfig(readConfig({ DEMO: '1', DATA_DIR: '/nonexistent' }))
      useSecrets(['a bench secret that is long enough to be one'])
      const { fans, creators } = await fill(database.owner)
      return await measure(fans, creators, rounds)
    } finally {
      await database.remove()
    }
  },
}

async function measure(fans: Person[], creators: string[], rounds: number): Promise<Figure[]> {
  const spread = () => tipAll(fans, (index) => creators[index]!)
  const hot = () => tipAll(fans, () => creators[0]!)
  await spread()
  await hot()
  const measured = await alternate(rounds, { hot, spread })
  return [
    {
      name: '200 tips to one creator, to the same spread',
      unit: '×',
      values: ratios(measured.hot, measured.spread),
      target: { max: 1.5 },
    },
    { name: '200 tips to one creator', unit: 'ms', values: measured.hot, target: null },
    { name: '200 tips to 200 creators', unit: 'ms', values: measured.spread, target: null },
  ]
}

/** Returns how many milliseconds it took until the last tip was paid. */
async function tipAll(fans: Person[], creatorOf: (index: number) => string): Promise<number> {
  const begun = performance.now()
  const all = await Promise.all(
    fans.map((fan, index) =>
      placeOrder(fan, {
        product: {
          kind: 'tip',
          creatorId: creatorOf(index),
          amountMinor: 1_000_000n,
          message: 'For the benchmark',
          postId: null,
          context: 'profile',
          named: true,
        },
        from: 'wallet',
        returnTo: {},
        attempt: randomToken(),
        shownMinor: null,
      }),
    ),
  )
  const took = performance.now() - begun
  const refused = all.find((result) => !result.ok)
  if (refused) throw new Error(`a tip was refused: ${JSON.stringify(refused)}`)
  return took
}

/** Visible creators, and fans with a pass and money in the wallet. */
async function fill(owner: pg.Client): Promise<{ fans: Person[]; creators: string[] }> {
  const creators = Array.from({ length: TIPS }, () => newId())
  const fans = Array.from({ length: TIPS }, (_, index) => fanOf(index))
  await owner.query(
    `insert into profiles (id, email, display_name, username, user_type, profile_completed, birthday)
     select id, 'c' || n || '@bench.example', 'Creator ' || n, 'bench_creator_' || n, 'creator', true, '1990-01-01'
     from unnest($1::uuid[]) with ordinality as c (id, n)`,
    [creators],
  )
  await owner.query(
    `insert into creators (profile_id, verification_status, approved_at) select id, 'approved', app_now() from unnest($1::uuid[]) id`,
    [creators],
  )
  await owner.query(
    `insert into creator_listings (id, creator_id, source_kind, source_id, starts_at, ends_at)
     select gen_random_uuid(), id, 'grant', id, app_now(), app_now() + interval '90 days' from unnest($1::uuid[]) id`,
    [creators],
  )
  await owner.query(
    `insert into profiles (id, email, display_name, username, user_type, profile_completed, birthday)
     select id, 'f' || n || '@bench.example', 'Fan ' || n, 'bench_fan_' || n, 'fan', true, '1990-01-01'
     from unnest($1::uuid[]) with ordinality as f (id, n)`,
    [fans.map((fan) => fan.id)],
  )
  await owner.query(
    `insert into user_access (id, user_id, reason) select gen_random_uuid(), id, 'bench' from unnest($1::uuid[]) id`,
    [fans.map((fan) => fan.id)],
  )
  const clearing = newId()
  await owner.query(`select open_ledger_account($1, 'gateway_clearing', null, 'UGX', true, false)`, [clearing])
  for (const fan of fans)
    await owner.query(
      `select post_journal_entry($1, 'wallet_topped_up', $2, 'bench', $3, app_now(), null,
         array[$4, open_ledger_account($5, 'wallet', $3, 'UGX', false, true)]::uuid[], array[$6::bigint, -$6::bigint])`,
      [newId(), `bench:${fan.id}`, fan.id, clearing, newId(), WALLET_MINOR.toString()],
    )
  await owner.query('analyze')
  return { fans, creators }
}

function fanOf(index: number): Person {
  return {
    ...A_FAN,
    id: newId(),
    email: `f${index + 1}@bench.example`,
    displayName: `Fan ${index + 1}`,
    username: `bench_fan_${index + 1}`,
    sessionId: newId(),
  }
}
