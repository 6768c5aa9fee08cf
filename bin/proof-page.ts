import { writeFileSync } from 'node:fs'

type Figures = { part: string; on: string; commit: string; minutes: number; held: boolean } & Record<
  string,
  string | number | boolean | undefined
>
/** What each proof has counted in its last long run, by its part and the name it keeps its figures under. */
export type Proven = Record<string, Figures>

/** 50,000 histories are an hour and more: they are played in pieces, so that each can be played and kept by itself. */
export const HISTORY_PIECES = [1, 2, 3, 4, 5].map((nth) => `histories-${nth}`)

type Row = {
  proof: string
  from: string[]
  counted: (figures: Figures, sum: (field: string) => string, least: (field: string) => number) => string
}

const ROWS: Row[] = [
  {
    proof:
      'random histories over the whole money interface against a pure model (`tests/proof/histories-*.db.test.ts`)',
    from: HISTORY_PIECES.flatMap((piece) => [`${piece}/histories-0`, `${piece}/histories-1`]),
    counted: (figures, sum, least) =>
      `${sum('histories')} histories, ${sum('steps')} steps of ${figures.kinds} kinds, the rarest ${least('least')} % of all`,
  },
  {
    proof: 'bugs planted one by one and found by the histories (`planted-bugs.db.test.ts`)',
    from: ['rest/planted-bugs'],
    counted: (figures) => `${figures.found} of ${figures.planted}`,
  },
  {
    proof:
      'the server killed before and after each message between it, the database and the gateway (`boundaries-*.db.test.ts`)',
    from: ['boundaries/boundaries-0', 'boundaries/boundaries-1'],
    counted: (figures, sum) =>
      `${sum('kills')} kills at ${figures.points} points of ${sum('messages')} messages in ${sum('flows')} flows`,
  },
  {
    proof:
      'every fault of the simulated gateway’s catalogue, against a table kept by hand (`gateway-faults.db.test.ts`)',
    from: ['rest/gateway-faults'],
    counted: (figures) => `${figures.faults} faults in ${figures.plays} plays`,
  },
  {
    proof: 'what the gateway says, in every order (`webhook-orders.db.test.ts`)',
    from: ['orders/webhook-orders'],
    counted: (figures, sum) =>
      `${figures.orders} orders: ${sum('arrivals')} of a payment’s arrival, ${sum('endings')} of its end and ${sum('payouts')} of a payout, ${sum('events')} events`,
  },
  {
    proof: 'a hundred at the same moment, of whom exactly the allowed number succeeds (`races*.db.test.ts`)',
    from: ['rest/races', 'rest/races-of-earnings'],
    counted: (_, sum) => `${sum('races')} races, ${sum('acts')} acts, ${sum('allowed')} allowed`,
  },
  {
    proof: 'a backup of ten minutes ago restored and compared with the gateway (`restore-drill.db.test.ts`)',
    from: ['rest/restore-drill'],
    counted: (figures) =>
      `${figures.before} payments from before, ${figures.across} found again at the gateway, ${figures.queued} queued for a person; restored in ${figures.seconds} s`,
  },
  {
    proof:
      'the database restarted, fast and immediate in turn, idle and while twenty people write; stopped; frozen (`database-outages.test.ts`)',
    from: ['outages/database-outages'],
    counted: (figures) =>
      `${figures.restarts} restarts, ${figures.exits} exits of the server, ${figures.acknowledged} acknowledged writes, ${figures.lost} lost; a page at the latest ${figures.slowestBackMs} ms after the database took connections`,
  },
  {
    proof: '`npm run audit` over what was restored; the same names what is planted in it',
    from: ['rest/audit'],
    counted: (figures) => String(figures.description),
  },
]

/** Writes the page that says what was proven, when and of which commit. A proof without a whole long run says that instead. */
export function writeProofPage(file: string, proven: Proven, machine: { node: string; processors: number }): void {
  writeFileSync(
    file,
    `# What was proven

Written by \`npm run prove\` (Node ${machine.node}, ${machine.processors} processors), part after part, each with the day and the commit that it was played on. \`npm test\` holds a seeded sample of every one, of the histories another one each day (\`TEST_DAY\` repeats a day's); a failure prints the seed that repeats it (\`PROVE_SEED\`).

| proof | counted in the long run | |
| --- | --- | --- |
${ROWS.map((row) => `| ${row.proof} | ${lineOf(row, proven)} |`).join('\n')}

What holds after each of them: every invariant of \`npm run audit\`, and for kills the same end as without one, balances, rights and counts alike.
`,
  )
}

function lineOf(row: Row, proven: Proven): string {
  const parts = row.from.flatMap((name) => proven[name] ?? [])
  const [first] = parts
  if (!first) return 'not played in full yet | '
  const sum = (field: string) => parts.reduce((total, part) => total + Number(part[field] ?? 0), 0).toLocaleString('en')
  const least = (field: string) => Math.min(...parts.map((part) => Number(part[field])))
  const all = (field: string) => [...new Set(parts.map((part) => part[field]))].join(', ')
  const minutes = [...new Map(parts.map((part) => [part.part, part.minutes])).values()].reduce((a, b) => a + b, 0)
  const held = parts.every((part) => part.held) ? 'held' : '**did not hold**'
  const rest = parts.length < row.from.length ? `**${parts.length} of ${row.from.length} pieces**: ` : ''
  return `${rest}${row.counted(first, sum, least)}; seeds from ${least('seed')} on | ${held}, ${all('on')}, commit ${all('commit')}, ${minutes} min`
}
