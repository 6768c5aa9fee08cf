import pg from 'pg'

export type Asked = { text: string; values: unknown[] }
export type Cost = { text: string; buffers: number; ms: number }

type Query = (...given: unknown[]) => unknown
type Given = string | { text?: string; values?: unknown[] }

/** Every statement that the product sends while `work` runs, whoever wrote it: taken where the driver sends it. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = []
  const prototype: { query: unknown } = pg.Client.prototype
  const original = prototype.query as Query
  prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
    const [first, second] = given as [Given, unknown]
    const text = typeof first === 'string' ? first : first.text
    const values = (typeof first === 'string' ? (Array.isArray(second) ? second : []) : first.values) ?? []
    if (text !== undefined) asked.push({ text, values })
    return original.apply(this, given)
  }
  try {
    await work()
  } finally {
    prototype.query = original
  }
  return asked
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }

/** What each reading statement costs: it is run once more, with its values, on a connection of its own. */
export async function costsOf(client: pg.Client, asked: readonly Asked[]): Promise<Cost[]> {
  const costs: Cost[] = []
  for (const { text, values } of asked) {
    if (!/^\s*(select|with)\b/i.test(text) || /\bfor (no key )?(update|share)\b/i.test(text)) continue
    await client.query('begin')
    try {
      // The second time: the first one fills the caches of the catalogue.
      let plan: { Plan: Plan; 'Execution Time': number } | undefined
      for (let run = 0; run < 2; run += 1) {
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        )
        plan = rows[0]!['QUERY PLAN'][0]
      }
      const { Plan: top, 'Execution Time': ms } = plan!
      costs.push({ text, buffers: top['Shared Hit Blocks'] + top['Shared Read Blocks'], ms })
    } finally {
      await client.query('rollback')
    }
  }
  return costs
}

export const sumOf = (costs: readonly Cost[], of: 'buffers' | 'ms'): number =>
  costs.reduce((sum, cost) => sum + cost[of], 0)
