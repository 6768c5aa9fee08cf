import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '#tests/support/product.ts'
import { type Bench, type Figure, percentile } from './figure.ts'
import { steadyLatencies } from './open-loop.ts'
import { signIn } from './sign-in.ts'
import { withFixture } from './demo-server.ts'

const PAGE = '/unblocked-feed'
const AT_ONCE = 20
const PER_SECOND = 50
const PEOPLE = ['owner', 'moderator', 'earnings', 'support', 'super'] as const

/** Hashing a password uses a core for a while: other people's pages must not get slower. */
export const staffSignIn: Bench = {
  name: 'staff-sign-in',
  description:
    'the signed-in feed at 50 requests a second while 20 people sign in at /owner-login at once, again and again',
  needs: 'about 300 MB of disk and 2 minutes',
  run: ({ rounds, seconds }) =>
    withFixture(async ({ product }) => {
      const cookie = await signIn(product.url, 'brian@demo.peach.example')
      const page = { perSecond: PER_SECOND, seconds, headers: { cookie } }
      await steadyLatencies(product.url + PAGE, { ...page, seconds: 1 })
      const alone: number[] = []
      const beside: number[] = []
      const signIns: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        alone.push(percentile(await steadyLatencies(product.url + PAGE, page), 0.99))
        const crowd = keepSigningIn(product, seconds)
        beside.push(percentile(await steadyLatencies(product.url + PAGE, page), 0.99))
        signIns.push(percentile(await crowd, 0.95))
      }
      return figures(alone, beside, signIns)
    }),
}

function figures(alone: number[], beside: number[], signIns: number[]): Figure[] {
  return [
    { name: 'page p99 beside 20 sign-ins at once', unit: 'ms', values: beside, target: { max: 250 } },
    { name: 'page p99 without them', unit: 'ms', values: alone, target: null },
    { name: 'sign-in p95, 20 at once', unit: 'ms', values: signIns, target: null },
  ]
}

/** Waves of twenty, each started when the one before has ended. Returns how long each sign-in took, in milliseconds. */
async function keepSigningIn(product: Product, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1_000
  const took: number[] = []
  while (performance.now() < until) {
    const wave = Array.from({ length: AT_ONCE }, (_, index) => signInOnce(product, PEOPLE[index % PEOPLE.length]!))
    took.push(...(await Promise.all(wave)))
  }
  return took
}

async function signInOnce(product: Product, who: (typeof PEOPLE)[number]): Promise<number> {
  const file = who === 'owner' ? 'owner-key' : 'staff-password'
  const began = performance.now()
  const answer = await fetch(`${product.url}/owner-login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: product.url },
    body: new URLSearchParams({
      email: `${who}@peach.example`,
      secret: readFileSync(join(product.dataDir, file), 'utf8').trim(),
    }),
  })
  await answer.arrayBuffer()
  // Roles that need a second factor are first sent to its set-up.
  if (!['/admin', '/owner-login/enrolment'].includes(answer.headers.get('location') ?? ''))
    throw new Error(`${who} was answered ${answer.status}`)
  return performance.now() - began
}
