import { writeFileSync } from 'node:fs'

type Figures = { on: string; commit: string; minutes: number; held: boolean } & Record<
  string,
  string | number | boolean | undefined
>
/** What each proof has counted in its last long run, by the name it keeps its figures under. */
export type Proven = Record<string, Figures>

type Row = { proof: string; from: string[]; counted: (figures: Figures, sum: (field: string) => string) => string }

const ROWS: Row[] = [
  {
    proof:
      'random histories over the whole money interface against a pure model (`tests/proof/histories-*.db.test.ts`)',
    from: ['histories-0', 'histories-1'],
    counted: (figures, sum) =>
      `${sum('histories')} histories, ${sum('steps')} steps of ${figures.kinds} kinds, the rarest ${figures.least} % of all`,
  },
  {
    proof: 'bugs planted one by one and found by the histories (`planted-bugs.db.test.ts`)',
    from: ['planted-bugs'],
    counted: (figures) => `${figures.found} of ${figures.planted}`,
  },
  {
    proof:
      'the server killed before and after each message between it, the database and the gateway (`boundaries-*.db.test.ts`)',
    from: ['boundaries-0', 'boundaries-1'],
    counted: (figures, sum) =>
      `${sum('kills')} kills at ${figures.points} points of ${sum('messages')} messages in ${sum('flows')} flows`,
  },
  {
    proof:
      'every fault of the simulated gateway’s catalogue, against a table kept by hand (`gateway-faults.db.test.ts`)',
    from: ['gateway-faults'],
    counted: (figures) => `${figures.faults} faults in ${figures.plays} plays`,
  },
  {
    proof: 'what the gateway says, in every order (`webhook-orders.db.test.ts`)',
    from: ['webhook-orders'],
    counted: (figures, sum) =>
      `${figures.orders} orders: ${sum('arrivals')} of a payment’s arrival, ${sum('endings')} of its end and ${sum('payouts')} of a payout, ${sum('events')} events`,
  },
  {
    proof: 'a hundred at the same moment, of whom exactly the allowed number succeeds (`races*.db.test.ts`)',
    from: ['races', 'races-of-earnings'],
    counted: (_, sum) => `${sum('races')} races, ${sum('acts')} acts, ${sum('allowed')} allowed`,
  },
  {
    proof: 'a backup of ten minutes ago restored and compared with the gateway (`restore-drill.db.test.ts`)',
    from: ['restore-drill'],
    counted: (figures) =>
      `${figures.before} payments from before, ${figures.across} found again at the gateway, ${figures.queued} queued for a person; restored in ${figures.seconds} s`,
  },
]

/** Writes the page that says what was proven, when and of which commit. A proof without a whole long run says that instead. */
export function writeProofPage(file: string, proven: Proven, machine: { node: string; processors: number }): void {
  writeFileSync(
    file,
    `# What was proven

Written by \`npm run prove\` (Node ${machine.node}, ${machine.processors} processors), part after part, each with the day and the commit that it was played on. \`npm test\` holds a seeded sample of every one; a failure prints the seed that repeats it (\`PROVE_SEED\`).

| proof | counted in the long run | |
| --- | --- | --- |
${ROWS.map((row) => `| ${row.proof} | ${lineOf(row, proven)} |`).join('\n')}

What holds after each of them: every invariant of \`npm run audit\`, and for kills the same end as without one, balances, rights and counts alike.
`,
  )
}

function lineOf(row: Row, proven: Proven): string {
  const parts = row.from.map((name) => proven[name])
  const [first] = parts
  if (!first || parts.some((part) => part === undefined)) return 'not played in full yet | '
  const sum = (field: string) =>
    parts.reduce((total, part) => total + Number(part![field] ?? 0), 0).toLocaleString('en')
  const held = parts.every((part) => part!.held)
  const seeds = parts.map((part) => part!.seed).join(' and ')
  return `${row.counted(first, sum)}; seed ${seeds} | ${held ? 'held' : '**did not hold**'}, ${first.on}, commit ${first.commit}, ${first.minutes} min`
}
