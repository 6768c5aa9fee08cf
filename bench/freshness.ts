import type { Figure } from './figure.ts'
import type { Fixture } from './demo-server.ts'

const POLL_MS = 10
const TIMEOUT_MS = 5_000

type Change = {
  name: string
  path: string
  begin: string
  end: string
  /** What the page shows once it is up to date. */ shows: (html: string) => boolean
}

const FEED = '/public-feed?shown=10'
const SHOWN = `select profile_id from creators where listed order by feed_rank desc, profile_id desc limit 1`

/** How long after a committed change the public page shows it, while the page is requested continuously. */
export async function measureFreshness({ product, owner }: Fixture, rounds: number): Promise<Figure[]> {
  const { rows } = await owner.query<{ username: string }>(`select username from profiles where id = (${SHOWN})`)
  const username = rows[0]!.username
  const changes: Change[] = [
    {
      name: 'a blocked creator leaves the feed',
      path: FEED,
      begin: `update profiles set is_blocked = true where username = '${username}'`,
      end: `update profiles set is_blocked = false where username = '${username}'`,
      shows: (html) => !html.includes(`href="/${username}"`),
    },
    {
      name: 'a new price is in the feed',
      path: FEED,
      begin: `update subscription_plans set price_ugx = 12300000 where name = 'monthly'`,
      end: `update subscription_plans set price_ugx = 18000000 where name = 'monthly'`,
      shows: (html) => html.includes('UGX\u00a0123,000'),
    },
    {
      name: 'a discount is in the feed',
      path: FEED,
      begin: `update subscription_plans set discount_percentage = 50, discount_expires_at = app_now() + interval '1 day' where name = 'monthly'`,
      end: `update subscription_plans set discount_percentage = 0, discount_expires_at = null where name = 'monthly'`,
      shows: (html) => html.includes('UGX\u00a090,000'),
    },
  ]
  const figures: Figure[] = []
  for (const change of changes) {
    const values: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await untilShown(product.url + change.path, (html) => !change.shows(html))
      // A different point within the second that the page is cached in each round.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_000))
      await owner.query(change.begin)
      values.push(await untilShown(product.url + change.path, change.shows))
      await owner.query(change.end)
    }
    figures.push({ name: change.name, unit: 'ms', values, target: { max: 1_000 } })
  }
  return figures
}

async function untilShown(url: string, shows: (html: string) => boolean): Promise<number> {
  const began = performance.now()
  for (;;) {
    const html = await (await fetch(url, { headers: { cookie: 'peach_adult=1' } })).text()
    const waited = performance.now() - began
    if (shows(html)) return waited
    if (waited > TIMEOUT_MS) throw new Error(`${url} did not show the change within ${TIMEOUT_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
