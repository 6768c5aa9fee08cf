import { writeFileSync } from 'node:fs'

type Figures = { part: string; on: string; commit: string; minutes: number; held: boolean } & Record<
  string,
  string | number | boolean | undefined
>
/** What each proof counted in its last full run, by its part and the name of its figures. */
export type Proven = Record<string, Figures>

/** 50,000 histories take more than an hour: they run in pieces, and each piece keeps its own result. */
export const HISTORY_PIECES = [1, 2, 3, 4, 5].map((nth) => `histories-${nth}`)

type Row = {
  proof: string
  files: string
  from: string[]
  counted: (figures: Figures, sum: (field: string) => string, min: (field: string) => number) => string
}

const ROWS: Row[] = [
  {
    proof: 'random histories over all money commands, compared with a pure model',
    files: 'histories-*.db.test.ts',
    from: HISTORY_PIECES.flatMap((piece) => [`${piece}/histories-0`, `${piece}/histories-1`]),
    counted: (figures, sum, min) =>
      `${sum('histories')} histories, ${sum('steps')} steps of ${figures.kinds} kinds; the rarest kind is ${min('least')} % of all steps`,
  },
  {
    proof: 'faults planted in the code one at a time, each found by the histories',
    files: 'planted-bugs.db.test.ts',
    from: ['rest/planted-bugs'],
    counted: (figures) => `${figures.found} of ${figures.planted}`,
  },
  {
    proof: 'bugs of one line about money, rights, notices and edges, each found by the test of its rule',
    files: 'planted-lines.test.ts',
    from: ['lines/planted-lines'],
    counted: (figures) => `${figures.found} of ${figures.planted}`,
  },
  {
    proof: 'the server killed before and after each message between it, the database and the gateway',
    files: 'boundaries-*.db.test.ts',
    from: ['boundaries/boundaries-0', 'boundaries/boundaries-1'],
    counted: (figures, sum) =>
      `${sum('kills')} kills at ${figures.points} points of ${sum('messages')} messages in ${sum('flows')} flows`,
  },
  {
    proof: 'every fault in the catalogue of the simulated gateway, compared with a table written by hand',
    files: 'gateway-faults.db.test.ts',
    from: ['rest/gateway-faults'],
    counted: (figures) => `${figures.faults} faults in ${figures.plays} runs`,
  },
  {
    proof: 'the messages of the gateway, in every order',
    files: 'webhook-orders.db.test.ts',
    from: ['orders/webhook-orders'],
    counted: (figures, sum) =>
      `${figures.orders} orders: ${sum('arrivals')} of the messages when a payment arrives, ${sum('endings')} when it ends, ${sum('payouts')} of a payout; ${sum('events')} events`,
  },
  {
    proof: 'a hundred requests at the same moment, of which exactly the allowed number succeeds',
    files: 'races*.db.test.ts',
    from: ['rest/races', 'rest/races-of-earnings'],
    counted: (_, sum) => `${sum('races')} races, ${sum('commands')} requests, ${sum('allowed')} allowed`,
  },
  {
    proof: 'a backup that is ten minutes old, restored and compared with the gateway',
    files: 'restore-drill.db.test.ts',
    from: ['rest/restore-drill'],
    counted: (figures) =>
      `${figures.before} payments before the backup, ${figures.across} found again at the gateway, ${figures.queued} queued for a person; restored in ${figures.seconds} s`,
  },
  {
    proof:
      'the database restarted (fast and immediate in turn, idle and while twenty people write), stopped, and frozen',
    files: 'database-outages.test.ts',
    from: ['outages/database-outages'],
    counted: (figures) =>
      `${figures.restarts} restarts, ${figures.exits} exits of the server, ${figures.acknowledged} acknowledged writes, ${figures.lost} lost; a page at most ${figures.slowestBackMs} ms after the database accepted connections`,
  },
  {
    proof:
      'leaked photos (JPEG quality 50, half size, a tenth cut off) traced to their account, and copies without a mark',
    files: 'watermarks.test.ts',
    from: ['watermarks/watermarks'],
    counted: (figures) =>
      `${figures.traced} of ${figures.copies} copies of ${figures.photos} photos for ${figures.accounts} accounts; ${figures.wrong} wrong names; ${figures.falseNames} names in ${figures.unmarked} copies without a mark; not traced: ${figures.missed || 'none'}`,
  },
  {
    proof:
      'every stored private object searched for in every answer, mail, notification, export and shared page, as everybody',
    files: 'leak-scan.db.test.ts',
    from: ['leaks/leak-scan'],
    counted: (figures, sum) =>
      `${figures.leaks} leaks; ${figures.objects} objects, ${figures.principals} principals, ${figures.routes} addresses and methods, ${sum('requests')} requests`,
  },
  {
    proof:
      'a worker killed (kill -9) before and after each message to the database while it prepares a photo, a video or a voice note, and publishes a post; the store failing at each operation',
    files: 'media-kills.db.test.ts',
    from: ['media-kills/media-kills'],
    counted: (figures) =>
      `${figures.kills} kills at ${figures.photo} points of a photo, ${figures.video} of a video, ${figures.voice} of a voice note, ${figures.publish} of publishing; ${figures.faults} faults of the store`,
  },
  {
    proof:
      'one of two web servers killed (kill -9) and started again, while live clients send paid messages and hear them',
    files: 'live-kills.test.ts',
    from: ['live-kills/live-kills'],
    counted: (figures) =>
      `${figures.kills} kills with ${figures.clients} clients, ${figures.messages} messages, ${figures.lost} lost or doubled; all clients back at most ${figures.slowestBackMs} ms after the server was ready, all messages read at most ${figures.slowestReadMs} ms after that`,
  },
  {
    proof: '`npm run audit` over the restored data; it also names what is planted there',
    files: 'restore-drill.db.test.ts',
    from: ['rest/audit'],
    counted: (figures) => String(figures.description),
  },
]

