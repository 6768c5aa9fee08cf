import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import { readClock } from '#app/platform/clock.server.ts'
import { usePaymentFixture } from '#tests/support/payments.ts'
import { keepFigures } from './kept-figures.ts'
import { listBreaches } from './list-breaches.ts'

const AT_ONCE = 100

type Answer = { ok: true } | { ok: false; refusal: { kind: string } }

/**
 * A fixture where a hundred callers do the same at the same moment. After each test every invariant holds; the counts are kept under the
 * name.
 */
export function useRaces(name: string) {
  const fixture = usePaymentFixture({ max: 14 })
  const counted = { races: 0, commands: 0, allowed: 0 }

  beforeAll(async () => {
    await readClock()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    // No scheduled tasks run here: what is due may wait.
    expect(await listBreaches(['I13'])).toEqual([])
  })
  afterAll(() => keepFigures(name, counted))

  async function all<Value>(command: (index: number) => Promise<Value>): Promise<Value[]> {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => command(index)))
    counted.races += 1
    counted.commands += answers.length
    return answers
  }
  const count = async (text: string, values: unknown[]): Promise<number> => (await fixture.all(text, values)).length

  return {
    fixture,
    count,
    size: AT_ONCE,
    /** A hundred at once whose effect must be that of one. Returns the results, in order. */
    asOne: async <Value>(command: (index: number) => Promise<Value>): Promise<Value[]> => {
      counted.allowed += 1
      return all(command)
    },
    /** A hundred at once, of which so many succeed. Returns the kinds of the other refusals. */
    allowing: async (allowed: number, command: (index: number) => Promise<Answer>): Promise<string[]> => {
      const answers = await all(command)
      expect(answers.filter((answer) => answer.ok)).toHaveLength(allowed)
      counted.allowed += allowed
      return [...new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.refusal.kind])))]
    },
    /** The balance of somebody's ledger account, in shillings. */
    accountOf: async (ownerId: string, purpose: string): Promise<bigint> => {
      const row = await fixture.one<{ much: bigint } | undefined>(
        `select (-ledger_balance(id) / 100)::bigint as much from ledger_accounts where owner_id = $1 and purpose = $2 and currency = 'UGX'`,
        [ownerId, purpose],
      )
      return row?.much ?? 0n
    },
    entries: (causeId: string, kind: string) =>
      count('select 1 from journal_entries where cause_id = $1 and kind = $2', [causeId, kind]),
  }
}