/** Writes the table of what was proven, when and for which commit. A proof without a full run has a row that says so. */
export function writeProofPage(file: string, proven: Proven, machine: { node: string; processors: number }): void {
  writeFileSync(
    file,
    `# What was proven

Written by \`npm run prove\` (Node ${machine.node}, ${machine.processors} processors). Each proof is a file of \`tests/proof\` and runs in parts; each part keeps the day and the commit of its last full run.

| proof | files | counts | first seed | held | date | commit | minutes |
| --- | --- | --- | --- | --- | --- | --- | --- |
${ROWS.map((row) => `| ${[row.proof, `\`${row.files}\``, ...cellsOf(row, proven)].join(' | ')} |`).join('\n')}

After each proof every invariant of \`npm run audit\` holds. After a kill, balances, rights and counts are the same as without the kill.

\`npm test\` runs a seeded sample of every proof, and other histories each day: \`TEST_DAY\` repeats the histories of a day. A failure prints its seed, and \`PROVE_SEED\` repeats it.
`,
  )
}

function cellsOf(row: Row, proven: Proven): string[] {
  const parts = row.from.flatMap((name) => proven[name] ?? [])
  const [first] = parts
  if (!first) return ['no full run yet', '', '', '', '', '']
  const sum = (field: string) => parts.reduce((total, part) => total + Number(part[field] ?? 0), 0).toLocaleString('en')
  const min = (field: string) => Math.min(...parts.map((part) => Number(part[field])))
  const all = (field: string) => [...new Set(parts.map((part) => part[field]))].join(', ')
  const minutes = [...new Map(parts.map((part) => [part.part, part.minutes])).values()].reduce((a, b) => a + b, 0)
  const incomplete = parts.length < row.from.length ? `**${parts.length} of ${row.from.length} pieces**: ` : ''
  return [
    `${incomplete}${row.counted(first, sum, min)}`,
    Number.isNaN(min('seed')) ? '' : String(min('seed')),
    parts.every((part) => part.held) ? 'yes' : '**no**',
    all('on'),
    all('commit'),
    String(minutes),
  ]
}
